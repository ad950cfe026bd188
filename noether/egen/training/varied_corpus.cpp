#include "noether/egen/training/varied_corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <unordered_set>
#include <utility>
#include <vector>

#include "noether/base/mix.h"
#include "noether/egen/verify/reference_check.h"

namespace noether::egen {
namespace {

using algebra::Op;

constexpr std::size_t kMostVariations = 4;
// The number of random places tried for one identity.
constexpr std::size_t kVariationTries = 6;
// Larger numbers stay unchanged.
constexpr std::int64_t kLargestNumber = 1'000'000;
// The maximal number of tokens in a doubled part.
constexpr std::size_t kLongestDoubled = 4;

std::optional<std::int64_t> number_of_token(std::string_view token) {
  std::int64_t value = 0;
  const char* const end = token.data() + token.size();
  const auto read = std::from_chars(token.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end || value > kLargestNumber ||
      value < -kLargestNumber) {
    return std::nullopt;
  }
  return value;
}

// a / b as an exact, short decimal; nothing if there is none.
std::optional<std::string> decimal(std::int64_t a, std::int64_t b) {
  constexpr int kDigits = 6;
  constexpr std::int64_t kScale = 1'000'000;
  if (b == 0 || std::abs(a) > kLargestNumber) return std::nullopt;
  if (a * kScale % b != 0 || a % b == 0) return std::nullopt;
  const std::int64_t scaled = a * kScale / b;
  std::string text = fmt::format("{}{}.{:0{}}", scaled < 0 ? "-" : "", std::abs(scaled) / kScale,
                                 std::abs(scaled) % kScale, kDigits);
  while (text.back() == '0') text.pop_back();
  return text;
}

std::string with_zero(const std::string& part, egraph::Random& random) {
  switch (random.below(std::uint64_t{3})) {
    case 0:
      return "+ " + part + " 0";
    case 1:
      return "+ 0 " + part;
    default:
      return "- " + part + " 0";
  }
}

std::string with_one(const std::string& part, egraph::Random& random) {
  switch (random.below(std::uint64_t{4})) {
    case 0:
      return "* " + part + " 1";
    case 1:
      return "* 1 " + part;
    case 2:
      return "/ " + part + " 1";
    default:
      return "pow " + part + " 1";
  }
}

std::string doubled(const std::string& part, egraph::Random& random) {
  switch (random.below(std::uint64_t{5})) {
    case 0:
      return "/ + " + part + " " + part + " 2";
    case 1:
      return "* + " + part + " " + part + " 0.5";
    case 2:
      return "- * 2 " + part + " " + part;
    case 3:
      return "/ * 2 " + part + " 2";
    default:
      return "* 2 / " + part + " 2";
  }
}

// Writes a whole number as a sum, a difference, a product or a quotient.
std::string taken_apart(std::int64_t value, egraph::Random& random) {
  const auto step = static_cast<std::int64_t>(1 + random.below(std::uint64_t{10}));
  switch (random.below(std::uint64_t{4})) {
    case 0:
      return fmt::format("+ {} {}", step, value - step);
    case 1:
      return fmt::format("- {} {}", value + step, step);
    case 2:
      if (step > 1 && value % step == 0) return fmt::format("* {} {}", value / step, step);
      return fmt::format("- {} {}", step, step - value);
    default:
      return fmt::format("/ {} {}", value * (step + 1), step + 1);
  }
}

// e / 4 as e times 0.25, 4 e as e / 0.25, 1 / 4 as 0.25.
std::optional<std::string> as_decimal(Op op, const std::string& left, const std::string& right,
                                      egraph::Random& random) {
  const auto a = number_of_token(left);
  const auto b = number_of_token(right);
  if (op == Op::Divide && b) {
    if (a) return decimal(*a, *b);
    const auto factor = decimal(1, *b);
    if (!factor) return std::nullopt;
    const bool in_front = random.below(std::uint64_t{2}) == 0;
    return in_front ? "* " + *factor + " " + left : "* " + left + " " + *factor;
  }
  if (op != Op::Multiply || (a && b)) return std::nullopt;
  const auto number = a ? a : b;
  if (!number) return std::nullopt;
  const auto divisor = decimal(1, *number);
  if (!divisor) return std::nullopt;
  return "/ " + (a ? right : left) + " " + *divisor;
}

enum class Kind : std::uint8_t { Zero, One, Doubled, Number, Decimal, Order };
// Few places admit decimals, so they are tried more often.
constexpr std::array kKinds = {Kind::Zero,    Kind::Zero,    Kind::One,     Kind::One,
                               Kind::Number,  Kind::Number,  Kind::Doubled, Kind::Decimal,
                               Kind::Decimal, Kind::Decimal, Kind::Order};

}  // namespace

std::string PlainVariation::part(std::size_t position) const {
  std::string text;
  for (std::size_t i = position; i < tokens_[position].end; ++i) {
    if (i > position) text += ' ';
    text += tokens_[i].text;
  }
  return text;
}

std::optional<std::string> PlainVariation::once(std::string_view expression, std::size_t max_tokens,
                                                egraph::Random& random) {
  split_prefix(expression, tokens_);
  if (tokens_.empty()) return std::nullopt;
  const std::vector<bool> bound = bound_variable_places(tokens_);
  for (std::size_t tried = 0; tried < kVariationTries; ++tried) {
    const Kind kind = kKinds[random.below(kKinds.size())];
    const auto at = static_cast<std::size_t>(random.below(tokens_.size()));
    if (bound[at]) continue;
    const PrefixToken& token = tokens_[at];
    const bool is_pair = token.has_usual_arity() && token.arity == 2;
    std::optional<std::string> other;
    const bool is_number = is_number_token(token.text);
    if (kind == Kind::Zero && !is_number) other = with_zero(part(at), random);
    if (kind == Kind::One && !is_number) other = with_one(part(at), random);
    if (kind == Kind::Doubled && !is_number && token.end - at <= kLongestDoubled) {
      other = doubled(part(at), random);
    }
    if (kind == Kind::Number) {
      if (const auto value = number_of_token(token.text)) other = taken_apart(*value, random);
    }
    if ((kind == Kind::Decimal || kind == Kind::Order) && is_pair) {
      const std::string left = part(at + 1);
      const std::string right = part(tokens_[at + 1].end);
      if (kind == Kind::Decimal) {
        other = as_decimal(*token.op, left, right, random);
      } else if (algebra::is_commutative(*token.op)) {
        other = fmt::format("{} {} {}", token.text, right, left);
      }
    }
    if (!other) continue;
    std::string text;
    const auto append = [&](std::string_view more) {
      if (!text.empty()) text += ' ';
      text += more;
    };
    for (std::size_t i = 0; i < at; ++i) append(tokens_[i].text);
    append(*other);
    for (std::size_t i = token.end; i < tokens_.size(); ++i) append(tokens_[i].text);
    const auto blanks = static_cast<std::size_t>(std::ranges::count(text, ' '));
    if (blanks + 1 <= max_tokens) return text;
  }
  return std::nullopt;
}

std::optional<std::string> PlainVariation::some(std::string_view expression, std::size_t max_tokens,
                                                egraph::Random& random) {
  std::optional<std::string> varied = once(expression, max_tokens, random);
  for (std::size_t i = 1; varied && i < kMostVariations; ++i) {
    if (random.below(std::uint64_t{2}) == 0) break;
    if (auto further = once(*varied, max_tokens, random)) varied = std::move(further);
  }
  return varied;
}

namespace {

// Each thread needs its own.
class ClusterVariation {
 public:
  explicit ClusterVariation(const VariationOptions& options) : options_(options) {}

