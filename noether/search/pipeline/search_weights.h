// The stages of a search with their options and weights. A profile contains one of these objects.
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

// The options of a stage of a search, and the values that a profile gives to them.
//
// A stage lists its options once, with type, default and range. Profiles are read and help is
// written from that list.
struct StageOption {
  enum class Type : std::uint8_t { Number, Whole, Name };

  std::string_view name;
  std::string_view help;  // a few words
  Type type = Type::Number;
  // For a number: the default and the range, which includes both ends.
  double value = 0;
  double least = 0;
  double most = 1e6;
  std::string_view word = {};  // for a name: the default
};

// The values of all options of one stage.
class StageOptions {
 public:
  StageOptions() = default;
  // All options have their defaults. The list must outlive this object.
  explicit StageOptions(std::span<const StageOption> known);

  // An error lists the options of the stage, or the values that this option takes.
  [[nodiscard]] base::Result<void> set(std::string_view name, std::string_view value);
  [[nodiscard]] base::Result<void> set(std::string_view name, double value);

  // The value of an option of the stage; the function must fit its type.
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

// `least-cosine=0.5  (0 to 1) …`, as in help texts.
std::string option_help(const StageOption& option);

struct SourceKind;
struct RerankerKind;

struct SpaceWeight {
  double weight = 0;  // 0: the space is not searched
  Model model = Model::bm25();
};

// The weight of the list of vectors if a search requests it and its profile has no weight for it.
inline constexpr double kSemanticWeight = 0.5;

// A source of candidates, and the weight of its list in the fusion. 0: the source is not used.
struct SourceChoice {
  const SourceKind* kind = nullptr;
  double weight = 0;
  StageOptions options;
};

struct RerankerChoice {
  const RerankerKind* kind = nullptr;
  double weight = 1;         // of its highest score
  std::uint32_t first = 50;  // the number of best documents that it scores
  double budget_ms = 0;      // documents that are not scored in time keep their score; 0: no limit
  StageOptions options;
};

// All shipped sources, each with its default weight, in the order of their names.
std::vector<SourceChoice> shipped_source_choices();

struct SearchWeights {
  // The weights of terms, which are scored together in one pass: the list `text`.
  SpaceWeight words = {1, Model::bm25()};
  SpaceWeight context = {0.5, Model::bm25()};
  SpaceWeight comments = {0.25, Model::bm25()};
  SpaceWeight document_tuples = {0.22, Model::bm25()};
  // A tuple that occurs f times in the query counts f / (f + this); 0: each counts 1.
  double tuple_saturation = 10;
  double stop_words = 0.25;  // the factor for a word that nearly every text has

  // By name. This is also the order in which lists are fused, so sums have the same bits whatever
  // the order in a profile.
  std::vector<SourceChoice> sources = shipped_source_choices();
  FormulaMode formula_mode = FormulaMode::Similar;
  Fusion fusion = {FusionMethod::Linear, kReciprocalRankOffset};
  std::uint32_t depth = 1000;                  // of the list of documents
  std::uint32_t formula_depth = 400;           // of the list of each formula
  std::uint32_t most_formulas = 4;             // only the largest of the query are searched
  std::vector<RerankerChoice> rerankers = {};  // one after the other

  // The weight of the source with this name; 0 if it is missing.
  double weight_of(std::string_view source) const;
  // Sets the weight of an existing source.
  void weigh(std::string_view source, double weight);
  // Inserts a source in the order of names, and replaces one with the same name.
  void add(SourceChoice choice);
  SourceChoice* find(std::string_view source);
};

}  // namespace noether::search
