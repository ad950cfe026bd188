// A collection of answers: the threads that its documents form, and the data that all topics share
// when answers are ranked.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/text/cross_encoder.h"
#include "noether/index/index_reader.h"
#include "noether/search/answers/signals.h"
#include "noether/search/semantic/passage_encoder.h"

namespace noether::search {

// Groups documents: a question, its answers, and the questions of which it is a duplicate.
// A document without a parent begins a thread; a document with a parent belongs to the thread of
// the parent or, if the parent is not in the index, to the thread of those with the same parent.
// The table is read once from the heads of all documents and keeps some bytes for each.
class Threads {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  static base::Result<Threads> read(const index::IndexReader& index);

  std::uint32_t count() const { return static_cast<std::uint32_t>(links_.size()); }
  // kNone for a deleted document.
  std::uint32_t thread_of(std::uint32_t document) const { return thread_of_[document]; }
  // Whether the document begins its thread.
  bool is_first(std::uint32_t document) const { return is_first_[document]; }
  // Documents of a kind, ascending; all documents if the kind is empty.
  std::vector<std::uint32_t> documents_of(std::string_view kind) const;

  // The number of other questions, in the index or not, that this one links to or that link to it.
  std::uint32_t links(std::uint32_t thread) const { return links_[thread]; }
  // The threads of the index that are marked as duplicates of this one or of which it is a
  // duplicate.
  std::span<const std::uint32_t> duplicates(std::uint32_t thread) const {
    return std::span(duplicates_)
        .subspan(first_duplicate_[thread], first_duplicate_[thread + 1] - first_duplicate_[thread]);
  }

 private:
  std::vector<std::uint32_t> thread_of_;  // by document
  std::vector<bool> is_first_;
  std::vector<std::uint16_t> kind_of_;
  std::vector<std::string> kinds_;
  std::vector<std::uint32_t> links_;  // by thread
  std::vector<std::uint32_t> first_duplicate_;
  std::vector<std::uint32_t> duplicates_;
};

// The data that all topics share when answers are ranked: the documents of the units of each
// signal, and the lengths of the units. Any number of threads may read it.
class AnswerCollection {
 public:
  // Documents of `kind` are ranked. The index must outlive this object. Returns an error if a
  // signal needs language and the index has no passages of the shipped encoder, or if a signal
  // needs a cross-encoder and it is missing.
  static base::Result<AnswerCollection> read(const index::IndexReader& index,
                                             std::vector<Signal> signals, std::string_view kind);

  const index::IndexReader& index() const { return *index_; }
  const std::vector<Signal>& signals() const { return signals_; }
  const Threads& threads() const { return threads_; }
  std::span<const std::uint32_t> candidates() const { return candidates_; }
  // The number of tuples of each candidate's formulas.
  std::span<const std::uint32_t> sizes() const { return sizes_; }
  // Null if no signal uses language.
  const PassageEncoder* encoder() const { return encoder_.get(); }
  // Null if no signal uses it.
  const embedding::CrossEncoder* cross_encoder() const { return cross_encoder_.get(); }
  // The document that begins the thread of a candidate; kNone if it is not in the index.
  std::uint32_t question_of(std::uint32_t candidate) const {
    return first_of_thread_[threads_.thread_of(candidates_[candidate])];
  }

  // The units of a signal of terms.
  struct Units {
    std::vector<std::uint32_t> unit_of;  // by document; Threads::kNone if it is in no unit
    std::vector<float> norm;             // k1·(1 − b + b·length/average) by unit
    // For a signal of paths: the units that contain formula f, once for each place, from
    // first_place[f] to first_place[f + 1].
    std::vector<std::uint32_t> first_place;
    std::vector<std::uint32_t> places;
  };
  const Units& units(std::size_t signal) const { return units_[signal]; }

 private:
  base::Result<Units> make_units(const Signal& signal) const;
  base::Result<std::vector<double>> lengths_of_documents(const Signal& signal, Units& units) const;
  base::Result<std::vector<double>> lengths_by_places(Units& units) const;
  base::Result<void> read_sizes();
  base::Result<void> open_encoder();
  base::Result<void> open_cross_encoder();

  const index::IndexReader* index_ = nullptr;
  std::vector<Signal> signals_;
  Threads threads_;
  std::vector<std::uint32_t> candidates_;
  std::vector<std::uint32_t> sizes_;
  std::vector<Units> units_;  // by signal
  std::shared_ptr<const PassageEncoder> encoder_;
  std::shared_ptr<const embedding::CrossEncoder> cross_encoder_;
  std::vector<std::uint32_t> first_of_thread_;  // if there is an encoder
};

// The spaces that a signal of terms is read from.
std::vector<std::uint32_t> spaces_of(const Signal& signal);

}  // namespace noether::search
