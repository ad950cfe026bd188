#include "noether/server/http/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <semaphore>

#include "noether/server/http/admission.h"
#include "noether/server/http/metrics.h"

using namespace noether::server;
using namespace std::chrono_literals;

namespace {

TEST(WorkerPool, DoesAllThatItTookBeforeItEnds) {
  std::atomic<int> done = 0;
  {
    WorkerPool pool(2, 1000);
    for (int i = 0; i < 100; ++i) {
      EXPECT_TRUE(pool.submit([&] { ++done; },
                              i % 2 == 0 ? WorkerPool::Lane::Quick : WorkerPool::Lane::Slow));
    }
    pool.resume([&] { ++done; });
  }
  EXPECT_EQ(done, 101);
}

TEST(WorkerPool, RefusesWhatFindsItsLaneFull) {
  std::counting_semaphore<> begun(0);
  std::counting_semaphore<> go(0);
  WorkerPool pool(1, 2);
  const auto wait = [&] {
    begun.release();
    go.acquire();
  };
  EXPECT_TRUE(pool.submit(wait, WorkerPool::Lane::Quick));
  begun.acquire();
  EXPECT_EQ(pool.running(), 1U);
  EXPECT_TRUE(pool.submit(wait, WorkerPool::Lane::Quick));
  EXPECT_TRUE(pool.submit(wait, WorkerPool::Lane::Quick));
  EXPECT_FALSE(pool.submit(wait, WorkerPool::Lane::Quick));
  EXPECT_TRUE(pool.submit(wait, WorkerPool::Lane::Slow));
  EXPECT_EQ(pool.waiting(), 3U);
  go.release(4);
}

TEST(WorkerPool, TakesNoMoreThanItHasThreadsForWhenNobodyMayWait) {
  std::counting_semaphore<> begun(0);
  std::counting_semaphore<> go(0);
  WorkerPool pool(2, 0);
  const auto wait = [&] {
    begun.release();
    go.acquire();
  };
  EXPECT_TRUE(pool.submit(wait, WorkerPool::Lane::Quick));
  EXPECT_TRUE(pool.submit(wait, WorkerPool::Lane::Quick));
  EXPECT_FALSE(pool.submit(wait, WorkerPool::Lane::Quick));
  begun.acquire();
  begun.acquire();
  EXPECT_FALSE(pool.submit(wait, WorkerPool::Lane::Quick));
  go.release(2);
}

TEST(WorkerPool, GivesBackATaskThatStillWaits) {
  std::counting_semaphore<> begun(0);
  std::counting_semaphore<> go(0);
  WorkerPool pool(1, 1);
  const int first = 0;
  const int second = 0;
  bool is_done = false;
  EXPECT_TRUE(pool.submit(
      [&] {
        begun.release();
        go.acquire();
      },
      WorkerPool::Lane::Quick, &first));
  begun.acquire();
  EXPECT_TRUE(pool.submit([&] { is_done = true; }, WorkerPool::Lane::Quick, &second));
  EXPECT_FALSE(pool.withdraw(&first)) << "it has begun";
  const auto task = pool.withdraw(&second);
  ASSERT_TRUE(task);
  EXPECT_EQ(pool.waiting(), 0U);
  EXPECT_FALSE(pool.withdraw(&second));
  (*task)();
  EXPECT_TRUE(is_done);
  go.release();
}

TEST(WorkerPool, KeepsOneWorkerForWhatIsQuick) {
  std::counting_semaphore<> begun(0);
  std::counting_semaphore<> go(0);
  WorkerPool pool(3, 100);
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(pool.submit(
        [&] {
          begun.release();
          go.acquire();
        },
        WorkerPool::Lane::Slow));
  }
  begun.acquire();
  begun.acquire();
  std::binary_semaphore quick(0);
  EXPECT_TRUE(pool.submit([&] { quick.release(); }, WorkerPool::Lane::Quick));
  quick.acquire();
  EXPECT_FALSE(begun.try_acquire());
  go.release(10);
}

TEST(RateLimit, LetsABurstThroughAndThenTheRate) {
  RateLimit limit(2);
  RateLimit::Clock::time_point now{};
  for (int i = 0; i < 20; ++i) EXPECT_EQ(limit.ask("a", now), 0s) << i;
  EXPECT_EQ(limit.ask("a", now), 1s);
  EXPECT_EQ(limit.ask("b", now), 0s) << "another client has its own";
  now += 500ms;
  EXPECT_EQ(limit.ask("a", now), 0s);
  EXPECT_EQ(limit.ask("a", now), 1s);
}

TEST(RateLimit, SaysHowLongToWait) {
  RateLimit limit(0.01);
  EXPECT_EQ(limit.ask("a", {}), 0s);
  EXPECT_EQ(limit.ask("a", {}), 100s);
}

TEST(RateLimit, RemembersABoundedNumberOfClients) {
  RateLimit limit(1);
  const RateLimit::Clock::time_point now{};
  for (std::size_t i = 0; i < RateLimit::kMostClients + 10; ++i) limit.ask(std::to_string(i), now);
  EXPECT_LE(limit.clients(), RateLimit::kMostClients);
}

TEST(Metrics, CountTimesInTheBucketsUpToTheirBound) {
  Metrics metrics;
  metrics.count("/a", "GET", 200, 0.001, 10);
  metrics.count("/a", "GET", 200, 0.0011, 10);
  metrics.count("/a", "BREW", 418, 100, 10);
  const std::string text = metrics.text({});
  EXPECT_NE(text.find("_bucket{route=\"/a\",le=\"0.001\"} 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("_bucket{route=\"/a\",le=\"0.0025\"} 2\n"), std::string::npos);
  EXPECT_NE(text.find("_bucket{route=\"/a\",le=\"10\"} 2\n"), std::string::npos);
  EXPECT_NE(text.find("_bucket{route=\"/a\",le=\"+Inf\"} 3\n"), std::string::npos);
  EXPECT_NE(text.find("method=\"other\",status=\"418\"} 1\n"), std::string::npos);
  EXPECT_NE(text.find("noether_http_sent_bytes_total 30\n"), std::string::npos);
}

}  // namespace
