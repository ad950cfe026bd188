#include "noether/collection/topics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/collection/sample_collection.h"

namespace noether::collection {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> formulas_of(const text::Field& field) {
  text::Document document;
  document.fields.push_back(field);
  return collection::formulas_of(document);
}

std::string span(const std::string& id, const std::string& latex) {
  return "&lt;span class=\"math-container\" id=\"" + id + "\"&gt;$" + latex + "$&lt;/span&gt;";
}

TEST(Topics, ReadsAQuestion) {
  ProblemList problems;
  const auto topics = read_topics(
      "<?xml version=\"1.0\"?>\n<Topics>\n<Topic number=\"A.7\">\n<Title>Is " + span("q_1", "x") +
          " prime?</Title>\n<Question>&lt;p&gt;Say " + span("q_2", "x=3") +
          ".&lt;/p&gt;</Question>\n<Tags>primes,number-theory</Tags>\n</Topic>\n</Topics>",
      "topics.xml", problems);
  ASSERT_EQ(topics.size(), 1U);
  EXPECT_EQ(topics[0].number, "A.7");
  EXPECT_EQ(topics[0].title.text, "Is $x$ prime?");
  EXPECT_THAT(formulas_of(topics[0].question), ElementsAre("x=3 #q_2"));
  EXPECT_THAT(topics[0].tags, ElementsAre("primes", "number-theory"));
  EXPECT_FALSE(topics[0].has_formula());
  EXPECT_THAT(problems.kept(), IsEmpty());
}

TEST(Topics, ReadsTheFormulaOfTask2) {
  ProblemList problems;
  const auto topics = read_topics(
      "<Topics><Topic number=\"B.7\"><Formula_Id>q_2</Formula_Id><Latex>x &lt; 3</Latex>"
      "<Title>t</Title><Question>q</Question><Tags>a</Tags></Topic></Topics>",
      "topics.xml", problems);
  ASSERT_EQ(topics.size(), 1U);
  EXPECT_EQ(topics[0].formula_id, "q_2");
  EXPECT_EQ(topics[0].latex, "x < 3");
}

TEST(Topics, TakesALessThanSignAsEachYearWritesIt) {
  for (const std::string less : {"&amp;lt;", "&lt;"}) {
    ProblemList problems;
    const auto topics =
        read_topics("<Topics><Topic number=\"A.1\"><Title>t</Title><Question>" +
                        span("q_1", "a" + less + "b&amp;c") + " so</Question></Topic></Topics>",
                    "topics.xml", problems);
    ASSERT_EQ(topics.size(), 1U);
    EXPECT_THAT(formulas_of(topics[0].question), ElementsAre("a<b&c #q_1")) << less;
    EXPECT_EQ(topics[0].question.text, "$a<b&c$ so");
  }
}

TEST(Topics, ReadsHtmlThatIsNotEscaped) {
  ProblemList problems;
  const auto topics = read_topics(
      "<Topics><Topic number=\"A.1\"><Title>t</Title><Question><p>Say <span "
      "class=\"math-container\" id=\"q_1\">$a&lt;b$</span> now</p></Question>"
      "</Topic></Topics>",
      "topics.xml", problems);
  ASSERT_EQ(topics.size(), 1U);
  EXPECT_EQ(topics[0].question.text, "Say $a<b$ now");
}

TEST(Topics, KeepsWhatStandsBeforeABreak) {
  ProblemList problems;
  const auto topics = read_topics(
      "<Topics>\n<Topic number=\"A.1\"><Title>one</Title></Topic>\n"
      "<Topic><Title>nameless</Title></Topic>\n"
      "<Topic number=\"A.2\"></Topic>\n"
      "<Topic number=\"A.3\"><Title>cut",
      "topics.xml", problems);
  ASSERT_EQ(topics.size(), 1U);
  EXPECT_EQ(topics[0].number, "A.1");
  std::vector<std::string> messages;
  for (const Problem& problem : problems.kept()) messages.push_back(problem_text(problem));
  EXPECT_THAT(messages, ElementsAre("topics.xml:3: skipped: a topic without a number",
                                    "topics.xml:4: skipped: topic A.2 is empty",
                                    HasSubstr("topics.xml:5: skipped: broken XML")));
}

TEST(Topics, AFileWithoutTopicsIsAnError) {
  SampleFolder folder;
  ProblemList problems;
  EXPECT_FALSE(read_topic_file(folder.write("posts.xml", "<posts/>"), problems));
  EXPECT_FALSE(read_topic_file(folder.path() + "/absent.xml", problems));
}

}  // namespace
}  // namespace noether::collection
