#include "noether/amr/mathamr/context_text.h"

#include <gtest/gtest.h>

#include "noether/amr/penman.h"

namespace noether::amr {
namespace {

// A field whose formulas stand between dollar signs.
text::Field field_of(const std::string& text) {
  text::Field field{.name = "body", .text = text, .formulas = {}};
  for (std::size_t at = text.find('$'); at != std::string::npos; at = text.find('$', at)) {
    const std::size_t end = text.find('$', at + 1);
    field.formulas.push_back(
        {static_cast<std::uint32_t>(at + 1), static_cast<std::uint32_t>(end), {}, {}});
    at = end + 1;
  }
  return field;
}

TEST(FormulaSentence, IsThatOfTheFormulaWithPlaceholders) {
  const text::Field field = field_of("Take $x$. Let $n$ be\tprime\r in $ab$. Then $c$.");
  const FormulaSentence sentence = sentence_around(field, 2);
  EXPECT_EQ(sentence.words, "Let eqx0eqx be prime  in eqx1eqx.");
  EXPECT_EQ(sentence.latex, (std::vector<std::string>{"n", "ab"}));
  EXPECT_EQ(sentence.first_formula, 1U);
}

TEST(FormulaSentence, HasTheSignsThatEndItBehindItsFormulas) {
  const FormulaSentence sentence =
      sentence_around(field_of("So $a=b, $ and $a\\,$ and $1,2,..$ give $c. $"), 3);
  EXPECT_EQ(sentence.words, "So eqx0eqx, and eqx1eqx and eqx2eqx give eqx3eqx.");
  EXPECT_EQ(sentence.latex, (std::vector<std::string>{"a=b", "a\\,", "1,2,..", "c"}));
}

TEST(FormulaSentence, MayBeAFormulaAlone) {
  EXPECT_EQ(sentence_around(field_of("$x$"), 0).words, "eqx0eqx");
  const text::Field blank{.name = "body", .text = "$ $", .formulas = {{1, 2, {}, {}}}};
  EXPECT_EQ(sentence_around(blank, 0).latex, std::vector<std::string>{""});
}

class ContextText : public testing::Test {
 protected:
  std::string line(std::string_view name, const ContextOptions& options = {}) const {
    const auto made =
        context_text(*representation_by_name(name), sentence_, graph_, queried_, options);
    return made ? *made : "! " + made.error().message;
  }
  void read(const std::string& text, std::string_view graph, std::size_t queried) {
    sentence_ = sentence_around(field_of(text), queried);
    graph_ = graph_of(*read_penman(graph));
    queried_ = queried;
  }

  FormulaSentence sentence_;
  Graph graph_;
  std::size_t queried_ = 0;
};

TEST_F(ContextText, HasTheFiveRepresentationsOfThePaper) {
  read("If $n$ is prime, solve $n^2-n=0$.",
       "(s / solve-01 :ARG1 (e / string-entity :value \"eqx1eqx\") :condition (p / prime"
       " :domain (e2 / string-entity :value \"eqx0eqx\")))",
       1);
  EXPECT_EQ(line("amr-opt"), "solve-01 formula eq minus power n 2 n 0 prime formula n");
  EXPECT_EQ(line("amr-latex"), "solve-01 $n^2-n=0$ prime $n$");
  EXPECT_EQ(line("text-opt"), "If n is prime, solve eq minus power n 2 n 0.");
  EXPECT_EQ(line("text-latex"), "If $n$ is prime, solve $n^2-n=0$.");
  EXPECT_EQ(line("opt"), "eq minus power n 2 n 0");
}

TEST_F(ContextText, MayBeginWithTheFormulaThatIsSearchedFor) {
  read("If $n$ is prime", "(p / prime :domain (e / string-entity :value \"eqx0eqx\"))", 0);
  EXPECT_EQ(line("text-latex", {.queried_first = true}), "$n$ If $n$ is prime");
  EXPECT_EQ(line("amr-opt", {.queried_first = true}), "n prime formula n");
  EXPECT_EQ(line("opt", {.queried_first = true}), "n");
}

TEST_F(ContextText, LosesNoFormula) {
  read("If $n$ is $a$", "(p / prime)", 0);
  EXPECT_EQ(line("amr-opt"), "prime formula n formula a");
  EXPECT_EQ(line("amr-latex"), "prime $n$ $a$");
}

TEST_F(ContextText, HasLatexWhereThereIsNoOperatorTree) {
  read("see $ $ here", "(s / see-01 :ARG1 eqx0eqx)", 0);
  EXPECT_EQ(line("amr-opt"), "see-01 $$");
  EXPECT_EQ(line("opt"), "$$");
}

TEST(Representation, HasAName) {
  for (const std::string_view name : kRepresentationNames) {
    EXPECT_EQ(representation_name(*representation_by_name(name)), name);
  }
  EXPECT_FALSE(representation_by_name("amr"));
}

}  // namespace
}  // namespace noether::amr
