// Tests the whole server over an index that changes meanwhile.
#include "noether/server/server.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include "noether/answer/generate/fake_endpoint.h"
#include "noether/base/sanitized.h"
#include "noether/base/temporary_folder.h"
#include "noether/index/manifest.h"
#include "noether/search/search_fixture.h"
#include "noether/server/http/test_server.h"
#include "noether/server/page/bundle.h"

using namespace noether;
using namespace noether::server;
using namespace std::chrono_literals;
using search::add_documents;
using search::test_document;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

class RunningServer {
 public:
  explicit RunningServer(const std::string& index, HttpOptions http = {},
                         const std::string& generator = {}) {
    ServerOptions options;
    options.state.generator = generator;
    options.http = std::move(http);
    options.http.port = 0;
    options.state.folders = {index};
    options.reload_every = 5ms;
    auto server = Server::open(std::move(options));
    if (!server) throw std::runtime_error(server.error().message);
    server_ = std::move(*server);
    port_ = server_->port();
    thread_ = std::jthread([this] { server_->run(); });
  }
  RunningServer(const RunningServer&) = delete;
  RunningServer& operator=(const RunningServer&) = delete;
  ~RunningServer() { server_->stop(); }

  std::uint16_t port() const { return port_; }
  Server& server() { return *server_; }

 private:
  std::unique_ptr<Server> server_;
  std::uint16_t port_ = 0;
  std::jthread thread_;
};

TEST(Server, SaysHowItIs) {
  const base::TemporaryFolder folder;
  add_documents(folder / "index", {test_document("a", "integrals of $x^2$")});
  const RunningServer server(folder / "index");
  TestClient client(server.port());
  EXPECT_EQ(client.get("/health").status, 200);
  EXPECT_THAT(client.get("/ready").body, HasSubstr("\"generation\":"));
  const Reply metrics = client.get("/metrics");
  EXPECT_THAT(metrics.header("content-type"), HasSubstr("text/plain"));
  EXPECT_THAT(metrics.body, HasSubstr("\nnoether_index_documents 1\n"));
  EXPECT_THAT(metrics.body, HasSubstr("{route=\"/health\",method=\"GET\",status=\"200\"} 1\n"));
}

TEST(Server, GivesMetricsAndPagesOnlyToThoseWithTheToken) {
  const base::TemporaryFolder folder;
  add_documents(folder / "index", {test_document("a", "integrals")});
  HttpOptions http;
  http.token = "0123456789abcdef";
  const RunningServer server(folder / "index", http);
  TestClient client(server.port());
  EXPECT_EQ(client.get("/health").status, 200);
  EXPECT_EQ(client.get("/ready").status, 200);
  for (const std::string_view path : {"/metrics", "/", "/api/v1/search?q=a", "/nowhere"}) {
    EXPECT_EQ(client.get(path).status, 401) << path;
  }
  EXPECT_EQ(client.get("/metrics", "Authorization: Bearer 0123456789abcdef\r\n").status, 200);
}

TEST(Server, HasNothingToSayOfFiles) {
  const base::TemporaryFolder folder;
  add_documents(folder / "index", {test_document("a", "integrals")});
  const RunningServer server(folder / "index");
  TestClient client(server.port());
  EXPECT_EQ(client.get("/etc/passwd").status, 404);
  EXPECT_EQ(client.get("/assets/%2Fetc%2Fpasswd").status, 404);
  EXPECT_EQ(client.get("/assets/../../etc/passwd").status, 400);
  EXPECT_EQ(client.get("/manifest").status, 404);
}

TEST(Server, ShowsThePageToWhoMistypesAnAddressInABrowser) {
  if (assets().empty()) GTEST_SKIP() << "built without the page: scripts/setup.sh web";
  const base::TemporaryFolder folder;
  add_documents(folder / "index", {test_document("a", "integrals")});
  const RunningServer server(folder / "index");
  TestClient client(server.port());
  constexpr std::string_view kBrowser = "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n";
  const Reply shown = client.get("/nosuchpage", kBrowser);
  EXPECT_EQ(shown.status, 404);
  EXPECT_EQ(shown.body, find_asset("/")->plain);
  EXPECT_EQ(shown.header("content-security-policy"), kPageSecurityPolicy);
  EXPECT_EQ(shown.header("cache-control"), "no-store");
  EXPECT_EQ(client.get("/nosuchpage", "Accept: */*\r\n").header("content-type"),
            "application/problem+json");
  EXPECT_EQ(client.get("/api/v1/nosuchpath", kBrowser).header("content-type"),
            "application/problem+json");
}

TEST(Server, AnswersThatADocumentIsMissingWhateverTagTheClientHas) {
  const base::TemporaryFolder folder;
  add_documents(folder / "index", {test_document("a", "integrals")});
  const RunningServer server(folder / "index");
  TestClient client(server.port());
  const std::string tag = client.get("/api/v1/collection").header("etag");
  const std::string having = "If-None-Match: " + tag + "\r\n";
  EXPECT_EQ(client.get("/api/v1/collection", having).status, 304);
  EXPECT_EQ(client.get("/api/v1/document/nosuch", having).status, 404);
  EXPECT_EQ(client.get("/api/v1/collection?x=1", having).status, 400);
}

