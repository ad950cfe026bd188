// What retrieval is asked: weighted terms in spaces, a filter, and how many units are wanted.
//
// A unit is a document or a unique formula, whichever the spaces are about.
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

// What a term adds to the score of a unit: its weight in the query, times how rare it is, times how
// much it is in the unit. N units, n of them with the term, f times in this one.
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
  double weight = 1;  // 0: it does not count
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

// At least one of them: a term or, where units are documents, a document of a set.
struct Alternatives {
  std::vector<TermOfSpace> terms;
  std::vector<std::shared_ptr<const DocumentSet>> documents = {};
};

// Which units may be found at all, and until when. Documents that are deleted never are.
struct Filter {
  std::vector<TermOfSpace> must;
  std::vector<TermOfSpace> must_not;
  std::vector<Alternatives> any_of;                     // of each at least one
  std::shared_ptr<const DocumentSet> within = nullptr;  // where units are documents: only these
  // Asked in descending order of score, and of no more units than it takes to find as many as are
  // wanted. Empty: all are accepted.
  std::function<base::Result<bool>(std::uint32_t unit)> accepts;
  // Asked for some thousand units at a time: when it says so, there is an error instead of hits.
  IsOver is_over;

  // Whether a unit is found for what it must have, even if nothing of the query is in it.
  bool asks_for_terms() const { return !must.empty() || !any_of.empty(); }
};

// All give the same hits. `automatic` takes the one that is fastest for the shape of the query.
enum class Method : std::uint8_t { Automatic, Exhaustive, Windows, DocumentAtATime };

struct Hit {
  std::uint32_t unit = 0;  // as IndexReader numbers documents or formulas
  double score = 0;

  friend bool operator==(const Hit&, const Hit&) = default;
};

// Where a score comes from.
struct ScorePart {
  std::uint32_t space = 0;
  std::uint64_t key = 0;
  std::uint64_t units = 0;      // that have the term
  std::uint32_t frequency = 0;  // in this unit
  double score = 0;
};

}  // namespace noether::search
