#include "noether/search/formula/overlap.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include "noether/formula/operators.h"
#include "noether/index/features/feature.h"
#include "noether/index/features/operator_paths.h"
#include "noether/search/formula/formula_weights.h"

namespace noether::search {
namespace {

// The exponent of the logarithmic rarity in a vector; bench/formula_search ranks about as well with
// exponents from a half to 1.
constexpr double kRarityPower = 0.75;

double label_weight(double formulas, double with_label) {
  const double rarity = std::log((formulas + 1) / (with_label + 0.5));
  return std::pow(rarity, 2 * kRarityPower);
}

// Removes the first word of a text, with the blank after it, and returns the word.
std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(std::min(text.size(), word.size() + 1));
  return word;
}

// 0 if the word is not a number.
std::uint32_t count_of(std::string_view word) {
  std::uint32_t count = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), count);
  return error == std::errc() && end == word.data() + word.size() ? count : 0;
}

}  // namespace

base::Result<LabelRarities> LabelRarities::parse(std::string_view text) {
  LabelRarities rarities;
  std::uint32_t formulas = 0;
  std::uint32_t least = 0;
  std::uint32_t begin = 0;
  while (begin < text.size()) {
    const auto end = static_cast<std::uint32_t>(std::min(text.find('\n', begin), text.size()));
    std::string_view line = text.substr(begin, end - begin);
    const base::Span span{begin, end};
    begin = end + 1;
    if (line.empty() || line.front() == '#') continue;
    const std::string_view first = take_word(line);
    if (first == "formulas") {
      formulas = count_of(line);
      if (formulas == 0) return base::fail("the number of formulas is missing", span);
      continue;
    }
    const std::uint32_t count = count_of(first);
    if (count == 0 || count > formulas) {
      return base::fail(fmt::format("'{}' must be a count of at most {} formulas", first, formulas),
                        span, "the line `formulas COUNT` comes before all labels");
    }
    const std::string_view name = take_word(line);
    const auto op = formula::op_by_name(name);
    if (!op) return base::fail(fmt::format("'{}' is not an operator", name), span);
    const std::uint64_t label = index::extend_key(index::operator_key(*op), index::key_of(line));
    rarities.weights_[label] = label_weight(formulas, count);
    least = least == 0 ? count : std::min(least, count);
  }
  if (least > 0) rarities.of_others_ = label_weight(formulas, least);
  return rarities;
}

const LabelRarities& LabelRarities::shipped() {
  static const LabelRarities rarities = [] {
    for (const ShippedWeightFile& file : shipped_weight_files()) {
      if (file.name.ends_with("labels.weights")) return parse(file.text).value_or(LabelRarities{});
    }
    return LabelRarities{};
  }();
  return rarities;
}

namespace {

bool is_number(const FlatNode& node) {
  return node.leaf && node.type == index::operator_key(formula::Op::Number);
}

double dice(double common, double query, double candidate) {
  return query + candidate > 0 ? 2 * common / (query + candidate) : 1;
}

}  // namespace

LabelOverlap::Count* LabelOverlap::find(std::uint64_t label) {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = label & mask;; at = (at + 1) & mask) {
    if (table_[at] == 0) return nullptr;
    if (counts_[table_[at] - 1].label == label) return &counts_[table_[at] - 1];
  }
}

void LabelOverlap::assign(const FlatTree& query) {
  counts_.clear();
  table_.assign(std::bit_ceil(2 * query.size() + 2), 0);
  words_.assign(query.words().begin(), query.words().end());
  const std::size_t mask = table_.size() - 1;
  for (const FlatNode& node : query.nodes()) {
    if (Count* known = find(node.label)) {
      ++known->in_query;
      continue;
    }
    counts_.push_back({node.label, 1, 0, is_number(node), rarities_->weight(node.label)});
    std::size_t at = node.label & mask;
    while (table_[at] != 0) at = (at + 1) & mask;
    table_[at] = static_cast<std::uint32_t>(counts_.size());
  }
  length_ = 0;
  for (const Count& count : counts_) length_ += count.in_query * count.weight;
}

