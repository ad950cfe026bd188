#include "noether/server/http/worker_pool.h"

#include <algorithm>
#include <utility>

#include "noether/algebra/numeric/thread_memory.h"

namespace noether::server {

WorkerPool::WorkerPool(unsigned threads, std::size_t most_waiting)
    : most_waiting_(most_waiting), most_slow_(std::max(threads, 2U) - 1) {
  for (unsigned i = 0; i < std::max(threads, 1U); ++i) {
    threads_.emplace_back([this] { work(); });
  }
}

WorkerPool::~WorkerPool() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  threads_.clear();
}

bool WorkerPool::submit(Task task, Lane lane, const void* owner) {
  {
    const std::scoped_lock lock(mutex_);
    std::deque<WaitingTask>& queue = lane == Lane::Slow ? slow_ : quick_;
    const std::size_t free = threads_.size() - running_;
    if (stopping_ || queue.size() >= most_waiting_ + free) return false;
    queue.push_back({std::move(task), owner});
  }
  wake_.notify_one();
  return true;
}

std::optional<WorkerPool::Task> WorkerPool::withdraw(const void* owner) {
  const std::scoped_lock lock(mutex_);
  for (std::deque<WaitingTask>* queue : {&quick_, &slow_}) {
    const auto found = std::ranges::find(*queue, owner, &WaitingTask::owner);
    if (found == queue->end()) continue;
    Task task = std::move(found->task);
    queue->erase(found);
    return task;
  }
  return std::nullopt;
}

void WorkerPool::resume(Task task) {
  {
    const std::scoped_lock lock(mutex_);
    resumed_.push_back({.task = std::move(task)});
  }
  wake_.notify_one();
}

std::size_t WorkerPool::waiting() const {
  const std::scoped_lock lock(mutex_);
  return resumed_.size() + quick_.size() + slow_.size();
}

std::size_t WorkerPool::running() const {
  const std::scoped_lock lock(mutex_);
  return running_;
}

void WorkerPool::work() {
  const algebra::ThreadMemory memory;
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] {
      return stopping_ || !resumed_.empty() || !quick_.empty() || may_take_slow();
    });
    const bool is_slow = resumed_.empty() && quick_.empty() && may_take_slow();
    std::deque<WaitingTask>& queue = !resumed_.empty() ? resumed_ : is_slow ? slow_ : quick_;
    // The queue is empty only when the pool stops. Waiting slow tasks are left to the threads that
    // run slow tasks.
    if (queue.empty()) return;
    Task task = std::move(queue.front().task);
    queue.pop_front();
    ++running_;
    slow_running_ += is_slow ? 1 : 0;
    lock.unlock();
    task();
    task = nullptr;
    lock.lock();
    --running_;
    slow_running_ -= is_slow ? 1 : 0;
    // Another slow task may run now.
    if (is_slow && may_take_slow()) wake_.notify_one();
  }
}

}  // namespace noether::server
