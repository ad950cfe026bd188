#include "noether/formula/mathml/mathml.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "noether/formula/layout_builder.h"
#include "noether/formula/mathml/token_text.h"
#include "noether/formula/notation/tangent.h"

namespace noether::formula {
namespace {

const std::string kOpen =
    R"(<math xmlns="http://www.w3.org/1998/Math/MathML" class="noether-layout">)";

std::string written(const LayoutTree& tree) {
  std::string out;
  write_presentation(tree, out);
  return out;
}

std::string tangent(const LayoutTree& tree) {
  std::string out;
  write_tangent_slt(tree, out);
  return out;
}

void expect_same_when_read_back(const LayoutTree& tree) {
  const std::string xml = written(tree);
  LayoutTree back;
  std::vector<base::Error> diagnostics;
  const auto result = read_presentation(xml, back, diagnostics);
  ASSERT_TRUE(result) << result.error().message << "\n" << xml;
  ASSERT_TRUE(same_layout(tree, back)) << tangent(tree) << "\n" << tangent(back) << "\n" << xml;
}

// Rows of elements with any nesting, stray fences, empty places and nested scripts.
class RandomPresentation {
 public:
  explicit RandomPresentation(std::uint64_t seed) : random_(seed) {}

  std::string formula() { return "<math>" + row(4) + "</math>"; }

 private:
  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  std::string row(int depth) {
    std::string out;
    for (std::uint64_t n = below(5); n > 0; --n) out += element(depth);
    return out;
  }
  std::string argument(int depth) {
    return below(3) == 0 ? "<mrow>" + row(depth) + "</mrow>" : element(depth);
  }

  std::string token() {
    static const std::vector<std::string> operators = {
        "(", ")", "[", "]", "{", "}", "|", "|", "∥", "||", ",", "+", "=", "∑",
        "∫", "⌊", "⌋", "⟨", "⟩", "′", "!", "-", "∣", "𝑑",  "d", "→", ":", "&lt;"};
    switch (below(6)) {
      case 0:
        return "<mi>x</mi>";
      case 1:
        return "<mn>2</mn>";
      case 2:
        return "<mtext>if it</mtext>";
      default:
        return "<mo>" + operators[below(operators.size())] + "</mo>";
    }
  }

  std::string element(int depth) {
    if (depth == 0) return token();
    const auto all = [&](std::string_view name, int count) {
      std::string out = "<" + std::string(name) + ">";
      for (int i = 0; i < count; ++i) out += argument(depth - 1);
      return out + "</" + std::string(name) + ">";
    };
    switch (below(20)) {
      case 0:
        return all("msub", 2);
      case 1:
        return all("msup", 2);
      case 2:
        return all("msubsup", 3);
      case 3:
        return all("munder", 2);
      case 4:
        return all("mover", 2);
      case 5:
        return all("munderover", 3);
      case 6:
        return all("mfrac", 2);
      case 7:
        return all("mroot", 2);
      case 8:
        return "<msqrt>" + row(depth - 1) + "</msqrt>";
      case 9:
        return "<menclose notation='box'>" + row(depth - 1) + "</menclose>";
      case 10: {
        const std::string open = below(2) == 0 ? "[" : "";
        return "<mfenced open='" + open + "'>" + row(depth - 1) + "</mfenced>";
      }
      case 11:
        return "<mrow>" + row(depth - 1) + "</mrow>";
      case 12:
        return table(depth - 1);
      case 13:
        return "<mo>(</mo>" + table(depth - 1) + "<mo>)</mo>";
      case 14:
        return multiscripts(depth - 1);
      case 15:
        return below(2) == 0 ? "<none/>" : "<mspace width='2em'/>";
      case 16:
        return "<merror><mtext>\\bad</mtext></merror>";
      default:
        return token();
    }
  }

  std::string table(int depth) {
    std::string out = "<mtable>";
    for (std::uint64_t rows = below(3); rows > 0; --rows) {
      out += "<mtr>";
      for (std::uint64_t cells = below(3); cells > 0; --cells) {
        out += "<mtd>" + row(depth) + "</mtd>";
      }
      out += "</mtr>";
    }
    return out + "</mtable>";
  }

  std::string multiscripts(int depth) {
    std::string out = "<mmultiscripts>" + argument(depth);
    for (int side = 0; side < 2; ++side) {
      for (std::uint64_t n = 2 * below(2); n > 0; --n) {
        out += below(3) == 0 ? "<none/>" : argument(depth);
      }
      if (side == 0) out += "<mprescripts/>";
    }
    return out + "</mmultiscripts>";
  }

