#include "noether/collection/posts/post_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/collection/marked_up_text.h"
#include "noether/collection/sample_collection.h"

namespace noether::collection {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// `$x$` as ARQMath marks it, escaped for an attribute.
std::string marked(const std::string& id, const std::string& latex) {
  return "&lt;span class=&quot;math-container&quot; id=&quot;" + id + "&quot;&gt;$" + latex +
         "$&lt;/span&gt;";
}

void write_arqmath(SampleFolder& folder) {
  folder.write("Posts.V1.3.xml",
               "<?xml version=\"1.0\"?>\n<posts>\n"
               // An answer may come before its question.
               "<row Id=\"20\" PostTypeId=\"2\" ParentId=\"10\" Body=\"&lt;p&gt;Divide by " +
                   marked("3", "a &amp;lt; b") +
                   ".&lt;/p&gt;\"/>\n"
                   "<row Id=\"10\" PostTypeId=\"1\" Title=\"When is " +
                   marked("1", "a^2") + " even?\" Body=\"&lt;p&gt;I know that " +
                   marked("2", "a^2=4b") +
                   ".&lt;/p&gt;\" Tags=\"&lt;parity&gt;&lt;squares&gt;\"/>\n"
                   "</posts>\n");
  folder.write("Comments.V1.3.xml",
               "<comments>\n<row Id=\"1\" PostId=\"20\" Text=\"Why not $b$?\"/>\n"
               "<row Id=\"2\" PostId=\"99\" Text=\"lost\"/>\n"
               "<row Id=\"3\" PostId=\"20\" Text=\"Since " +
                   marked("4", "b=0") + "\"/>\n</comments>\n");
  folder.write("PostLinks.V1.3.xml",
               "<postlinks>\n<row PostId=\"10\" RelatedPostId=\"7\" LinkTypeId=\"3\"/>\n"
               "<row PostId=\"8\" RelatedPostId=\"10\" LinkTypeId=\"1\"/>\n"
               "<row PostId=\"x\" RelatedPostId=\"10\" LinkTypeId=\"1\"/>\n</postlinks>\n");
  folder.write(
      "latex_representation_v3/1.tsv",
      "id\tpost_id\tthread_id\ttype\tcomment_id\told_visual_id\tvisual_id\tissue\tformula\r\n"
      "1\t10\t10\ttitle\t\t\t501\t\ta^2\r\n3\t20\t10\tanswer\t\t\t503\t\ta<b\r\n");
  folder.write(
      "latex_representation_v3/10.tsv",
      "id\tpost_id\tthread_id\ttype\tcomment_id\told_visual_id\tvisual_id\tissue\tformula\r\n"
      "4\t20\t10\tcomment\t3\t\t504\t\tb=0\r\n");
}

TEST(ArqmathCollection, JoinsPostsTitlesCommentsLinksAndFormulas) {
  SampleFolder folder;
  write_arqmath(folder);
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), ElementsAre("20", "10"));

  const text::Document& answer = read["20"];
  EXPECT_EQ(answer.kind, "answer");
  EXPECT_EQ(answer.parent, "10");
  EXPECT_THAT(answer.tags, ElementsAre("parity", "squares"));
  EXPECT_EQ(text_of(answer, "question-title"), "When is $a^2$ even?");
  EXPECT_EQ(text_of(answer, "body"), "Divide by $a < b$.");
  EXPECT_EQ(text_of(answer, "comment"), "Why not $b$?|Since $b=0$");
  EXPECT_THAT(formulas_of(answer), ElementsAre("a^2 #1 =501", "a < b #3 =503", "b", "b=0 #4 =504"));

  const text::Document& question = read["10"];
  EXPECT_EQ(question.kind, "question");
  EXPECT_EQ(question.source, "https://math.stackexchange.com/questions/10");
  EXPECT_THAT(formulas_of(question), ElementsAre("a^2 #1 =501", "a^2=4b #2"));
  EXPECT_EQ(property_of(question, "duplicate-of"), "7");
  EXPECT_EQ(property_of(question, "linked-from"), "8");
  EXPECT_EQ(property_of(question, "score"), "");
}

