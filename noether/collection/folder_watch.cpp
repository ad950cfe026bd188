#include "noether/collection/folder_watch.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

namespace noether::collection {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kSettle = std::chrono::milliseconds(300);
constexpr auto kLongest = std::chrono::seconds(5);  // the maximum wait while changes continue

constexpr std::uint32_t kChanges = IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO |
                                   IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB;

}  // namespace

base::Result<FolderWatch> FolderWatch::open(std::vector<std::string> paths, WalkOptions options) {
  auto events = base::FileDescriptor::own(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  if (!events.is_open()) {
    return base::fail(fmt::format("cannot watch for changes: {}", std::strerror(errno)), {},
                      "the limit may be fs.inotify.max_user_instances");
  }
  FolderWatch watch(std::move(paths), std::move(options), std::move(events));
  if (auto done = watch.refresh(); !done) return std::unexpected(done.error());
  return watch;
}

base::Result<void> FolderWatch::watch(const std::string& folder, const std::string& file) {
  const int number = ::inotify_add_watch(events_.number(), folder.c_str(), kChanges | IN_ONLYDIR);
  if (number < 0) {
    // The folder may have been removed after it was found; that change will be reported.
    if (errno == ENOENT || errno == ENOTDIR || errno == EACCES) return {};
    base::Error error = base::system_error("watch", folder, errno);
    if (errno == ENOSPC) {
      error.message = fmt::format(
          "cannot watch '{}': the system lets this user watch no more than "
          "the {} folders before it",
          folder, watched_.size());
      error.hint = "raise fs.inotify.max_user_watches, or run `noether index` again after changes";
    }
    return std::unexpected(std::move(error));
  }
  const auto [at, is_new] = watched_.try_emplace(number);
  if (file.empty()) {
    at->second.clear();
  } else if (is_new || !at->second.empty()) {
    at->second.insert(file);
  }
  return {};
}

base::Result<void> FolderWatch::refresh() {
  before_ = std::exchange(watched_, {});
  for (const std::string& path : paths_) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) {
      const std::filesystem::path file = std::filesystem::absolute(path, error);
      auto done = watch(file.parent_path().string(), file.filename().string());
      if (!done) return done;
      continue;
    }
    const auto folders = walked_folders(path, options_);
    if (!folders) return std::unexpected(folders.error());
    for (const std::string& folder : *folders) {
      if (auto done = watch(folder, {}); !done) return done;
    }
  }
  for (const auto& [number, files] : before_) {
    if (!watched_.contains(number)) (void)::inotify_rm_watch(events_.number(), number);
  }
  return {};
}

base::Result<bool> FolderWatch::take_events() {
  bool matters = false;
  alignas(inotify_event) std::array<char, 16384> buffer;
  while (true) {
    const ::ssize_t bytes = ::read(events_.number(), buffer.data(), buffer.size());
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes < 0 && errno == EAGAIN) return matters;
    if (bytes <= 0) return std::unexpected(base::system_error("read", "inotify", errno));
    for (std::size_t at = 0; at < static_cast<std::size_t>(bytes);) {
      inotify_event event;
      std::memcpy(&event, buffer.data() + at, sizeof(event));
      const std::string_view name = event.len == 0
                                        ? std::string_view()
                                        : std::string_view(buffer.data() + at + sizeof(event));
      at += sizeof(event) + event.len;
      if ((event.mask & IN_Q_OVERFLOW) != 0) matters = true;
      const auto folder = watched_.find(event.wd);
      if (folder == watched_.end() || name.starts_with('.')) continue;
      if (folder->second.empty() || folder->second.contains(std::string(name))) matters = true;
    }
  }
}

base::Result<FolderWatch::Event> FolderWatch::wait(int stop) {
  std::array<pollfd, 2> waiting = {{{events_.number(), POLLIN, 0}, {stop, POLLIN, 0}}};
  bool changed = false;
  Clock::time_point first;
  while (true) {
    const bool is_over = changed && Clock::now() - first >= kLongest;
    const int milliseconds = changed ? static_cast<int>(kSettle.count()) : -1;
    const int ready = is_over ? 0 : ::poll(waiting.data(), waiting.size(), milliseconds);
    if (ready < 0 && errno != EINTR) {
      return std::unexpected(base::system_error("wait for", "changes", errno));
    }
    if (ready > 0 && waiting[1].revents != 0) return Event::Stopped;
    if (ready == 0) return Event::Changed;
    if (ready < 0 || waiting[0].revents == 0) continue;
    const auto matters = take_events();
    if (!matters) return std::unexpected(matters.error());
    if (*matters && !std::exchange(changed, true)) first = Clock::now();
  }
}

}  // namespace noether::collection
