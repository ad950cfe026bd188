// The threads that answer requests, and the bounded queues in front of them.
//
// Slow work has a queue of its own and never takes the last worker, so that a few proofs do not
// stop everybody's searches.
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

  // Of each lane, so many may wait besides those that find a thread free.
  WorkerPool(unsigned threads, std::size_t most_waiting);
  // Finishes what is waiting.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // False when the queue is full: the task will not be done. `owner` is who may withdraw it.
  [[nodiscard]] bool submit(Task task, Lane lane, const void* owner = nullptr);
  // The task of this owner, which will not be done; nothing when no such task waits.
  std::optional<Task> withdraw(const void* owner);
  // Work that was accepted before and goes on: not refused, and done first.
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