TEST(ArqmathCollection, ReportsBrokenLinksAndCommentsToNobody) {
  SampleFolder folder;
  write_arqmath(folder);
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.skipped(), ElementsAre(HasSubstr("PostLinks.V1.3.xml:4: skipped: a link")));
  EXPECT_THAT(read.messages(Problem::Severity::Remark), ElementsAre(HasSubstr("1 comments")));
}

TEST(ArqmathCollection, CommentsCanBeLeftOut) {
  SampleFolder folder;
  write_arqmath(folder);
  CollectionOptions options;
  options.comments = false;
  EXPECT_EQ(text_of(read_all({folder.path()}, options)["20"], "comment"), "");
}

constexpr std::string_view kPlainPosts =
    "<posts>\n"
    "<row Id=\"1\" PostTypeId=\"1\" AcceptedAnswerId=\"2\" CreationDate=\"2020-01-02T03:04:05\" "
    "Score=\"7\" Title=\"Is $x&lt;y$ strict?\" Body=\"&lt;p&gt;Let $x&amp;lt;y$.&lt;/p&gt;\" "
    "Tags=\"|order|basics|\"/>\n"
    "<row Id=\"2\" PostTypeId=\"2\" ParentId=\"1\" Score=\"-1\" "
    "Body=\"&lt;p&gt;Yes.&lt;/p&gt;\"/>\n"
    "<row Id=\"3\" PostTypeId=\"5\" Body=\"about a tag\"/>\n"
    "<row Id=\"4\" PostTypeId=\"2\" ParentId=\"77\" Body=\"&lt;p&gt;Orphan.&lt;/p&gt;\"/>\n"
    "<row Id=\"five\" PostTypeId=\"1\" Body=\"no number\"/>\n"
    "<row Id=\"6\" PostTypeId=\"1\" Body=\"\"/>\n"
    "<row Id=\"7\" Body=\"no type\"/>\n"
    "</posts>\n";

TEST(StackExchangeDump, ReadsScoresDatesAndDollarSigns) {
  SampleFolder folder;
  folder.write("Posts.xml", kPlainPosts);
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), ElementsAre("1", "2", "4"));
  const text::Document& question = read["1"];
  EXPECT_EQ(text_of(question, "title"), "Is $x<y$ strict?");
  EXPECT_THAT(formulas_of(question), ElementsAre("x<y", "x<y"));
  EXPECT_THAT(question.tags, ElementsAre("order", "basics"));
  EXPECT_EQ(property_of(question, "score"), "7");
  EXPECT_EQ(property_of(question, "date"), "2020-01-02T03:04:05");
  EXPECT_EQ(property_of(question, "accepted-answer"), "2");
  EXPECT_EQ(property_of(read["2"], "accepted"), "true");
  EXPECT_EQ(property_of(read["2"], "score"), "-1");
  EXPECT_EQ(text_of(read["2"], "question-title"), "Is $x<y$ strict?");
}

TEST(StackExchangeDump, NamesEveryRowThatIsNoPost) {
  SampleFolder folder;
  folder.write("Posts.xml", kPlainPosts);
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.skipped(), ElementsAre(HasSubstr("Posts.xml:6: skipped: a post needs a number"),
                                          HasSubstr("Posts.xml:7: skipped: post 6 has no text"),
                                          HasSubstr("Posts.xml:8: skipped: a post needs a Post")));
  EXPECT_THAT(read.flawed(), ElementsAre(HasSubstr("Posts.xml:5: the question '77' of answer 4")));
  EXPECT_THAT(read.messages(Problem::Severity::Remark),
              ElementsAre(HasSubstr("1 rows are neither questions nor answers")));
}

TEST(StackExchangeDump, IsOpenedByItsPostsToo) {
  SampleFolder folder;
  const std::string posts = folder.write("Posts.xml", kPlainPosts);
  EXPECT_EQ(read_all({posts}).documents, read_all({folder.path()}).documents);
}

TEST(PostTags, AreReadInEveryWriting) {
  std::vector<std::string> tags;
  add_tags("<a><b-c>", tags);
  add_tags("|d|e|", tags);
  add_tags("f, g g,a", tags);
  EXPECT_THAT(tags, ElementsAre("a", "b-c", "d", "e", "f", "g g"));
}

}  // namespace
}  // namespace noether::collection
