// The reader of simple HTML against the parser: if it accepts an input, both give the same field.
#include "noether/text/html/html_text.h"

#include <expat.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "noether/base/sanitized.h"
#include "noether/text/field_check.h"
#include "noether/text/html/html_readers.h"

namespace noether::text {
namespace {

// Whether the simple reader accepted the HTML; if it did, both results must be equal.
bool compare(const std::string& html, bool delimited) {
  const HtmlOptions options{.delimited_formulas = delimited};
  FieldBuilder simple;
  if (!append_simple_html(html, options, simple)) return false;
  FieldBuilder tree;
  append_html_tree(html, options, tree);
  const Field expected = tree.take();
  const Field read = simple.take();
  EXPECT_EQ(rendered(read), rendered(expected)) << html;
  EXPECT_EQ(read, expected) << html;
  return true;
}

TEST(SimpleHtml, TakesAPostAsThePostsOfStackExchangeAre) {
  EXPECT_TRUE(compare(
      "<p>Let <span class=\"math-container\" id=\"42\">$x&lt;1$</span> be <em>so</em>.</p>\n"
      "<ul><li>one</li><li>two <a href=\"http://a/?b&c=d\" rel=\"nofollow\">link</a></li></ul>"
      "<pre class=\"lang-cpp\"><code>\n  int x;\n\n  y &amp;&amp; z\n</code></pre>"
      "<blockquote> <p>q<br>r &#39;s&#39;</p> </blockquote><hr/><h2>T</h2> end",
      false));
}

TEST(SimpleHtml, RefusesWhatAParserWouldRepair) {
  for (const char* html :
       {"<p>a", "<p>a<p>b", "<p><div>a</div></p>", "<b>a</i></b>", "a < b", "<P>a</P>", "&eacute;",
        "<table></table>", "<!-- c -->", "<a href=\"x\"><a href=\"y\">z</a></a>", "</p>", "\xff",
        "<h1>a<h2>b</h2></h1>", "<span class=\"katex\">x</span>", "<math></math>"}) {
    EXPECT_FALSE(compare(html, false)) << html;
  }
}

TEST(SimpleHtml, ReadsLikeTheParserWhateverItTakes) {
  const std::vector<std::string> parts = {"<p>",
                                          "</p>",
                                          "<em>",
                                          "</em>",
                                          "<a href=\"u\">",
                                          "</a>",
                                          "<ul>",
                                          "</ul>",
                                          "<li>",
                                          "</li>",
                                          "<pre>",
                                          "</pre>",
                                          "<code>",
                                          "</code>",
                                          "<br>",
                                          "<hr>",
                                          "<h2>",
                                          "</h2>",
                                          "<blockquote>",
                                          "</blockquote>",
                                          "<span class=\"math-container\">$x$</span>",
                                          "<span>",
                                          "</span>",
                                          "<span class=\"math-container\" id=\"7\"> \\(y\\)</span>",
                                          "word ",
                                          " $z$ ",
                                          "&lt;",
                                          "&nbsp;",
                                          "\n",
                                          "\n\n",
                                          "é",
                                          "<img src=\"a\">",
                                          "<div>",
                                          "</div>",
                                          "<b>",
                                          "</b>",
                                          "&#8217;"};
  const unsigned seed = 20261115;
  std::mt19937 random(seed);
  int taken = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::string html;
    const std::size_t count = 1 + random() % 9;
    for (std::size_t j = 0; j < count; ++j) html += parts[random() % parts.size()];
    if (compare(html, random() % 2 == 0)) ++taken;
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(taken, 5'000);
}

TEST(SimpleHtml, ReadsEveryPostOfTheCollectionLikeTheParser) {
  const char* set = std::getenv("NOETHER_DATA");
  const std::filesystem::path data = set != nullptr ? set : NOETHER_SOURCE_DIR "/../shared/data";
  std::ifstream file(data / "arqmath/collection/Posts.V1.3.xml");
  if (!file) GTEST_SKIP() << "no data: ../shared/data is not there and NOETHER_DATA is not set";
  const std::string xml{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::string> bodies;
  const XML_Parser parser = XML_ParserCreate(nullptr);
  XML_SetUserData(parser, &bodies);
  XML_SetStartElementHandler(parser, [](void* out, const XML_Char*, const XML_Char** attribute) {
    for (; *attribute != nullptr; attribute += 2) {
      if (std::string_view(attribute[0]) == "Body") {
        static_cast<std::vector<std::string>*>(out)->emplace_back(attribute[1]);
      }
    }
  });
  ASSERT_EQ(XML_Parse(parser, xml.data(), static_cast<int>(xml.size()), 1), XML_STATUS_OK);
  XML_ParserFree(parser);
  std::size_t read = 0;
  std::size_t taken = 0;
  const std::size_t every = base::kSanitized ? 10 : 1;
  for (std::size_t i = 0; i < bodies.size(); i += every) {
    ++read;
    if (compare(bodies[i], false)) ++taken;
  }
  EXPECT_GT(taken * 10, read * 9) << "nine posts of ten are simple";
}

}  // namespace
}  // namespace noether::text
