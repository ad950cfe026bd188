#include "noether/egen/templates/template_expansion.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "noether/base/mix.h"

namespace noether::egen {

using algebra::ExprId;

ExprId TemplateExpander::expand(const Pattern& pattern, std::uint64_t index,
                                egraph::Random* random) {
  // The index is a number in mixed radix: each placeholder takes one digit.
  std::vector<Choice> choices(pattern.slots.size());
  for (std::size_t i = pattern.slots.size(); i-- > 0;) {
    const Pattern::Slot& slot = pattern.slots[i];
    const TemplateSet& set = book_.sets[slot.set];
    if (random != nullptr && slot.drawn) {
      choices[i] = choose(set, random->below(set.space.back()), nullptr);
    } else {
      const std::uint64_t radix = random != nullptr ? set.asked.back() : set.space.back();
      choices[i] = choose(set, index % radix, random);
      index /= radix;
    }
  }
  // In reversed prefix order, operands come before their operators.
  std::vector<ExprId> stack;
  std::vector<ExprId> operands;
  for (std::size_t i = pattern.nodes.size(); i-- > 0;) {
    const Pattern::Node& node = pattern.nodes[i];
    const bool chosen = node.slot != Pattern::kNoSlot;
    if (chosen && node.arity == 0) {
      stack.push_back(choices[node.slot].value);
      continue;
    }
    operands.assign(stack.rbegin(), stack.rbegin() + node.arity);
    stack.resize(stack.size() - node.arity);
    stack.push_back(pool_.make(chosen ? choices[node.slot].head : node.head, operands));
  }
  return stack.back();
}

TemplateExpander::Choice TemplateExpander::choose(const TemplateSet& set, std::uint64_t index,
                                                  egraph::Random* random) {
  const std::vector<std::uint64_t>& ends = random != nullptr ? set.asked : set.space;
  const auto member =
      static_cast<std::size_t>(std::ranges::upper_bound(ends, index) - ends.begin());
  const Pattern& pattern = book_.patterns[set.members[member]];
  if (set.arity > 0) return {.head = pattern.nodes[0].head};
  const std::uint64_t first = member == 0 ? 0 : ends[member - 1];
  return {.head = {}, .value = expand(pattern, index - first, random)};
}

bool has_draws(const TemplateBook& book, std::uint32_t pattern) {
  return book.patterns[pattern].asked < book.patterns[pattern].space;
}

namespace {

constexpr int kExpansionTries = 32;  // for one requested expansion
// candidates dropped in a row before the search for further ones ends
constexpr std::size_t kMaxIdle = 50'000;

std::string origin_of(const Template& from) { return from.family + '/' + from.name; }

std::uint64_t mixed_seed(std::uint64_t seed, std::string_view name, std::uint64_t index,
                         std::uint64_t draw) {
  base::Hasher hasher;
  hasher.add_number(seed);
  hasher.add_text(name);
  hasher.add_number(index);
  hasher.add_number(draw);
  return hasher.digest().low;
}

// Among equal expansions, the first one taken is kept, so short ones come first: sin x, not (cos x)
// (tan x).
std::vector<std::size_t> short_ones_first(const TemplateBook& book) {
  std::vector<std::size_t> order(book.templates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto tokens = [&](std::size_t i) {
    return book.patterns[book.templates[i].pattern].tokens;
  };
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(tokens(i), i); });
  return order;
}

// One template's whole space, in random order.
struct Course {
  const Template* from;
  std::string origin;
  base::IndexShuffle order;
  std::uint64_t weight;
  std::uint64_t position = 0;

  bool ended() const { return position == order.count(); }
};

std::vector<Course> courses_of(const TemplateBook& book, std::uint64_t seed) {
  std::vector<Course> courses;
  for (const Template& from : book.templates) {
    const Pattern& pattern = book.patterns[from.pattern];
    if (!has_draws(book, from.pattern)) continue;  // the whole space was already requested
    const std::string origin = origin_of(from);
    courses.push_back({&from, origin,
                       base::IndexShuffle(pattern.space, mixed_seed(seed, origin, 0, 0)),
                       pattern.asked * from.draws});
  }
  return courses;
}

std::size_t pick(const std::vector<Course>& courses, egraph::Random& random) {
  std::uint64_t total = 0;
  for (const Course& course : courses) total += course.weight;
  std::uint64_t left = random.below(total);
  std::size_t i = 0;
  for (; left >= courses[i].weight; ++i) left -= courses[i].weight;
  return i;
}

}  // namespace

void take_asked_expansions(const TemplateBook& book, const ExpansionRequest& request,
                           algebra::Expressions& pool, InitialFilter& filter) {
  TemplateExpander expander(book, pool);
  for (const std::size_t number : short_ones_first(book)) {
    const Template& from = book.templates[number];
    const std::string origin = origin_of(from);
    const std::uint64_t asked = book.patterns[from.pattern].asked;
    const bool drawn = has_draws(book, from.pattern);
    const std::uint32_t draws = drawn ? from.draws : 1;
    for (std::uint64_t index = 0; index < asked; ++index) {
      for (std::uint32_t draw = 0; draw < draws; ++draw) {
        egraph::Random random(mixed_seed(request.seed, origin, index, draw));
        for (int tries = drawn ? kExpansionTries : 1; tries > 0; --tries) {
          pool.clear();
          const Candidate candidate{.expression = expander.asked(from.pattern, index, random),
                                    .max_tokens = request.max_tokens,
                                    .demands = {.may_be_constant = from.may_be_constant}};
          if (!filter.take(candidate, origin)) break;
        }
      }
    }
  }
}

bool take_further_expansions(const TemplateBook& book, const ExpansionRequest& request,
                             std::size_t wanted, algebra::Expressions& pool,
                             InitialFilter& filter) {
  TemplateExpander expander(book, pool);
  std::vector<Course> courses = courses_of(book, request.seed);
  egraph::Random random(mixed_seed(request.seed, "further", 0, 0));
  std::size_t idle = 0;
  while (filter.size() < wanted) {
    if (courses.empty() || idle == kMaxIdle) return false;
    const std::size_t picked = pick(courses, random);
    Course& course = courses[picked];
    pool.clear();
    const std::uint64_t index = course.order[course.position++];
    const Candidate candidate{.expression = expander.any(course.from->pattern, index),
                              .max_tokens = request.max_tokens,
                              .demands = {.may_be_constant = course.from->may_be_constant}};
    idle = filter.take(candidate, course.origin) ? idle + 1 : 0;
    if (course.ended()) courses.erase(courses.begin() + static_cast<std::ptrdiff_t>(picked));
  }
  return true;
}

}  // namespace noether::egen