  // Returns the number of rewritten members.
  std::uint64_t vary(Cluster& cluster) {
    egraph::Random random(options_.seed * base::kGoldenRatio + cluster.id);
    keep_some(cluster, random);
    for (Member& member : cluster.members) member.rules.clear();
    if (cluster.members.size() < 2 || !check_.set_reference(cluster.members[0].expression)) {
      return 0;
    }
    std::unordered_set<std::uint64_t> there;
    for (const Member& member : cluster.members) there.insert(text_key(member.expression));
    std::uint64_t varied = 0;
    constexpr std::uint64_t kWhole = 1'000'000;
    const auto share = static_cast<std::uint64_t>(options_.share * kWhole);
    for (std::size_t i = 1; i < cluster.members.size(); ++i) {
      if (random.below(kWhole) >= share) continue;
      Member& member = cluster.members[i];
      auto text = variation_.some(member.expression, options_.max_tokens, random);
      if (!text || there.contains(text_key(*text))) continue;
      const MemberCheck check = check_.check(*text);
      if (check.verdict != algebra::Verdict::Agrees || check.domain != member.domain) continue;
      there.insert(text_key(*text));
      member.expression = *std::move(text);
      member.verdict = check.verdict;
      member.shared_points = check.shared_points;
      ++varied;
    }
    return varied;
  }

 private:
  // Keeps a random choice in the original order.
  void keep_some(Cluster& cluster, egraph::Random& random) const {
    std::size_t wanted = std::max<std::size_t>(1, options_.members);
    if (cluster.members.size() <= wanted) return;
    std::vector<Member> kept;
    kept.push_back(std::move(cluster.members[0]));
    --wanted;
    for (std::size_t i = 1; i < cluster.members.size(); ++i) {
      if (random.below(cluster.members.size() - i) >= wanted) continue;
      kept.push_back(std::move(cluster.members[i]));
      --wanted;
    }
    cluster.members = std::move(kept);
  }

  VariationOptions options_;
  PlainVariation variation_;
  ReferenceCheck check_;
};

}  // namespace

base::Result<CorpusManifest> vary_corpus(const DerivedCorpusRequest& request,
                                         const VariationOptions& options) {
  if (!(options.share >= 0 && options.share <= 1)) {
    return base::fail("the share of members that are varied must be between 0 and 100 percent");
  }
  CorpusDerivation derivation;
  derivation.command = "vary";
  derivation.parameters = {
      {"seed", std::to_string(options.seed)},
      {"share", fmt::format("{}", options.share)},
      {"max-tokens", std::to_string(options.max_tokens)},
      {"members",
       options.members == SIZE_MAX ? std::string("all") : std::to_string(options.members)}};
  const auto varied = std::make_shared<std::atomic<std::uint64_t>>(0);
  derivation.make_change = [&options, varied]() -> ClusterChange {
    const auto variation = std::make_shared<ClusterVariation>(options);
    return [variation, varied](Cluster& cluster) { *varied += variation->vary(cluster); };
  };
  derivation.count = [varied](const Cluster&, Counts& counts) { counts["varied"] = *varied; };
  return derive_corpus(request, derivation);
}

}  // namespace noether::egen
