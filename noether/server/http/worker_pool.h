// The threads that handle requests, and the bounded queues in front of them.
// Slow work has its own queue and never takes the last worker, so that a few proofs do not stop all
// searches.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace noether::server {

class WorkerPool {
 public:
  using Task = std::function<void()>;
  enum class Lane { Quick, Slow };

  // `most_waiting` is the number of requests of each lane that may wait in addition to those that
  // get a free thread.
  WorkerPool(unsigned threads, std::size_t most_waiting);
  // Finishes the waiting tasks.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Returns false if the queue is full; the task is then not run. `owner` may withdraw the task.
  [[nodiscard]] bool submit(Task task, Lane lane, const void* owner = nullptr);
  // Removes and returns the task of this owner; empty if no such task waits.
  std::optional<Task> withdraw(const void* owner);
  // Continues accepted work: it is never refused, and runs first.
  void resume(Task task);

  std::size_t waiting() const;
  std::size_t running() const;
  unsigned threads() const { return static_cast<unsigned>(threads_.size()); }

 private:
  struct WaitingTask {
    Task task;
    const void* owner = nullptr;
  };

  void work();
  bool may_take_slow() const { return !slow_.empty() && slow_running_ < most_slow_; }

  const std::size_t most_waiting_;
  const std::size_t most_slow_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<WaitingTask> resumed_;
  std::deque<WaitingTask> quick_;
  std::deque<WaitingTask> slow_;
  std::size_t running_ = 0;
  std::size_t slow_running_ = 0;
  bool stopping_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace noether::server
