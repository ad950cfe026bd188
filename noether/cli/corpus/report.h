// What the commands that write corpora say at their end, and on the way.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "noether/egen/formats/corpus_manifest.h"

namespace noether::cli {

// Clusters and members, their shares by verdict and domain, what was left out, the files.
std::string manifest_report(const egen::CorpusManifest& manifest);

// The first few of many messages, on stderr, and how many there were.
class FewMessages {
 public:
  // `before` is called before a message is written, to wipe a progress bar.
  explicit FewMessages(std::function<void()> before) : before_(std::move(before)) {}

  void add(const std::string& message);
  void finish() const;

 private:
  static constexpr std::size_t kShown = 10;

  std::function<void()> before_;
  std::size_t count_ = 0;
};

}  // namespace noether::cli
