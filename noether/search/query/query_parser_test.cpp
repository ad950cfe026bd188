// The query language, by example queries, and its errors with their places.
#include "noether/search/query/query_parser.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "noether/base/sanitized.h"
#include "noether/search/pipeline/formula_lists.h"
#include "noether/search/query/query_check.h"

namespace noether::search {
namespace {

// One line for each clause: its sign, its kind, its text, and the stems of a phrase.
std::string outline(const std::string& text) {
  const auto query = parse_query(text);
  if (!query) return "error: " + query.error().message;
  std::string out;
  for (const Clause& clause : query->clauses) {
    constexpr std::string_view kSigns = " +-";
    constexpr std::array<std::string_view, 6> kKinds = {"word", "phrase", "formula",
                                                        "tag",  "type",   "where"};
    if (!out.empty()) out += '\n';
    out += fmt::format("{}{} {}", kSigns[static_cast<std::size_t>(clause.occurrence)],
                       kKinds[static_cast<std::size_t>(clause.kind)], clause.text);
    if (clause.kind == ClauseKind::Phrase) {
      out += fmt::format(" [{}]", fmt::join(clause.stems, "|"));
    }
  }
  return out;
}

// The query, with carets under the place of the error.
std::string marked(const std::string& text) {
  const auto query = parse_query(text);
  if (query) return "no error";
  const base::Span span = query.error().span;
  return text + "\n" + std::string(span.begin, ' ') + std::string(span.end - span.begin, '^');
}

std::string hint_of(const std::string& text) {
  const auto query = parse_query(text);
  return query ? "no error" : query.error().hint;
}

TEST(QueryLanguage, HasWordsFormulasPhrasesAndFilters) {
  EXPECT_EQ(outline("limits $x^2$ \"mean value\" -series +proof tag:calculus type:answer"),
            " word limits\n"
            " formula x^2\n"
            "+phrase mean value [mean|valu]\n"
            "-word series\n"
            "+word proof\n"
            "+tag calculus\n"
            "+type answer");
}

TEST(QueryLanguage, PutsSignsBeforeEverything) {
  EXPECT_EQ(outline("a +$x$ -$y$ +\"b c\" -\"d e\" -tag:f +type:g -type:h"),
            " word a\n"
            "+formula x\n"
            "-formula y\n"
            "+phrase b c [b|c]\n"
            "-phrase d e [d|e]\n"
            "-tag f\n"
            "+type g\n"
            "-type h");
}

TEST(QueryLanguage, TakesADashAndTheSignOfANumberForNoExclusion) {
  EXPECT_EQ(outline("one - two -3 + 4 -- five"),
            " word one\n word two\n word 3\n word 4\n word five");
  EXPECT_EQ(outline("the $x$-axis"), " word the\n formula x\n word axis");
}

TEST(QueryLanguage, MakesAPhraseOfHyphenatedWordsWithASign) {
  EXPECT_EQ(outline("Cauchy-Schwarz"), " word cauchy\n word schwarz");
  EXPECT_EQ(outline("sums -Cauchy-Schwarz"), " word sums\n-phrase Cauchy-Schwarz [cauchi|schwarz]");
}

TEST(QueryLanguage, RequiresASingleWordInQuotes) {
  EXPECT_EQ(outline("\"Limits\""), "+word limits");
  EXPECT_EQ(outline("\"$x$\""), "+formula x");
  EXPECT_EQ(outline("\"...\" word"), " word word");
}

TEST(QueryLanguage, LetsAnyFormulaStandInAPhrase) {
  EXPECT_EQ(outline("\"let $x$ be\""), "+phrase let $x$ be [let||be]");
}

TEST(QueryLanguage, KnowsTheSignsOfFormulas) {
  EXPECT_EQ(outline("$$a$$ \\(b\\) \\[c\\] \\begin{align}d&=e\\end{align}"),
            " formula a\n formula b\n formula c\n formula \\begin{align}d&=e\\end{align}");
  EXPECT_EQ(outline("$x \\text{ if $y$}$ z"), " formula x \\text{ if $y$}\n word z");
  EXPECT_EQ(outline("costs \\$5 in $x\\$$"), " word costs\n word 5\n word in\n formula x\\$");
}

TEST(QueryLanguage, ClosesAFormulaWhoseBracesAreNot) {
  EXPECT_EQ(outline("$x^{2$ word"), " formula x^{2\n word word");
}

TEST(QueryLanguage, TakesAQueryThatIsNothingButAFormulaForOne) {
  for (const std::string text :
       {"x^2+y^2=z^2", "\\frac{a}{b}", "ax^2 + bx + c = 0", "-\\sin x", "\\operatorname{rank} A=n",
        "?a^2", "a_n \\to\\infty", "π=?a", "a≤b^2", "α=βx"}) {
    EXPECT_EQ(outline(text), " formula " + text);
    const auto query = parse_query(" " + text + " ");
    ASSERT_TRUE(query) << text;
    EXPECT_TRUE(query->is_bare_formula) << text;
    EXPECT_EQ(outline(query_text(*query)), outline(text));
  }
  for (const std::string text :
       {"x", "$x^2$", "\\(x\\)", "limits \\$5", "\"a=b\"", "a=b proof\nc"}) {
    const auto query = parse_query(text);
    ASSERT_TRUE(query) << text;
    EXPECT_FALSE(query->is_bare_formula) << text;
  }
}

TEST(QueryLanguage, FindsFormulasAmongWords) {
  const std::vector<std::pair<std::string, std::string>> queries = {
      {"L^2 space", "$L^2$ space"},
      {"derivative of e^x", "derivative of $e^x$"},
      {"solve x^2+1=0", "solve $x^2+1=0$"},
      {"subset of {1,2,3}", "subset of $\\{1,2,3\\}$"},
      {"sqrt(x^2+1)", "$\\sqrt{x^2+1}$"},
      {"How can we find x for x^n = n^x", "How can we find x for $x^n = n^x$"},
      {"why is x^2+y^2 positive", "why is $x^2+y^2$ positive"},
      {"sin(x)=0 roots", "$\\sin(x)=0$ roots"},
      {"limit of int_0^1 x^2 dx", "limit of $\\int_0^1 x^2 dx$"},
      {"is x >= 2 enough", "is $x \\ge 2$ enough"},
      {"sum_{k=1}^n k^2 formula", "$\\sum_{k=1}^n k^2$ formula"},
      {"root √x of x² ≤ 2", "root $√x$ of $x² ≤ 2$"},
      {"f: A -> B is onto", "$f: A \\to B$ is onto"},
      {"the interval [0,1] is compact", "the interval $[0,1]$ is compact"},
      {"is f(x) continuous, or g?", "is $f(x)$ continuous, or g?"},
      {"sums with \\frac{a}{b} and words", "sums with $\\frac{a}{b}$ and words"},
      {"why does 9 = 8", "why does $9 = 8$"},
      {"why is ax+by=c, not cx", "why is $ax+by=c$, not cx"},
      {"growth of n! against n^n.", "growth of n! against $n^n$."},
      {"\"proof of\" x^2 tag:a_b", "\"proof of\" $x^2$ tag:a_b"},
      {"what is \\alpha, what is $\\beta$", "what is $\\alpha$, what is $\\beta$"}};
  for (const auto& [text, read_as] : queries) {
    const auto query = parse_query(text);
    ASSERT_TRUE(query) << text << ": " << query.error().message;
    // √ stands for a command that plain math writes.
    std::string expected = read_as;
    if (const auto root = expected.find("$√x$"); root != std::string::npos) {
      expected.replace(root, std::string("$√x$").size(), "$\\sqrt{x}$");
    }
    EXPECT_EQ(query->read_as, expected) << text;
    EXPECT_EQ(outline(query_text(*query)), outline(text)) << text;
  }
}

void expect_read_as(const std::vector<std::pair<std::string, std::string>>& queries) {
  for (const auto& [text, read_as] : queries) {
    const auto query = parse_query(text);
    ASSERT_TRUE(query) << text << ": " << query.error().message;
    EXPECT_EQ(query->read_as, read_as) << text;
    EXPECT_EQ(query_defect(text), "") << text;
  }
}

TEST(QueryLanguage, TakesASignBehindARelationForPartOfTheFormula) {
  expect_read_as({{"e^(i pi) = -1", "$e^{i \\pi} = -1$"},
                  {"x^2 = -1", "$x^2 = -1$"},
                  {"a = -b", "$a = -b$"},
                  {"y = -2x", "$y = -2x$"},
                  {"f(x) = -x^2 + 1", "$f(x) = -x^2 + 1$"},
                  {"solve x = -1 over C", "solve $x = -1$ over C"},
                  {"speed = -distance", ""},
                  {"x = -word", ""}});
}

TEST(QueryLanguage, FindsTheBodyBehindABigOperator) {
  expect_read_as({{"sum_{k=1}^n k", "$\\sum_{k=1}^n k$"},
                  {"sum_{k=1}^n 1/k", "$\\sum_{k=1}^n \\frac{1}{k}$"},
                  {"lim_(n->oo) 1/n", "$\\lim_{n\\to\\infty} \\frac{1}{n}$"},
                  {"lim_{x->0} sin x / x", "$\\lim_{x\\to0} \\frac{\\sin x}{x}$"},
                  {"\\sum_i a_i", "$\\sum_i a_i$"},
                  {"int f(x) dx", "$\\int f(x) dx$"},
                  {"int e^x dx", "$\\int e^x dx$"},
                  {"int x dx", "$\\int x dx$"},
                  {"cos^2 x", "$\\cos^2 x$"},
                  {"d/dx x^2", "$\\frac{d}{dx} x^2$"},
                  {"∑ₖ₌₁ⁿ k", "$∑ₖ₌₁ⁿ k$"},
                  {"∑ᵢ₌₁ⁿ aᵢ", "$∑ᵢ₌₁ⁿ aᵢ$"},
                  {"is sum_{k=1}^n k a formula", "is $\\sum_{k=1}^n k$ a formula"},
                  {"int i in this code", ""}});
}

TEST(QueryLanguage, FindsProductsAndCongruences) {
  expect_read_as({{"A B = B A", "$A B = B A$"},
                  {"A^T A = I", "$A^T A = I$"},
                  {"matrices with A B = B A", "matrices with $A B = B A$"},
                  {"a ≡ b mod n", "$a ≡ b \\bmod n$"},
                  {"x^2 ≡ 1 (mod p)", "$x^2 ≡ 1 \\pmod{p}$"},
                  {"x^2 ≡ 1 (mod p) solutions", "$x^2 ≡ 1 \\pmod{p}$ solutions"},
                  {"what is n choose k", "what is $\\binom{n}{k}$"}});
}

TEST(QueryLanguage, TakesLessForAFormulaWhereNoWordsAre) {
  expect_read_as({{"[0,1]", "$[0,1]$"},
                  {"[a,b]", "$[a,b]$"},
                  {"sin x", "$\\sin x$"},
                  {"ln x / x", "$\\frac{\\ln x}{x}$"},
                  {"log x / log 2", "$\\frac{\\log x}{\\log 2}$"},
                  {"sqrt 2", "$\\sqrt{2}$"},
                  {"sqrt x", "$\\sqrt{x}$"},
                  {"n log n", "$n \\log n$"},
                  {"n choose k", "$\\binom{n}{k}$"},
                  {"x mod 3", "$x \\bmod 3$"},
                  {"5!", "$5!$"},
                  {"n! / k!", "$\\frac{n!}{k!}$"},
                  {"1+1", "$1+1$"},
                  {"2π", "$2π$"},
                  {"‖x‖", "$‖x‖$"},
                  {"<x,y>", "$<x,y>$"},
                  {"p | ab", "$p | ab$"},
                  {"½", "$\\frac{1}{2}$"}});
}

TEST(QueryLanguage, KeepsWordsApartThatWouldBeAFormula) {
  for (const std::string text : {"sin, x", "x, mod 3", "sqrt, 2", "word OR sqrt, x"}) {
    const auto query = parse_query(text);
    ASSERT_TRUE(query) << text;
    EXPECT_EQ(query->read_as, "") << text;
    EXPECT_EQ(outline(query_text(*query)), outline(text)) << text;
  }
}

TEST(QueryLanguage, TakesALoneDollarForMoneyOrHalfOfTheSigns) {
  expect_read_as({{"$5", ""},
                  {"price is $5", ""},
                  {"costs 5$", ""},
                  {"5$ for this", ""},
                  {"$1,000 a month", ""},
                  {"word$", ""},
                  {"x^2$", "$x^2$"},
                  {"\\frac12$", "$\\frac12$"},
                  {"limit $x", "limit $x$"},
                  {"limit +$x", "limit +$x$"},
                  {"limit of x^2$", "limit of $x^2$"},
                  {"limit x$", "limit $x$"},
                  {"$2x + 1 = 0", "$2x + 1 = 0$"},
                  {"$5 = x", "$5 = x$"},
                  {"$x tag:calculus", "$x$ tag:calculus"},
                  {"$x \"mean value\"", "$x$ \"mean value\""},
                  {"$x$ y$", "$x$ $y$"},
                  {"$x\\", "$x$\\"}});
  EXPECT_EQ(outline("price is $5"), " word price\n word is\n word 5");
  EXPECT_EQ(outline("limit $x^10"), " word limit\n formula x^10");
  const auto literal = parse_query("limit $x", {.literal = true});
  ASSERT_TRUE(literal);
  EXPECT_EQ(query_text(*literal), "limit x");
}

TEST(QueryLanguage, TakesWordsForWords) {
  for (const std::string text : {"Cauchy-Schwarz inequality",
                                 "and/or",
                                 "x-axis",
                                 "n-th root",
                                 "e.g. this",
                                 "why is a group",
                                 "max and min",
                                 "sum of a series",
                                 "it's 3.14 or 22",
                                 "a - b",
                                 "C++ code",
                                 "(closed) set",
                                 "see https://example.org/a_b?x=1",
                                 "snake_case",
                                 "for 1,000 people",
                                 "10% of all",
                                 "speed = distance",
                                 "+oo +pi -alpha",
                                 "a +b -c",
                                 "the set {of words here}",
                                 "chapter 3, section 4",
                                 "a",
                                 "I",
                                 "working mod 7",
                                 "integers mod n",
                                 "can I choose a",
                                 "i choose x today",
                                 "why is x in A",
                                 "a deadly sin",
                                 "+sin x",
                                 "an int do it",
                                 "it is 50-50"}) {
    const auto query = parse_query(text);
    ASSERT_TRUE(query) << text;
    EXPECT_EQ(query->read_as, "") << text;
    EXPECT_FALSE(query->has(ClauseKind::Formula, Occurrence::Wanted)) << text;
  }
}

TEST(QueryLanguage, FindsNothingInALiteralQuery) {
  const auto query = parse_query("L^2 space OR $x$", {.literal = true});
  ASSERT_TRUE(query);
  EXPECT_EQ(query->read_as, "");
  EXPECT_EQ(query_text(*query), "l 2 space or $x$");
}

TEST(QueryLanguage, ReadsAQueryWithDollarsAsItIsTyped) {
  for (const std::string text : {"values of a>0 in $x^a$", "f(x) for $x$ = 2", "why is 1 = $x$"}) {
    const auto query = parse_query(text);
    ASSERT_TRUE(query) << text;
    EXPECT_EQ(query->read_as, "") << text;
  }
}

TEST(QueryLanguage, HasAlternatives) {
  const auto groups = [](const std::string& text) {
    const auto query = parse_query(text);
    if (!query) return "error: " + query.error().message;
    std::string out;
    for (const Clause& clause : query->clauses) {
      constexpr std::string_view kSigns = " +-";
      out += fmt::format("{}{}{}{}", out.empty() ? "" : ", ",
                         kSigns[static_cast<std::size_t>(clause.occurrence)], clause.text,
                         clause.group == 0 ? "" : fmt::format("/{}", clause.group));
    }
    return out;
  };
  EXPECT_EQ(groups("a OR b"), " a/1,  b/1");
  EXPECT_EQ(groups("limits a OR b OR c proof"), " limits,  a/1,  b/1,  c/1,  proof");
  EXPECT_EQ(groups("a OR b c OR d"), " a/1,  b/1,  c/2,  d/2");
  EXPECT_EQ(groups("tag:a OR tag:b \"c d\" OR e"), " a/1,  b/1,  c d/2,  e/2");
  EXPECT_EQ(groups("Cauchy-Schwarz OR young"), " Cauchy-Schwarz/1,  young/1");
  EXPECT_EQ(groups("a AND b c"), "+a, +b,  c");
  EXPECT_EQ(groups("Cauchy-Schwarz AND young"), "+Cauchy-Schwarz, +young");
  EXPECT_EQ(groups("a NOT b"), " a, -b");
  EXPECT_EQ(groups("a AND NOT b-c"), "+a, -b-c");
  EXPECT_EQ(groups("a OR b AND c"), " a/1,  b/1, +c");
  EXPECT_EQ(groups("NOT a"), "error: the query only excludes documents");
  // With a formula, with a sign, and with nothing on one side.
  EXPECT_EQ(groups("x^2 OR a"), " x^2,  a");
  EXPECT_EQ(groups("a AND x^2 NOT y^2"), "+a, +x^2, -y^2");
  EXPECT_EQ(groups("+a OR b"), "+a,  b");
  EXPECT_EQ(groups("OR a"), " or,  a");
  EXPECT_EQ(groups("a OR"), " a,  or");
  EXPECT_EQ(groups("a AND OR b"), " a,  and/1,  b/1");
  EXPECT_EQ(groups("a or b and not c"), " a,  or,  b,  and,  not,  c");
}

TEST(QueryLanguage, LeavesWildcardsInFormulas) {
  EXPECT_EQ(outline("$?a^2+??$"), " formula ?a^2+??");
}

TEST(QueryLanguage, TakesQuotedValuesOfFilters) {
  EXPECT_EQ(outline("tag:\"linear algebra\" KIND:Theorem tags:a-b"),
            "+tag linear algebra\n+type Theorem\n+tag a-b");
}

TEST(QueryLanguage, ReadsAPastedQuestion) {
  EXPECT_EQ(outline("Hint:use this. See https://example.org/q?x=1\nf: A, ratio 3:4"),
            " word hint\n word use\n word this\n word see\n word https\n word example\n word org\n"
            " word q\n word x\n word 1\n word f\n word a\n word ratio\n word 3\n word 4");
}

TEST(QueryLanguage, TakesNothingInAPastedQuestionForAnOrder) {
  EXPECT_EQ(outline("What is \"this\"?\n -a +b 5\" and $x$ $y tag:c foo:bar"),
            " word what\n word is\n word this\n word a\n word b\n word 5\n word and\n"
            " formula x\n word y\n+tag c\n word foo\n word bar");
  std::string typed;
  for (std::size_t i = 1; i < kMostTypedWords; ++i) typed += "$x + y$ ";
  EXPECT_NE(outline(typed + "-a").find("-word a"), std::string::npos);
  EXPECT_EQ(outline(typed + "b -a").find("-word a"), std::string::npos);
}

TEST(QueryLanguage, SaysWhereEachClauseStands) {
  const auto query = parse_query("limits  -$ x $ \"mean value\"");
  ASSERT_TRUE(query);
  ASSERT_EQ(query->clauses.size(), 3U);
  EXPECT_EQ(query->clauses[0].span, (base::Span{0, 6}));
  EXPECT_EQ(query->clauses[1].span, (base::Span{8, 14}));
  EXPECT_EQ(query->clauses[1].inner, (base::Span{11, 12}));
  EXPECT_EQ(query->clauses[2].span, (base::Span{15, 27}));
  EXPECT_EQ(query->clauses[2].inner, (base::Span{16, 26}));
}

TEST(QueryLanguage, PointsAtTheQuoteThatIsNotClosed) {
  EXPECT_EQ(marked("limits \"mean value"),
            "limits \"mean value\n"
            "       ^");
  EXPECT_EQ(marked("tag:\"mean"),
            "tag:\"mean\n"
            "    ^");
}

TEST(QueryLanguage, PointsAtTheFormulaThatIsNotClosed) {
  EXPECT_EQ(marked("a $$x$ b"),
            "a $$x$ b\n"
            "  ^^");
  EXPECT_EQ(marked("a \\begin{align}x"),
            "a \\begin{align}x\n"
            "  ^^^^^^^^^^^^^");
}

TEST(QueryLanguage, PointsAtAFieldThatThereIsNotAndNamesTheNearest) {
  EXPECT_EQ(marked("limits -tga:calculus"),
            "limits -tga:calculus\n"
            "        ^^^^");
  EXPECT_EQ(hint_of("tga:calculus").find("did you mean tag: ?"), 0U);
  EXPECT_EQ(hint_of("typ:answer").find("did you mean type: ?"), 0U);
  EXPECT_EQ(hint_of("author:gauss").find("the fields are tag:, type: and where:"), 0U);
}

TEST(QueryLanguage, PointsAtAFilterWithoutAValue) {
  EXPECT_EQ(marked("limits tag:\"\""),
            "limits tag:\"\"\n"
            "       ^^^^^^");
  EXPECT_EQ(marked("limits -type:"),
            "limits -type:\n"
            "       ^^^^^^");
  EXPECT_EQ(marked("tag: algebra"),
            "tag: algebra\n"
            "^^^^");
  EXPECT_EQ(outline("Type: A\nis tag: b"), " word type\n word a\n word is\n word tag\n word b");
}

TEST(QueryLanguage, RefusesAQueryOfNothing) {
  for (const char* text : {"", "   ", "?!", "- +", "$ $", "\"\""}) {
    EXPECT_EQ(outline(text), "error: there is nothing to search for in the query") << text;
  }
}

TEST(QueryLanguage, PointsAtTheFirstExclusionWhenThereIsNothingElse) {
  EXPECT_EQ(marked("-limits -$x$"),
            "-limits -$x$\n"
            "^^^^^^^");
}

TEST(QueryLanguage, IsBounded) {
  EXPECT_NE(outline(std::string(kMaxQueryBytes + 1, 'x')).find("error: the query has"),
            std::string::npos);
  std::string words;
  for (std::size_t i = 0; i <= kMaxQueryClauses; ++i) words += "w ";
  EXPECT_NE(outline(words).find("error: the query has more than"), std::string::npos);
  // Closing signs that are searched repeatedly, and never found outside braces.
  std::string dollars;
  while (dollars.size() + 3 < kMaxQueryBytes) dollars += "${ ";
  EXPECT_NE(outline(dollars), "");
  std::string parentheses;
  while (parentheses.size() + 2 < kMaxQueryBytes) parentheses += "\\(";
  EXPECT_NE(outline(parentheses), "");
  EXPECT_NE(outline("\"" + parentheses), "");
}

TEST(QueryText, IsReadBackWhateverItIsMadeOf) {
  const std::vector<std::string> parts = {
      " ",    " ",     " ",      "-",    "+",     "\"",    "\"",     "$",     "$x$",
      "tag:", "type:", "tag:\"", "a",    "7",     "'s",    "naïve",  "&",     ".",
      ",",    "\\",    "\\(",    "\\)",  "1,000", "word",  "kind",   ":",     "=",
      "^",    "(",     "漢字",   "’s",   "\xb5",  "\x01",  "$$",     "_",     "{x}",
      " OR ", " AND ", " NOT ",  "OR",   "x",     "²",     "≤",      "sin",   "|",
      ")",    "/",     "x^2",    "f(x)", "α",     " mod ", "choose", "(mod ", "!",
      "½",    "‖",     "sqrt",   "int ", "dx",    "<",     ">",      "sum_k", "I"};
  std::mt19937 random(5);
  const int texts = base::kSanitized ? 30'000 : 200'000;
  for (int i = 0; i < texts; ++i) {
    std::string text;
    for (std::size_t n = 1 + random() % 12; n > 0; --n) text += parts[random() % parts.size()];
    const std::string defect = query_defect(text);
    ASSERT_EQ(defect, "") << "the query: " << text;
  }
}

// The number of words is the same when the query is written again, whatever separated them.
TEST(QueryText, IsReadBackWithAsManyWords) {
  for (const std::string name :
       {"more_words_when_written", "sign_in_quotes", "names_with_signs", "filter_with_dollar"}) {
    std::ifstream seed("noether/search/query/fuzz_seeds/query/" + name);
    ASSERT_TRUE(seed) << "tests run from the top folder";
    const std::string text{std::istreambuf_iterator<char>(seed), std::istreambuf_iterator<char>()};
    EXPECT_EQ(query_defect(text), "") << name;
  }
  EXPECT_EQ(query_defect("\"a b c d e f g h i j k l m\" n&o&p&q&r&s&t&u&v&w&x&y -z"), "");
}

TEST(QueryText, IsReadBackAsTheSameQuery) {
  const std::vector<std::string> queries = {
      "limits $x^2$ \"mean value\" -series +proof tag:calculus type:answer",
      "a +$x$ -$y$ +\"b c\" -\"d $z$ e\" -tag:\"f g\" +type:g -type:h",
      "x -Cauchy-Schwarz",
      "don't \"naïve\" +Poincaré's 1,000",
      "a OR b c OR \"d e\" OR tag:f",
      "a AND b NOT c-d",
      "limit $x",
      "sqrt(x) OR y NOT x^2"};
  for (const std::string& text : queries) {
    const auto query = parse_query(text);
    ASSERT_TRUE(query) << text;
    EXPECT_EQ(outline(query_text(*query)), outline(text));
  }
}

TEST(Query, TakesTheWordsAndFormulasOfAField) {
  Query query;
  query.add({.name = "title", .text = "Limits of $x$", .formulas = {{11, 12, "", ""}}}, 2);
  ASSERT_EQ(query.clauses.size(), 3U);
  EXPECT_EQ(query.clauses[0].stems, std::vector<std::string>{"limit"});
  EXPECT_EQ(query.clauses[2].text, "x");
  EXPECT_EQ(query.clauses[2].weight, 2);
  EXPECT_TRUE(query.ranks());
}

TEST(Clauses, AreTheSameWhetherTheirFormulasWereReadOrNot) {
  const auto query = parse_query("limit $x^2$");
  ASSERT_TRUE(query);
  Query read = *query;
  ASSERT_TRUE(read_formulas(read));
  ASSERT_NE(read.clauses.back().formula, query->clauses.back().formula);
  EXPECT_EQ(read.clauses, query->clauses);
  read.clauses.back().weight = 2;
  EXPECT_NE(read.clauses, query->clauses);
}

}  // namespace
}  // namespace noether::search
