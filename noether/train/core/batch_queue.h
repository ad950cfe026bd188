// Threads prepare batches ahead of time; `take` returns them in order. A batch does not depend on
// the thread that makes it. At most `ahead` finished batches wait in the queue.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace noether::train {

template <typename Batch>
class BatchQueue {
 public:
  // `make` is called from several threads and must not throw.
  BatchQueue(std::function<Batch(std::uint64_t number)> make, std::uint64_t first, unsigned threads,
             std::uint64_t ahead)
      : make_(std::move(make)), next_to_make_(first), next_to_take_(first), ahead_(ahead) {
    for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  }
  BatchQueue(const BatchQueue&) = delete;
  BatchQueue& operator=(const BatchQueue&) = delete;
  ~BatchQueue() {
    {
      const std::scoped_lock lock(mutex_);
      stopping_ = true;
    }
    room_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  Batch take() {
    using Clock = std::chrono::steady_clock;
    std::unique_lock lock(mutex_);
    const auto begin = Clock::now();
    made_.wait(lock, [&] { return batches_.contains(next_to_take_); });
    waited_ += std::chrono::duration<double>(Clock::now() - begin).count();
    auto node = batches_.extract(next_to_take_++);
    lock.unlock();
    room_.notify_all();
    return std::move(node.mapped());
  }

  // Seconds that `take` has spent waiting, over all calls.
  double waited() const { return waited_; }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      room_.wait(lock, [&] { return stopping_ || next_to_make_ < next_to_take_ + ahead_; });
      if (stopping_) return;
      const std::uint64_t number = next_to_make_++;
      lock.unlock();
      Batch batch = make_(number);
      lock.lock();
      batches_.emplace(number, std::move(batch));
      made_.notify_one();
    }
  }

  std::function<Batch(std::uint64_t)> make_;
  std::mutex mutex_;
  std::condition_variable room_;
  std::condition_variable made_;
  std::map<std::uint64_t, Batch> batches_;
  std::uint64_t next_to_make_;
  std::uint64_t next_to_take_;
  std::uint64_t ahead_;
  double waited_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace noether::train
