// Reads rules from a file, from a folder of files, or from the program itself.

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <unordered_map>

#include "noether/algebra/rules/rule_file.h"
#include "noether/algebra/rules/shipped_rules.h"

namespace noether::algebra {
namespace {

// Appends the rules of one more file; every name must be unique among all files.
class RuleCollection {
 public:
  base::Result<void> add(std::vector<RuleText> more) {
    for (RuleText& rule : more) {
      const auto place = fmt::format("{}:{}", rule.file, rule.line);
      const auto [it, is_new] = places_.emplace(rule.name, place);
      if (!is_new) {
        return base::fail(
            fmt::format("{}:1: there is already a rule `{}`, at {}", place, rule.name, it->second),
            {}, "give every rule of the folder a name of its own");
      }
      rules_.push_back(std::move(rule));
    }
    return {};
  }
  std::vector<RuleText> take() { return std::move(rules_); }

 private:
  std::vector<RuleText> rules_;
  std::unordered_map<std::string, std::string> places_;
};

}  // namespace

base::Result<std::vector<RuleText>> read_rule_file(const std::filesystem::path& path,
                                                   Expressions& pool) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.is_open() || file.bad()) {
    return base::fail(fmt::format("cannot read the rules of {}", path.string()), {},
                      "name a file of rules");
  }
  return read_rules(text, path.string(), pool);
}

base::Result<std::vector<RuleText>> read_rule_folder(const std::filesystem::path& folder,
                                                     Expressions& pool) {
  std::vector<std::filesystem::path> paths;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    if (it->path().extension() == ".rules") paths.push_back(it->path());
  }
  if (error) {
    return base::fail(
        fmt::format("cannot read the folder {}: {}", folder.string(), error.message()), {},
        "name a folder that holds files *.rules");
  }
  std::ranges::sort(paths);
  RuleCollection collection;
  for (const std::filesystem::path& path : paths) {
    auto rules = read_rule_file(path, pool);
    if (!rules) return rules;
    if (auto added = collection.add(*std::move(rules)); !added) {
      return std::unexpected(added.error());
    }
  }
  return collection.take();
}

base::Result<std::vector<RuleText>> shipped_rules(Expressions& pool) {
  RuleCollection collection;
  for (const ShippedRuleFile& file : shipped_rule_files()) {
    auto rules = read_rules(file.text, file.name, pool);
    if (!rules) return rules;
    if (auto added = collection.add(*std::move(rules)); !added) {
      return std::unexpected(added.error());
    }
  }
  return collection.take();
}

}  // namespace noether::algebra
