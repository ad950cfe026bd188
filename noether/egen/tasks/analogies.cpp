#include "noether/egen/tasks/analogies.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>

#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/base/mix.h"
#include "noether/egen/tasks/relations.h"
#include "noether/egraph/terms/random.h"
#include "noether/egraph/union_find.h"

namespace noether::egen {
namespace {

// Table 16 of the paper: the relation and both x; each y follows from its x.
struct PaperAnalogy {
  std::string_view relation;
  std::string_view x1;
  std::string_view x2;
};
constexpr std::array<PaperAnalogy, 21> kPaper = {{
    {"negated-argument", "sin x", "cos x"},
    {"negated-argument", "sin x", "tan x"},
    {"reciprocal", "cos x", "tanh x"},
    {"reciprocal-argument", "asin x", "acos x"},
    {"reciprocal-argument", "asinh x", "atanh x"},
    {"period", "sin x", "cot x"},
    {"period", "tan x", "csc x"},
    {"half-period", "* -1 cos x", "* -1 cot x"},
    {"quarter-turn", "sin x", "sec x"},
    {"half-period", "* -1 csc x", "* -1 sec x"},
    {"half-period", "* -1 cos x", "* -1 tan x"},
    {"logarithm", "x", "sin x"},
    {"logarithm", "x", "coth x"},
    {"logarithm", "x", "acos x"},
    {"arcsine", "x", "cos x"},
    {"arccosecant", "x", "csch x"},
    {"plus-one", "x", "atan x"},
    {"minus-one", "x", "sin x"},
    {"divided-by-one", "x", "tan x"},
    {"cubed", "x", "csch x"},
    {"cubed", "x", "asinh x"},
}};

// Returns nothing if the answer is one of the three given expressions.
std::optional<Analogy> analogy_of(const Relation& relation, const RelatedPair& first,
                                  const RelatedPair& second) {
  if (second.y == first.x || second.y == first.y || second.y == second.x) return std::nullopt;
  return Analogy{.relation = relation.name,
                 .x1 = first.x,
                 .y1 = first.y,
                 .x2 = second.x,
                 .y2 = second.y,
                 .paper = 0,
                 .excluded = {}};
}

Analogy paper_analogy(unsigned number) {
  const PaperAnalogy& wanted = kPaper[number - 1];
  const Relation& relation = *find_relation(wanted.relation);
  const auto first = std::ranges::find(relation.pairs, wanted.x1, &RelatedPair::x);
  const auto second = std::ranges::find(relation.pairs, wanted.x2, &RelatedPair::x);
  Analogy analogy = *analogy_of(relation, *first, *second);
  analogy.paper = number;
  return analogy;
}

// Draws every analogy of one relation once, in random order.
class RelationDraw {
 public:
  RelationDraw(const Relation& relation, std::uint64_t seed)
      : relation_(&relation), order_(relation.pairs.size() * (relation.pairs.size() - 1), seed) {}

  std::optional<Analogy> next() {
    const std::size_t others = relation_->pairs.size() - 1;
    while (given_ < order_.count()) {
      const auto number = static_cast<std::size_t>(order_[given_++]);
      const std::size_t first = number / others;
      const std::size_t second = number % others;
      auto made = analogy_of(*relation_, relation_->pairs[first],
                             relation_->pairs[second < first ? second : second + 1]);
      if (made) return made;
    }
    return std::nullopt;
  }

 private:
  const Relation* relation_;
  base::IndexShuffle order_;
  std::uint64_t given_ = 0;
};

class PoolGroups {
 public:
  // Joins the expression's group with those of the same fingerprint and with that of its cluster.
  void add(std::uint32_t entry, std::string_view expression, std::optional<std::size_t> cluster) {
    groups_.add();
    if (cluster) join(first_of_cluster_.try_emplace(*cluster, entry).first->second, entry);
    pool_.clear();
    const auto root = reader_.read(formula::Notation::Prefix, expression, pool_);
    if (!root) return;
    const base::Digest print = fingerprinter_.fingerprint(*root, algebra::Names::Keep);
    join(first_of_print_.try_emplace(print, entry).first->second, entry);
  }
  std::uint32_t group(std::uint32_t entry) { return groups_.find_halving(entry); }

 private:
  void join(std::uint32_t a, std::uint32_t b) {
    a = groups_.find_halving(a);
    b = groups_.find_halving(b);
    if (a != b) groups_.unite(std::min(a, b), std::max(a, b));
  }

  algebra::Vocabulary vocabulary_;
  algebra::Expressions pool_{vocabulary_};
  algebra::ExpressionReader reader_;
  algebra::Fingerprinter fingerprinter_{pool_};
  egraph::UnionFind groups_;
  std::unordered_map<std::size_t, std::uint32_t> first_of_cluster_;
  std::unordered_map<base::Digest, std::uint32_t> first_of_print_;
};

std::vector<std::uint64_t> choose_members(std::uint64_t count, std::size_t most,
                                          std::uint64_t seed) {
  std::vector<std::uint64_t> members;
  if (count == 0) return members;
  const base::IndexShuffle shuffle(count, seed);
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(count, most); ++i) {
    members.push_back(shuffle[i]);
  }
  std::ranges::sort(members);
  return members;
}

}  // namespace

std::vector<Analogy> make_analogies(std::size_t how_many, std::uint64_t seed) {
  std::vector<Analogy> made;
  std::set<std::array<std::string, 4>> seen;
  const auto add = [&](Analogy analogy) {
    if (made.size() >= how_many) return;
    const bool is_new = seen.insert({analogy.x1, analogy.y1, analogy.x2, analogy.y2}).second;
    if (is_new) made.push_back(std::move(analogy));
  };
  for (unsigned number = 1; number <= kPaper.size(); ++number) add(paper_analogy(number));
  egraph::Random random(seed);
  std::vector<RelationDraw> draws;
  for (const Relation& relation : relations()) draws.emplace_back(relation, random.next());
  for (bool found = true; found && made.size() < how_many;) {
    found = false;
    for (RelationDraw& draw : draws) {
      auto next = draw.next();
      if (!next) continue;
      found = true;
      add(*std::move(next));
    }
  }
  return made;
}

std::vector<PoolEntry> make_analogy_pool(const MemberTable& table, std::vector<Analogy>& analogies,
                                         std::size_t most, std::uint64_t seed) {
  std::vector<PoolEntry> pool;
  std::unordered_map<std::string, std::uint32_t> entries;
  PoolGroups groups;
  const auto add = [&](std::string_view expression, std::optional<std::size_t> cluster) {
    const auto number = static_cast<std::uint32_t>(pool.size());
    if (!entries.try_emplace(std::string(expression), number).second) return;
    pool.push_back({std::string(expression)});
    groups.add(number, expression, cluster);
  };
  for (const std::uint64_t member : choose_members(table.member_count(), most, seed)) {
    add(table.expression(member), table.cluster_of(member));
  }
  for (const Analogy& analogy : analogies) {
    for (const std::string* part : {&analogy.x1, &analogy.y1, &analogy.x2, &analogy.y2}) {
      add(*part, std::nullopt);
    }
  }
  for (std::uint32_t entry = 0; entry < pool.size(); ++entry) {
    pool[entry].group = groups.group(entry);
  }
  for (Analogy& analogy : analogies) {
    const std::uint64_t x2 = pool[entries.at(analogy.x2)].group;
    const std::uint64_t y2 = pool[entries.at(analogy.y2)].group;
    analogy.excluded = {std::min(x2, y2), std::max(x2, y2)};
    if (x2 == y2) analogy.excluded.pop_back();
  }
  return pool;
}

}  // namespace noether::egen
