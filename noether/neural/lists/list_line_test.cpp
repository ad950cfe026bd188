#include "noether/neural/lists/list_line.h"

#include <gtest/gtest.h>

namespace noether::neural {
namespace {

TEST(ListLine, IsReadAsNoetherListsWritesIt) {
  const auto list = read_list_line(
      R"({"id": "A.1", "query": "A \"limit\"", "texts": [{"id": "7", "grade": 2, "text": "of $x$"},
          {"id": "8", "text": "no", "score": -1.5}], "more": 1})");
  ASSERT_TRUE(list) << list.error().message;
  EXPECT_EQ(*list, (ListLine{"A.1", "A \"limit\"", {{"7", "of $x$", 2}, {"8", "no", {}, -1.5F}}}));
  EXPECT_TRUE(read_list_line(R"({"id": "1", "query": "", "texts": []})"));
}

TEST(ListLine, SaysWhatIsWrong) {
  const auto problem = [](std::string_view line) {
    const auto list = read_list_line(line);
    return list ? "" : list.error().message;
  };
  const auto of_text = [&](const std::string& text) {
    return problem(R"({"id": "1", "query": "q", "texts": [)" + text + "]}");
  };
  EXPECT_EQ(problem("{"), "not JSON");
  EXPECT_EQ(problem("[1]"), "not an object of JSON");
  EXPECT_EQ(problem(R"({"query": "q", "texts": []})"), "\"id\" is missing or no text");
  EXPECT_EQ(problem(R"({"id": "a b", "query": "q", "texts": []})"),
            "\"id\" is empty or has white space");
  EXPECT_EQ(problem(R"({"id": "1", "query": 2, "texts": []})"), "\"query\" is missing or no text");
  EXPECT_EQ(problem(R"({"id": "1", "query": "q"})"), "\"texts\" is missing or no array");
  EXPECT_EQ(of_text("3"), "\"texts\" has an entry that is not an object");
  EXPECT_EQ(of_text(R"({"id": "2"})"), "\"text\" is missing or no text");
  EXPECT_EQ(of_text(R"({"id": "2", "text": "t", "grade": -1})"),
            "\"grade\" is not a whole number from 0 to 100");
  EXPECT_EQ(of_text(R"({"id": "2", "text": "t", "grade": 101})"),
            "\"grade\" is not a whole number from 0 to 100");
  EXPECT_EQ(of_text(R"({"id": "2", "text": "t", "score": 1e300})"), "\"score\" is not a number");
}

}  // namespace
}  // namespace noether::neural
