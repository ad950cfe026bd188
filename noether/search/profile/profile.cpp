#include "noether/search/profile/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <utility>

#include "noether/search/profile/shipped_profiles.h"

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
    // Those that are shipped are read in a test.
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

}  // namespace noether::search
