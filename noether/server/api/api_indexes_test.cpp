// The API over two indexes that are served as one.
#include <gtest/gtest.h>

#include "noether/search/search_fixture.h"
#include "noether/server/api/api_fixture.h"

namespace noether::server {
namespace {

using nlohmann::json;
using search::add_documents;
using search::test_document;

class ApiIndexesTest : public ApiTest {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<base::TemporaryFolder>();
    add_documents(*folder_ / "notes.idx", {test_document("x", "a limit of $x^2$", {}, "theorem"),
                                           test_document("n", "another limit", {}, "text")});
    std::vector<text::Document> thread = {test_document("x", "which limit?", {}, "question"),
                                          test_document("y", "this limit", {}, "answer")};
    thread[1].parent = "x";
    add_documents(*folder_ / "posts", thread);
    open_state();
  }
  static void open_state() {
    StateOptions options;
    options.folders = {*folder_ / "notes.idx", *folder_ / "posts/"};
    auto state = State::open(options);
    ASSERT_TRUE(state) << state.error().message;
    state_ = std::move(*state);
    router_ = std::make_unique<Router>();
    register_api(*router_, *state_);
  }

  static std::set<std::string> found(const std::string& more = "") {
    std::set<std::string> ids;
    const json answer = get("/api/v1/search?q=limit" + more).json;
    for (const auto& one : answer["results"]) {
      ids.insert(one["index"].get<std::string>() + " " + one["id"].get<std::string>());
    }
    return ids;
  }
};

TEST_F(ApiIndexesTest, SearchesAllTogetherAndOneByItsName) {
  EXPECT_EQ(found(), (std::set<std::string>{"notes x", "notes n", "posts posts:x", "posts y"}));
  EXPECT_EQ(found("&index=notes"), (std::set<std::string>{"notes x", "notes n"}));
  EXPECT_EQ(found("&index=posts"), (std::set<std::string>{"posts posts:x", "posts y"}));
  EXPECT_EQ(found("&index=posts&index=notes").size(), 4U);
  EXPECT_EQ(found("&index=nothing").size(), 0U);
  const json facets = get("/api/v1/search?q=limit").json["facets"]["index"];
  EXPECT_EQ(facets,
            json::parse(R"([{"value": "notes", "count": 2}, {"value": "posts", "count": 2}])"));
  const json indexes = get("/api/v1/collection").json["indexes"];
  ASSERT_EQ(indexes.size(), 2U);
  EXPECT_EQ(indexes[0]["name"], "notes");
  EXPECT_EQ(indexes[1]["documents"], 2);
}

TEST_F(ApiIndexesTest, FindsADocumentByItsName) {
  EXPECT_EQ(get("/api/v1/document/x").json["kind"], "theorem");
  const json question = get("/api/v1/document/posts%3Ax").json;
  EXPECT_EQ(question["kind"], "question");
  EXPECT_EQ(question["id"], "posts:x");
  EXPECT_EQ(question["index"], "posts");
  EXPECT_EQ(question["thread"].size(), 2U);
  const json answer = get("/api/v1/document/y").json;
  EXPECT_EQ(answer["parent"]["id"], "posts:x") << "the parent is of the same index";
  EXPECT_EQ(answer["thread"][0]["id"], "posts:x");
  EXPECT_EQ(get("/api/v1/search?q=limit&thread=y&kind=answer").json["results"][0]["parent"],
            "posts:x");
  EXPECT_EQ(get("/api/v1/similar?document=posts%3Ax").status, 200U);
  EXPECT_EQ(get("/api/v1/document/notes%3Ay").status, 404U);
}

TEST_F(ApiIndexesTest, TakesANewCommitOfEither) {
  const auto before = state_->snapshot();
  EXPECT_FALSE(*state_->reload());
  add_documents(*folder_ / "posts", {test_document("new", "a new limit")});
  EXPECT_TRUE(*state_->reload());
  EXPECT_EQ(found().size(), 5U);
  EXPECT_NE(state_->snapshot()->etag, before->etag);
  EXPECT_GT(state_->snapshot()->index->generation(), before->index->generation());
  add_documents(*folder_ / "notes.idx", {test_document("newer", "a newer limit")});
  EXPECT_TRUE(*state_->reload());
  EXPECT_EQ(found("&index=notes").size(), 3U);
  EXPECT_EQ(before->index->documents(), 4U) << "who has the old one keeps it";
  // The other tests need the index that they expect.
  TearDownTestSuite();
  SetUpTestSuite();
}

TEST(IndexNames, AreThoseOfTheirFolders) {
  EXPECT_EQ(index_names({"/data/notes.idx", "papers/", "more/notes.idx", ".", "a:b"}),
            (std::vector<std::string>{"notes", "papers", "notes-2", "index", "a-b"}));
}

}  // namespace
}  // namespace noether::server