TEST(Server, ServesOnWhenANewCommitIsDamagedAndSaysSo) {
  const base::TemporaryFolder folder;
  const std::string index = folder / "index";
  add_documents(index, {test_document("a", "integrals of $x^2$")});
  const RunningServer server(index);
  TestClient client(server.port());
  EXPECT_THAT(client.get("/ready").body, HasSubstr("\"stale\":false"));
  const std::string manifest = index::manifest_path(index);
  std::stringstream good;
  good << std::ifstream(manifest, std::ios::binary).rdbuf();
  std::ofstream(manifest, std::ios::binary) << "damaged";
  const auto wait_for_ready = [&](std::string_view text) {
    while (client.get("/ready").body.find(text) == std::string::npos) std::this_thread::yield();
  };
  wait_for_ready("\"stale\":true");
  EXPECT_EQ(client.get("/ready").status, 200);
  EXPECT_THAT(client.get("/api/v1/search?q=integrals").body, HasSubstr("\"total\": 1"));
  const std::string metrics = client.get("/metrics").body;
  EXPECT_THAT(metrics, HasSubstr("\nnoether_index_stale 1\n"));
  EXPECT_THAT(metrics, HasSubstr("# TYPE noether_index_reload_failures_total counter\n"));
  EXPECT_THAT(metrics, Not(HasSubstr("\nnoether_index_reload_failures_total 0\n")));
  std::ofstream(manifest, std::ios::binary) << good.str();
  wait_for_ready("\"stale\":false");
  EXPECT_THAT(client.get("/metrics").body, HasSubstr("\nnoether_index_stale 0\n"));
}

// No request times out here, so the answers must come while the generators stall.
TEST(Server, AnswersAndSearchesWhileAllGeneratorsStall) {
  const base::TemporaryFolder folder;
  add_documents(folder / "index",
                {test_document("a", "Integrals of squares are cubes over three.")});
  answer::FakeEndpoint generator({[](answer::FakeConnection& connection) { connection.stall(); }});
  HttpOptions http;
  http.workers = 2;
  http.waiting_workers = 3;
  http.limits.answer_time = std::chrono::hours(1);
  const RunningServer server(folder / "index", http, generator.url());
  const std::string asked = "/api/v1/answer?enough=0&q=what+are+integrals+of+squares";
  std::vector<std::unique_ptr<TestClient>> stalled;
  for (const std::string_view how : {"&how=all", "&how=generate", ""}) {
    stalled.push_back(std::make_unique<TestClient>(server.port()));
    stalled.back()->send("GET " + asked + std::string(how) +
                         " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  TestClient client(server.port());
  // The count of running requests drops a little after the response arrives.
  const auto expect_running = [&](int requests) {
    const std::string line = fmt::format("\nnoether_http_running_requests {}\n", requests);
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    while (!client.get("/metrics").body.contains(line)) {
      ASSERT_LT(std::chrono::steady_clock::now(), end) << line;
      std::this_thread::yield();
    }
  };
  expect_running(3);
  const Reply extracted = client.get(asked + "&how=extract");
  EXPECT_THAT(extracted.body, HasSubstr("Integrals of squares are cubes"));
  EXPECT_THAT(extracted.body, HasSubstr("event: done"));
  const Reply all = client.get(asked);
  EXPECT_THAT(all.body, HasSubstr("because the generator is busy"));
  EXPECT_THAT(all.body, HasSubstr("Integrals of squares are cubes"));
  EXPECT_EQ(client.get(asked + "&how=generate").status, 503);
  EXPECT_THAT(client.get("/api/v1/search?q=integrals").body, HasSubstr("\"total\": 1"));
  expect_running(3);
  // A client that leaves ends its generator, and the next answer may be written.
  stalled.clear();
  expect_running(0);
}

// Commits arrive while several clients search: each response is complete and belongs to one commit.
TEST(Server, TakesNewCommitsWithoutFailingARequest) {
  const base::TemporaryFolder folder;
  const std::string index = folder / "index";
  add_documents(index, {test_document("0", "integrals of $x^2$")});
  RunningServer server(index);
  std::atomic<bool> is_over = false;
  std::atomic<int> failed = 0;
  std::atomic<int> answered = 0;
  std::vector<std::jthread> clients;
  for (int i = 0; i < 3; ++i) {
    clients.emplace_back([&] {
      TestClient client(server.port());
      while (!is_over) {
        const Reply reply = client.get("/api/v1/search?q=integrals+%24x%5E2%24");
        ++(reply.status == 200 && reply.is_whole ? answered : failed);
      }
    });
  }
  const int commits = base::kSanitized ? 5 : 15;
  TestClient watcher(server.port());
  for (int i = 1; i <= commits; ++i) {
    add_documents(index, {test_document(std::to_string(i), "integrals of $y^2$")});
    const std::string documents = "\nnoether_index_documents " + std::to_string(i + 1) + "\n";
    const auto late = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (watcher.get("/metrics").body.find(documents) == std::string::npos) {
      if (std::chrono::steady_clock::now() > late) break;
      std::this_thread::yield();
    }
    EXPECT_LE(std::chrono::steady_clock::now(), late) << "a commit was not taken";
  }
  is_over = true;
  clients.clear();
  EXPECT_EQ(failed, 0);
  EXPECT_GT(answered, commits);
}

}  // namespace