LabelSimilarity LabelOverlap::compare(const FlatTree& candidate) {
  for (Count& count : counts_) count.in_candidate = 0;
  others_.clear();
  // The component for a label is the square root of its number of occurrences, so the squares of
  // all add up node by node.
  double length = 0;
  for (const FlatNode& node : candidate.nodes()) {
    if (Count* known = find(node.label)) {
      ++known->in_candidate;
      length += known->weight;
      continue;
    }
    length += rarities_->weight(node.label);
    if (!is_number(node)) continue;
    const auto found = std::ranges::find(others_, node.label, &Count::label);
    if (found != others_.end()) {
      ++found->in_candidate;
    } else {
      others_.push_back({node.label, 0, 1, true, 0});
    }
  }
  LabelSimilarity result;
  double product = 0;
  double common = 0;
  double in_query = 0;
  double common_numbers = 0;
  double query_numbers = 0;
  double candidate_numbers = 0;
  for (const Count& count : counts_) {
    const double query = std::sqrt(count.in_query);
    const double shared = std::sqrt(std::min(count.in_query, count.in_candidate));
    product += query * std::sqrt(count.in_candidate) * count.weight;
    common += shared;
    in_query += query;
    if (!count.number) continue;
    common_numbers += shared;
    query_numbers += query;
    candidate_numbers += std::sqrt(count.in_candidate);
  }
  for (const Count& count : others_) candidate_numbers += std::sqrt(count.in_candidate);
  const double lengths = std::sqrt(length_ * length);
  result.cosine = lengths > 0 ? product / lengths : 0;
  result.recall = in_query > 0 ? common / in_query : 1;
  result.numbers = dice(common_numbers, query_numbers, candidate_numbers);
  const auto shared_words =
      static_cast<double>(std::ranges::count_if(words_, [&](std::uint64_t word) {
        return std::ranges::binary_search(candidate.words(), word);
      }));
  const auto query_words = static_cast<double>(words_.size());
  result.words = dice(shared_words, query_words, static_cast<double>(candidate.words().size()));
  result.word_recall = words_.empty() ? 1 : shared_words / query_words;
  return result;
}

namespace {

// Makes the number of pairs of a long sum proportional to the number of its terms.
constexpr std::size_t kMostPartners = 5;

std::uint64_t pair_key(const FlatNode& parent, std::size_t place, std::uint64_t first,
                       std::uint64_t second) {
  return index::extend_key(index::extend_key(index::extend_key(parent.label, place), first),
                           second);
}

}  // namespace

void SiblingOverlap::read(const FlatTree& tree, std::vector<Pair>& pairs) {
  keys_.clear();
  for (std::size_t at = 0; at < tree.size(); ++at) {
    const FlatNode& node = tree[at];
    if (node.leaf) continue;
    operands_.clear();
    for_each_operand(tree.nodes(), at,
                     [&](std::size_t operand) { operands_.push_back(tree[operand].label); });
    if (node.commutes) std::ranges::sort(operands_);
    const std::size_t partners = node.commutes ? kMostPartners : 1;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const std::size_t end = std::min(operands_.size(), i + 1 + partners);
      for (std::size_t j = i + 1; j < end; ++j) {
        keys_.push_back(pair_key(node, node.commutes ? 0 : i, operands_[i], operands_[j]));
      }
    }
  }
  std::ranges::sort(keys_);
  pairs.clear();
  for (const std::uint64_t key : keys_) {
    if (pairs.empty() || pairs.back().key != key) pairs.push_back({key, 0});
    ++pairs.back().count;
  }
}

void SiblingOverlap::assign(const FlatTree& query) {
  read(query, of_query_);
  in_query_ = 0;
  for (const Pair& pair : of_query_) in_query_ += std::sqrt(pair.count);
}

double SiblingOverlap::recall(const FlatTree& candidate) {
  if (of_query_.empty()) return 1;
  read(candidate, of_candidate_);
  double common = 0;
  auto other = of_candidate_.begin();
  for (const Pair& pair : of_query_) {
    while (other != of_candidate_.end() && other->key < pair.key) ++other;
    if (other == of_candidate_.end()) break;
    if (other->key == pair.key) common += std::sqrt(std::min(pair.count, other->count));
  }
  return common / in_query_;
}

}  // namespace noether::search