  std::mt19937_64 random_;
};

TEST(PresentationWriter, WritesOneElementPerSymbol) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", ""},
      {"[V!x[+[N!1]],a[N!2]]", "<msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mn>1</mn>"},
      {"[∑[V!k],o[V!n],u[V!k[=[N!0]]]]",
       "<munderover><mo>∑</mo><mrow><mi>k</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover>"
       "<mi>k</mi>"},
      {"[∫,o[N!1],u[N!0]]", "<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup>"},
      {"[M!()1x2,w[V!x[&comma;],e[V!y]]]",
       R"(<mrow><mo stretchy="false" fence="true" form="prefix">(</mo><mi>x</mi><mo>,</mo>)"
       R"(<mi>y</mi><mo stretchy="false" fence="true" form="postfix">)</mo></mrow>)"},
      {"[M!2x1,w[V!x,e[W!]]]",
       "<mtable><mtr><mtd><mi>x</mi></mtd></mtr><mtr><mtd></mtd></mtr></mtable>"},
      {"[O!divide,u[V!k],o[V!n]]", R"(<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>)"},
      {"[O!root,c[N!3],w[V!x]]", "<mroot><mi>x</mi><mn>3</mn></mroot>"},
      {"[W!,b[V!n]]", "<msub><mrow/><mi>n</mi></msub>"},
      {"[V!C,b[V!k],d[V!n]]",
       "<mmultiscripts><mi>C</mi><mi>k</mi><none/><mprescripts/><mi>n</mi><none/></mmultiscripts>"},
      {"[box,w[V!x]]", R"(<menclose notation="box"><mi>x</mi></menclose>)"},
      {"[E!\\foo]", "<merror><mtext>\\foo</mtext></merror>"},
      {"[M!1x1,a[N!2],w[V!a[V!b]]]", "<msup><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></msup>"},
  };
  for (const auto& [slt, xml] : cases) {
    LayoutTree tree;
    ASSERT_TRUE(slt.empty() || read_tangent_slt(slt, tree)) << slt;
    EXPECT_EQ(written(tree), kOpen + xml + "</math>");
    expect_same_when_read_back(tree);
  }
}

TEST(PresentationWriter, KeepsWideSpaces) {
  LayoutTree tree;
  const NodeId a = tree.add(SymbolKind::Variable, "a");
  const NodeId b = tree.add(SymbolKind::Variable, "b");
  tree.node(b).wide_space_before = true;
  tree.node(a).link(Relation::Next) = b;
  tree.set_root(a);
  EXPECT_EQ(written(tree), kOpen + R"(<mi>a</mi><mspace width="1em"/><mi>b</mi></math>)");
}

TEST(PresentationWriter, KeepsGroupsThatNoRuleWouldMake) {
  for (const std::string slt :
       {"[M!⌊⌋1x1,w[V!x]]",           // fences that stay plain symbols elsewhere
        "[M!()1x2,w[V!x,e[V!y]]]",    // cells without commas
        "[M!()1x1,w[M!1x1,w[V!x]]]",  // a separate table within fences
        "[M!()1x1,w[V!x[)]]]",        // a stray fence inside
        "[([V!x[)]]]",                // fences that do not form a group
        "[M!{&sep;&sep;2x1,w[V!x,e[V!y]]]", "[M!1x1,w[V!x]]", "[M!1x1,w[V!x[V!y]]]",
        "[M!1x1,a[N!2],w[V!x]]", "[M!1x1,a[N!2],w[V!x,b[N!1]]]", "[∂,o[N!2,a[V!k]]]",
        "[||[V!x[||]]]", "[W![W!]]", "[V!x,a[W!]]"}) {
    LayoutTree tree;
    ASSERT_TRUE(read_tangent_slt(slt, tree)) << slt;
    SCOPED_TRACE(slt);
    expect_same_when_read_back(tree);
  }
}

TEST(PresentationWriter, ReadsBackWhateverTheReaderMakes) {
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    SCOPED_TRACE(seed);
    const std::string xml = RandomPresentation(seed).formula();
    LayoutTree tree;
    std::vector<base::Error> diagnostics;
    ASSERT_TRUE(read_presentation(xml, tree, diagnostics)) << xml;
    expect_same_when_read_back(tree);
    if (HasFatalFailure()) FAIL() << xml;
  }
}

}  // namespace
}  // namespace noether::formula
