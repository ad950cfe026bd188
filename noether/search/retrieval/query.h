// The input of retrieval: weighted terms in spaces, a filter, and the number of units wanted.
// A unit is a document or a unique formula, depending on the spaces.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/search/document_set.h"
#include "noether/search/is_over.h"

namespace noether::search {

// The score that a term adds to a unit: the weight of the term in the query, times its rarity,
// times its weight in the unit. N is the number of units, n the number of units with the term, and
// f its frequency in this unit.
struct Model {
  enum class Frequency : std::uint8_t {
    Bm25,         // (k1 + 1)·f / (f + k1·(1 − b + b·length/average))
    Robertson,    // the same without the factor k1 + 1, but times k1: Terrier's TF-IDF
    Logarithmic,  // 1 + ln f
    Present,      // 1
  };
  enum class Rarity : std::uint8_t {
    Bm25,     // ln(1 + (N − n + ½) / (n + ½))
    Terrier,  // log2(N/n + 1)
    Plain,    // ln(N/n), and at least a millionth, so that a term of all units still counts
    Smooth,   // 1 + ln((1 + N) / (1 + n))
    None,     // 1
  };

  Frequency frequency = Frequency::Bm25;
  Rarity rarity = Rarity::Bm25;
  double k1 = 1.2;
  double b = 0.75;

  static Model bm25(double k1 = 1.2, double b = 0.75) {
    return {Frequency::Bm25, Rarity::Bm25, k1, b};
  }
  static Model tf_idf(double k1 = 1.2, double b = 0.75) {
    return {Frequency::Robertson, Rarity::Terrier, k1, b};
  }
};

struct QueryTerm {
  std::uint64_t key = 0;
  double weight = 1;  // 0: the term does not count
};

struct SpaceQuery {
  std::uint32_t space = 0;
  Model model = {};
  double weight = 1;  // of the whole space
  std::vector<QueryTerm> terms;
};

struct TermOfSpace {
  std::uint32_t space = 0;
  std::uint64_t key = 0;
};

// One of several conditions must hold: the unit has a term or, if units are documents, is in a set.
struct Alternatives {
  std::vector<TermOfSpace> terms;
  std::vector<std::shared_ptr<const DocumentSet>> documents = {};
};

// The units that may be results, and a test for stopping. Deleted documents are never results.
struct Filter {
  std::vector<TermOfSpace> must;
  std::vector<TermOfSpace> must_not;
  std::vector<Alternatives> any_of;                     // each needs at least one
  std::shared_ptr<const DocumentSet> within = nullptr;  // if units are documents: only these
  // Called in descending order of score, for no more units than necessary to find the wanted
  // number. Empty accepts all.
  std::function<base::Result<bool>(std::uint32_t unit)> accepts;
  // Called once for some thousand units. If it returns true, retrieval returns an error instead of
  // hits.
  IsOver is_over;

  // Whether a unit is found because of a required term, even if no term of the query is in it.
  bool asks_for_terms() const { return !must.empty() || !any_of.empty(); }
};

// All methods give the same hits. Automatic chooses the fastest one for the shape of the query.
enum class Method : std::uint8_t { Automatic, Exhaustive, Windows, DocumentAtATime };

struct Hit {
  std::uint32_t unit = 0;  // a document or formula as in IndexReader
  double score = 0;

  friend bool operator==(const Hit&, const Hit&) = default;
};

// A part of a score.
struct ScorePart {
  std::uint32_t space = 0;
  std::uint64_t key = 0;
  std::uint64_t units = 0;      // that contain the term
  std::uint32_t frequency = 0;  // in this unit
  double score = 0;
};

}  // namespace noether::search
