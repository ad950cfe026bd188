// The files that no reader is for, counted by their kinds: one sentence at the end of a collection.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace noether::collection {

class LeftOut {
 public:
  void add(const std::string& file_name);
  void add(const LeftOut& others);

  bool empty() const { return counts_.empty(); }
  // "15 files of other kinds were left out: .png 12, .docx 2, without an ending 1"
  std::string sentence() const;
  // The kinds alone, the most frequent first.
  std::string kinds() const;

 private:
  std::map<std::string, std::uint64_t> counts_;  // by the ending, empty when there is none
};

}  // namespace noether::collection
