// A profile of a search: its stages and their weights. docs/profiles.md describes the format.
//
// A profile comes from a file, or is one of those built into the program.
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
  Signals,       // the signals of the profile
  Search,        // the topic as a query, ranked like in `noether search`
  TfIdfLatex,    // words, and the letters and digits of formulas as written
  TfIdfSymbols,  // words, and the symbols of formulas as words
  Formula,       // the formulas most similar to one formula of the topic
  LinkedPosts,   // answers to duplicates of the topic: an oracle
};
std::string_view topic_method_name(TopicMethod method);
std::optional<TopicMethod> topic_method_by_name(std::string_view name);

struct TopicList {
  TopicMethod method = TopicMethod::Signals;
  double weight = 1;

  friend bool operator==(const TopicList&, const TopicList&) = default;
};

// Formulas in their context: the weights of a formula and of the text around it.
struct FormulaContext {
  double formula = 1;  // the weight of its score in the formula search
  double thread = 0;   // of the best thread that contains it, for the question of the topic
  double places = 0;   // of the logarithm of the number of times that it is drawn in the collection
  // The weight of the cosine of the sentence around it and the one around the formula of the topic.
  double sentence = 0;
  // The weight of the cosine of both formulas in their sentences, by a model of contexts.
  double context = 0;
  // The weight of the similarity of the meaning graphs of both sentences.
  double graph = 0;
  // The weight of the share of symbols of both that are of the same kinds.
  double kinds = 0;
  // The number of the nearest sentences, or formulas in their sentences, that add candidates.
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
  Fusion context_fusion;  // of the evidence for a formula in its context
};

// The stages that a profile may name.
struct StageRegistry {
  std::span<const SourceKind* const> sources;
  std::span<const RerankerKind* const> rerankers;
};
// The stages of candidates/ and rerank/, collected from their files.
StageRegistry shipped_stages();

// Reads the text of a profile. An error contains the line.
base::Result<Profile> read_profile(std::string_view text, std::string name,
                                   const StageRegistry& stages = shipped_stages());

// Finds a shipped profile by its name, or reads one from a file.
base::Result<Profile> find_profile(const std::string& name_or_file);
std::vector<Profile> shipped_profiles();
// The name that stands for the profile that fits an index (chosen_profile.h) or, without an index,
// for the profile of words.
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

// The available stages of a search, for people: a line for each stage, and one below it for each of
// its options, all indented by two blanks.
std::string stage_help(const StageRegistry& stages = shipped_stages());

// The same as rows of the tables of docs/profiles.md: name, what it does, options, explanation.
std::string stage_table(const StageRegistry& stages = shipped_stages());

}  // namespace noether::search
