// The stages of a search with their options, and how much everything counts when documents are
// ranked. A profile holds one of these.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/search/formula/formula_search_options.h"
#include "noether/search/fusion/fusion.h"
#include "noether/search/retrieval/query.h"

namespace noether::search {

// The options of a stage of a search: those that it has, and the values that a profile gives them.
//
// A stage lists its options once, with type, default and range. Profiles are read, and help is
// written, from that list.
struct StageOption {
  enum class Type : std::uint8_t { Number, Whole, Name };

  std::string_view name;
  std::string_view help;  // a few words
  Type type = Type::Number;
  // Of a number: the default and the range, both ends included.
  double value = 0;
  double least = 0;
  double most = 1e6;
  std::string_view word = {};  // of a name: the default
};

// The values of all options of one stage.
class StageOptions {
 public:
  StageOptions() = default;
  // All are at their defaults. The list must outlive this.
  explicit StageOptions(std::span<const StageOption> known);

  // An error says which options there are, or which values this one takes.
  [[nodiscard]] base::Result<void> set(std::string_view name, std::string_view value);
  [[nodiscard]] base::Result<void> set(std::string_view name, double value);

  // Of an option that the stage has, by its type.
  double number(std::string_view name) const;
  std::uint32_t whole(std::string_view name) const;
  const std::string& word(std::string_view name) const;

 private:
  struct Value {
    double number = 0;
    std::string word;
  };
  std::size_t place_of(std::string_view name) const;
  base::Result<std::size_t> find(std::string_view name) const;

  std::span<const StageOption> known_;
  std::vector<Value> values_;
};

// `least-cosine=0.5  (0 to 1) how near …`, as help texts have it.
std::string option_help(const StageOption& option);

struct SourceKind;
struct RerankerKind;

struct SpaceWeight {
  double weight = 0;  // 0: the space is not searched
  Model model = Model::bm25();
};

// What the list of vectors counts where a search asks for it and its profile has no weight for it.
inline constexpr double kSemanticWeight = 0.5;

// A source of candidates with what its list counts in the fusion. 0: it is not asked.
struct SourceChoice {
  const SourceKind* kind = nullptr;
  double weight = 0;
  StageOptions options;
};

struct RerankerChoice {
  const RerankerKind* kind = nullptr;
  double weight = 1;         // of the largest of its scores
  std::uint32_t first = 50;  // so many of the best documents are looked at
  double budget_ms = 0;      // what is not looked at by then keeps its score; 0: no limit
  StageOptions options;
};

// All that are shipped, each with its own default, in the order of their names.
std::vector<SourceChoice> shipped_source_choices();

struct SearchWeights {
  // What terms count, scored together in one pass: the list `text`.
  SpaceWeight words = {1, Model::bm25()};
  SpaceWeight context = {0.5, Model::bm25()};
  SpaceWeight comments = {0.25, Model::bm25()};
  SpaceWeight document_tuples = {0.22, Model::bm25()};
  // A tuple that is f times in the query counts f / (f + this); 0: each counts 1.
  double tuple_saturation = 10;
  double stop_words = 0.25;  // a word that nearly every text has counts so much

  // By name, which is also the order in which lists are fused: sums are then the same bits however
  // a profile is written.
  std::vector<SourceChoice> sources = shipped_source_choices();
  FormulaMode formula_mode = FormulaMode::Similar;
  Fusion fusion = {FusionMethod::Linear, kReciprocalRankOffset};
  std::uint32_t depth = 1000;                  // of the list of documents
  std::uint32_t formula_depth = 400;           // of the list of each formula
  std::uint32_t most_formulas = 4;             // only the largest of the query are searched
  std::vector<RerankerChoice> rerankers = {};  // one after the other

  // Of the source of this name; 0 when there is none.
  double weight_of(std::string_view source) const;
  // Of a source that is there.
  void weigh(std::string_view source, double weight);
  // In its place; what is there of this name already makes room.
  void add(SourceChoice choice);
  SourceChoice* find(std::string_view source);
};

}  // namespace noether::search
