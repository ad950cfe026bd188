#include "noether/search/pipeline/search_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <utility>

#include "noether/search/pipeline/source.h"

namespace noether::search {
namespace {

bool takes(const StageOption& option, double value) {
  return std::isfinite(value) && value >= option.least && value <= option.most &&
         (option.type != StageOption::Type::Whole || value == std::floor(value));
}

std::unexpected<base::Error> wrong_value(const StageOption& option, std::string_view value) {
  return base::fail(fmt::format("{}={} is out of range", option.name, value), {},
                    fmt::format("{} is a {}number from {} to {}", option.name,
                                option.type == StageOption::Type::Whole ? "whole " : "",
                                option.least, option.most));
}

}  // namespace

StageOptions::StageOptions(std::span<const StageOption> known) : known_(known) {
  for (const StageOption& option : known) {
    values_.push_back({option.value, std::string(option.word)});
  }
}

std::size_t StageOptions::place_of(std::string_view name) const {
  const auto found = std::ranges::find(known_, name, &StageOption::name);
  assert(found != known_.end());
  return static_cast<std::size_t>(found - known_.begin());
}

base::Result<std::size_t> StageOptions::find(std::string_view name) const {
  const auto found = std::ranges::find(known_, name, &StageOption::name);
  if (found != known_.end()) return static_cast<std::size_t>(found - known_.begin());
  std::vector<std::string_view> names;
  for (const StageOption& option : known_) names.push_back(option.name);
  return base::fail(fmt::format("there is no option '{}'", name), {},
                    names.empty() ? "the stage has no options"
                                  : fmt::format("there are {}", fmt::join(names, ", ")));
}

base::Result<void> StageOptions::set(std::string_view name, std::string_view value) {
  const auto at = find(name);
  if (!at) return std::unexpected(at.error());
  const StageOption& option = known_[*at];
  if (option.type == StageOption::Type::Name) {
    values_[*at].word = value;
    return {};
  }
  double number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size() || !takes(option, number)) {
    return wrong_value(option, value);
  }
  values_[*at].number = number;
  return {};
}

base::Result<void> StageOptions::set(std::string_view name, double value) {
  const auto at = find(name);
  if (!at) return std::unexpected(at.error());
  if (!takes(known_[*at], value)) return wrong_value(known_[*at], fmt::format("{}", value));
  values_[*at].number = value;
  return {};
}

double StageOptions::number(std::string_view name) const { return values_[place_of(name)].number; }
std::uint32_t StageOptions::whole(std::string_view name) const {
  return static_cast<std::uint32_t>(number(name));
}
const std::string& StageOptions::word(std::string_view name) const {
  return values_[place_of(name)].word;
}

std::string option_help(const StageOption& option) {
  if (option.type == StageOption::Type::Name) {
    return fmt::format("{}={}  {}", option.name, option.word, option.help);
  }
  return fmt::format("{}={}  ({} to {}) {}", option.name, option.value, option.least, option.most,
                     option.help);
}

namespace {

std::string_view name_of_choice(const SourceChoice& choice) { return choice.kind->name; }

}  // namespace

std::vector<SourceChoice> shipped_source_choices() {
  std::vector<SourceChoice> choices;
  for (const SourceKind* kind : shipped_sources()) {
    choices.push_back({kind, kind->weight, StageOptions(kind->options)});
  }
  return choices;
}

SourceChoice* SearchWeights::find(std::string_view source) {
  const auto found = std::ranges::find(sources, source, name_of_choice);
  return found == sources.end() ? nullptr : &*found;
}

double SearchWeights::weight_of(std::string_view source) const {
  const auto found = std::ranges::find(sources, source, name_of_choice);
  return found == sources.end() ? 0 : found->weight;
}

void SearchWeights::weigh(std::string_view source, double weight) {
  SourceChoice* const found = find(source);
  assert(found != nullptr);
  if (found != nullptr) found->weight = weight;
}

void SearchWeights::add(SourceChoice choice) {
  const auto at = std::ranges::lower_bound(sources, choice.kind->name, {}, name_of_choice);
  if (at != sources.end() && at->kind->name == choice.kind->name) {
    *at = std::move(choice);
  } else {
    sources.insert(at, std::move(choice));
  }
}

}  // namespace noether::search
