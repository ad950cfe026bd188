// How a search is done: what is searched, and what counts how much. docs/profiles.md has the form.
//
// A profile comes from a file, or from those that the program was built with.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/search/answers/signals.h"
#include "noether/search/formula/formula_weights.h"
#include "noether/search/fusion/fusion.h"
#include "noether/search/pipeline/search_weights.h"

namespace noether::search {

// A way to rank answers for a topic.
enum class TopicMethod : std::uint8_t {
  Signals,       // of the profile
  Search,        // the topic as a query, as `noether search` would rank it
  TfIdfLatex,    // words, and the letters and digits of formulas as they are written
  TfIdfSymbols,  // words, and the symbols of formulas as words
  Formula,       // the formulas most like one formula of the topic
  LinkedPosts,   // answers to duplicates of the topic: an oracle
};
std::string_view topic_method_name(TopicMethod method);
std::optional<TopicMethod> topic_method_by_name(std::string_view name);

struct TopicList {
  TopicMethod method = TopicMethod::Signals;
  double weight = 1;

  friend bool operator==(const TopicList&, const TopicList&) = default;
};

// Formulas in their context: what the text around counts beside the formula itself.
struct FormulaContext {
  double formula = 1;  // of its score by the formula search
  double thread = 0;   // of the best thread that has it, for the question of the topic
  double places = 0;   // of the logarithm of how often it is drawn in the collection
  // Of how near the sentence around it is to the one around the formula of the topic.
  double sentence = 0;
  // Of how near it is in its sentence to that of the topic, by a model of contexts.
  double context = 0;
  // Of how much the meaning graphs of both sentences have in common.
  double graph = 0;
  // Of how many symbols of both are of the same kinds.
  double kinds = 0;
  // So many of the nearest sentences, or formulas in their sentences, add candidates.
  double near = 0;

  friend bool operator==(const FormulaContext&, const FormulaContext&) = default;
};

struct Profile {
  std::string name;
  std::string about;
  SearchWeights search;
  std::vector<TopicList> topics = {{TopicMethod::Search, 1}};
  Fusion topic_fusion;
  std::vector<Signal> signals;
  FormulaWeights formula_weights;  // of the search for formulas
  FormulaContext context;
  Fusion context_fusion;  // of what counts in a context
};

// The stages that a profile may name.
struct StageRegistry {
  std::span<const SourceKind* const> sources;
  std::span<const RerankerKind* const> rerankers;
};
// Those of candidates/ and rerank/, by their files.
StageRegistry shipped_stages();

// The text of a profile. An error names the line.
base::Result<Profile> read_profile(std::string_view text, std::string name,
                                   const StageRegistry& stages = shipped_stages());

// A profile that is shipped, by its name, or one in a file.
base::Result<Profile> find_profile(const std::string& name_or_file);
std::vector<Profile> shipped_profiles();
// The name that stands for the profile that fits an index (chosen_profile.h); where no index is
// looked at, for that of words.
inline constexpr std::string_view kDefaultProfile = "default";
inline constexpr std::string_view kProfileOfWords = "lexical";

// The files of profiles/ as they were when the program was built, so that it works from anywhere.
//
// The build writes the definition (cmake/EmbedFiles.cmake).
struct ShippedProfileFile {
  std::string_view name;  // `profiles/lexical.profiles`
  std::string_view text;
};

// In the order of their names.
std::span<const ShippedProfileFile> shipped_profile_files();

// What stages a search can be made of, for people: a line for each stage, and one below for each of
// its options, all indented by two blanks.
std::string stage_help(const StageRegistry& stages = shipped_stages());

// The same as rows of the tables of docs/profiles.md: name, what it does, options, explanation.
std::string stage_table(const StageRegistry& stages = shipped_stages());

}  // namespace noether::search
