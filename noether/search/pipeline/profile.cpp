#include "noether/search/pipeline/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <utility>

#include "noether/search/pipeline/reranker.h"
#include "noether/search/pipeline/source.h"

namespace noether::search {
namespace {

constexpr std::array<std::pair<std::string_view, TopicMethod>, 6> kMethods = {{
    {"signals", TopicMethod::Signals},
    {"search", TopicMethod::Search},
    {"tf-idf-latex", TopicMethod::TfIdfLatex},
    {"tf-idf-symbols", TopicMethod::TfIdfSymbols},
    {"formula", TopicMethod::Formula},
    {"linked-posts", TopicMethod::LinkedPosts},
}};

// `profiles/lexical.profiles` is called lexical.
std::string_view name_of_file(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);
  return path.substr(0, path.find('.'));
}

}  // namespace

std::string_view topic_method_name(TopicMethod method) {
  return std::ranges::find(kMethods, method, [](const auto& m) { return m.second; })->first;
}

std::optional<TopicMethod> topic_method_by_name(std::string_view name) {
  const auto* const found =
      std::ranges::find(kMethods, name, [](const auto& m) { return m.first; });
  if (found == kMethods.end()) return std::nullopt;
  return found->second;
}

std::vector<Profile> shipped_profiles() {
  std::vector<Profile> profiles;
  for (const ShippedProfileFile& file : shipped_profile_files()) {
    // A test reads all shipped profiles.
    if (auto profile = read_profile(file.text, std::string(name_of_file(file.name)))) {
      profiles.push_back(std::move(*profile));
    }
  }
  return profiles;
}

base::Result<Profile> find_profile(const std::string& name_or_file) {
  std::vector<std::string_view> names = {kDefaultProfile};
  if (name_or_file == kDefaultProfile) return find_profile(std::string(kProfileOfWords));
  for (const ShippedProfileFile& file : shipped_profile_files()) {
    names.push_back(name_of_file(file.name));
    if (names.back() == name_or_file) return read_profile(file.text, name_or_file);
  }
  std::ifstream file(name_or_file, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file.is_open() || file.bad()) {
    return base::fail(fmt::format("there is no profile '{}', and no such file", name_or_file), {},
                      fmt::format("there are {}", fmt::join(names, ", ")));
  }
  return read_profile(text, name_or_file);
}

namespace {

template <typename Kind>
std::string lines_of(std::string_view keyword, const Kind& kind) {
  std::string lines =
      fmt::format("  {:<18} {}\n", fmt::format("{} {}", keyword, kind.name), kind.help);
  for (const StageOption& option : kind.options) {
    lines += fmt::format("    {}\n", option_help(option));
  }
  return lines;
}

template <typename Kind>
std::string row_of(std::string_view keyword, const Kind& kind) {
  std::string options;
  for (const StageOption& option : kind.options) {
    options += fmt::format("{}`{}`: {}", options.empty() ? "" : "; ",
                           option.type == StageOption::Type::Name
                               ? fmt::format("{}={}", option.name, option.word)
                               : fmt::format("{}={}", option.name, option.value),
                           option.help);
  }
  return fmt::format("| `{} {}` | {} | {} | {} |\n", keyword, kind.name, kind.help, options,
                     kind.explanation);
}

}  // namespace

std::string stage_help(const StageRegistry& stages) {
  std::string help;
  for (const SourceKind* kind : stages.sources) help += lines_of("source", *kind);
  for (const RerankerKind* kind : stages.rerankers) help += lines_of("rerank", *kind);
  help += "  every re-ranker\n";
  for (const StageOption& option : common_reranker_options()) {
    help += fmt::format("    {}\n", option_help(option));
  }
  return help;
}

std::string stage_table(const StageRegistry& stages) {
  std::string table;
  for (const SourceKind* kind : stages.sources) table += row_of("source", *kind);
  for (const RerankerKind* kind : stages.rerankers) table += row_of("rerank", *kind);
  return table;
}

}  // namespace noether::search
