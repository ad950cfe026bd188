// Reports changes of files below some folders by inotify, without polling.
// Hidden files are ignored, as in reading. A new folder is watched from the next `refresh` on; a
// reader that reads the folders after that has seen everything that existed before.
#pragma once

#include <chrono>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/file_descriptor.h"
#include "noether/collection/file_walk.h"

namespace noether::collection {

class FolderWatch {
 public:
  enum class Event : unsigned char { Changed, Stopped };

  // Watches files, and folders with everything below them. An error says which limit was reached.
  static base::Result<FolderWatch> open(std::vector<std::string> paths, WalkOptions options);

  // Waits for a change, and then until changes pause for a while, so that changes of many files are
  // one event. A byte in the pipe `stop`, or its end, ends the wait.
  base::Result<Event> wait(int stop);

  // Watches exactly the folders that exist now.
  base::Result<void> refresh();

  std::size_t folders() const { return watched_.size(); }

 private:
  FolderWatch(std::vector<std::string> paths, WalkOptions options, base::FileDescriptor events)
      : paths_(std::move(paths)), options_(std::move(options)), events_(std::move(events)) {}
  base::Result<void> watch(const std::string& folder, const std::string& file);
  // Takes the pending events; returns whether one of them concerns something that is read.
  base::Result<bool> take_events();

  std::vector<std::string> paths_;
  WalkOptions options_;
  base::FileDescriptor events_;
  // The files that matter in each folder; an empty set means all files.
  std::map<int, std::set<std::string>> watched_;
  std::map<int, std::set<std::string>> before_;
};

}  // namespace noether::collection
