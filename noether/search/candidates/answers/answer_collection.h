// The data that all topics share when answers are ranked: the documents of the units of each
// signal, and the lengths of the units. Any number of threads may read it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/text/cross_encoder.h"
#include "noether/index/index_reader.h"
#include "noether/search/candidates/answers/signals.h"
#include "noether/search/candidates/answers/threads.h"
#include "noether/search/semantic/passage_encoder.h"

namespace noether::search {

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
  // Null where no signal is of language.
  const PassageEncoder* encoder() const { return encoder_.get(); }
  // Null where no signal is of it.
  const embedding::CrossEncoder* cross_encoder() const { return cross_encoder_.get(); }
  // The document that begins the thread of a candidate; kNone where it is not in the index.
  std::uint32_t question_of(std::uint32_t candidate) const {
    return first_of_thread_[threads_.thread_of(candidates_[candidate])];
  }

  // The units of a signal of terms.
  struct Units {
    std::vector<std::uint32_t> unit_of;  // by document; Threads::kNone when it is in none
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
  std::vector<std::uint32_t> first_of_thread_;  // where there is an encoder
};

// The spaces that a signal of terms is read from.
std::vector<std::uint32_t> spaces_of(const Signal& signal);

}  // namespace noether::search
