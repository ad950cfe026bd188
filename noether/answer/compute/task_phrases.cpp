#include "noether/answer/compute/task_phrases.h"

#include <algorithm>
#include <array>

namespace noether::answer {
namespace {

using enum TaskKind;

constexpr auto kPhrases = std::to_array<TaskPhrase>({
    {"what is|are|does|would E equal|be?", Evaluate},
    {"what is|are|does E", Evaluate},
    {"what's E", Evaluate},
    {"how much is E", Evaluate},
    {"find|determine|express|write|give|state E", Evaluate},
    {"compute|calculate|evaluate|simplify|rationalize E completely?", Evaluate, true},
    {"simplify and evaluate|rationalize E", Evaluate},
    {"work out E", Evaluate, true},
    {"rationalize denominator in?|for? E", Evaluate},
    {"simplify and rationalize denominator E", Evaluate},
    {"find|compute|calculate|evaluate|determine integral|limit|sum|product|series E", Evaluate,
     true},
    {"what is integral|limit|sum|product|series E", Evaluate},
    {"E", Evaluate},
    {"expand out?|product? E completely?|fully?", Expand, true},
    {"multiply out E", Expand, true},
    {"factor|factorise|factorize E completely?|fully?|over? integers?", Factor, true},
    {"solve for? X? in? Q for? X?", Solve, true},
    {"find|determine|give solution|solutions|root|roots to|for|in? Q", Solve},
    {"what is|are solution|solutions|root|roots to|for? Q", Solve},
    {"find|determine|compute|calculate X such that Q", Solve},
    {"find|determine X so that Q", Solve},
    {"find|determine X that|which satisfy|satisfies|solve|solves Q", Solve},
    {"find|determine|compute X for which Q is? true?", Solve},
    {"find|determine|what is|are? X in|satisfying Q", Solve},
    {"what X? satisfies|satisfy|solves|solve Q", Solve},
    {"what X makes Q true?", Solve},
    {"for what|which X is|does|do|are Q true?", Solve},
    {"for what|which X Q", Solve},
    {"differentiate|derive E with? respect? to? X?", Differentiate, true},
    {"find|compute|calculate|evaluate|determine derivative E with? respect? to? X?", Differentiate,
     true},
    {"what is|would derivative E with? respect? to? X?", Differentiate, true},
    {"derivative E with? respect? to? X?", Differentiate, true},
    {"integrate E with? respect? to? X?", Integrate, true},
    {"find|compute|calculate|evaluate|determine antiderivative|integral E with? respect? to? X?",
     Integrate, true},
    {"what is antiderivative|integral E with? respect? to? X?", Integrate, true},
    {"is it? true? that? Q true?|correct?|right?|valid?|identity?", Compare},
    {"is E equal|equals|equivalent to E", Compare},
    {"is E same as E", Compare},
    {"does E equal E", Compare},
    {"are E and E equal|equivalent|same", Compare},
    {"prove|show|verify that? identity? Q", Compare, true},
    {"is step|identity|equality Q true|correct|right|valid", Compare},
    {"find|what|compute|determine|give|calculate is? greatest common divisor|factor E and E", Gcd},
    {"find|what|compute|determine|give|calculate is? gcd|gcf E and E", Gcd},
    {"find|what|compute|determine|give|calculate is? least common multiple E and E", Lcm},
    {"find|what|compute|determine|give|calculate is? lcm E and E", Lcm},
});

constexpr auto kFillers = std::to_array<std::string_view>({
    "a",          "an",          "the",      "value",    "values",   "of",   "following",
    "expression", "equation",    "please",   "exact",    "exactly",  "real", "numbers",
    "this",       "numerical",   "each",     "quantity", "function", "i",    "do",
    "can",        "you",         "how",      "me",       "help",     "all",  "positive",
    "negative",   "expressions", "identity",
});

constexpr auto kFormWords = std::to_array<std::string_view>({
    "a",         "all",        "an",       "and",        "answer",   "answers",    "any",
    "as",        "by",         "comma",    "commas",     "common",   "decimal",    "denominator",
    "distinct",  "each",       "enter",    "exact",      "express",  "expression", "form",
    "fraction",  "from",       "fully",    "give",       "greatest", "if",         "improper",
    "in",        "increasing", "integer",  "is",         "it",       "least",      "leave",
    "list",      "lowest",     "mixed",    "more",       "most",     "necessary",  "no",
    "number",    "of",         "one",      "only",       "order",    "pi",         "possible",
    "proper",    "put",        "radical",  "radicals",   "rational", "reduced",    "separate",
    "separated", "simple",     "simplest", "simplified", "simplify", "single",     "solution",
    "solutions", "term",       "terms",    "than",       "the",      "there",      "to",
    "value",     "values",     "with",     "without",    "write",    "your",       "radicands",
    "exponents", "lowest",     "real",     "radians",
});

bool is_one_of(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

std::span<const TaskPhrase> task_phrases() { return kPhrases; }

bool is_filler(std::string_view word) { return is_one_of(kFillers, word); }

bool is_about_form(std::string_view word) { return is_one_of(kFormWords, word); }

bool begins_form(std::string_view word) {
  constexpr auto kFirst = std::to_array<std::string_view>(
      {"express", "enter", "write", "give", "leave", "put", "as", "in", "simplify", "list"});
  return is_one_of(kFirst, word);
}

}  // namespace noether::answer
