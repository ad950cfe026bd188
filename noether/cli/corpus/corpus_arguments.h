// How the commands of corpora read a corpus and say what became of it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "noether/base/progress.h"
#include "noether/egen/cluster.h"
#include "noether/egen/formats/corpus_manifest.h"
#include "noether/egen/training/member_table.h"

namespace noether::cli {

// Clusters that are read with a progress bar: how many, how fast, and the time left.
class WatchedSource final : public egen::ClusterSource {
 public:
  // The bar is wiped at the end of the clusters, at an error, and with this object.
  explicit WatchedSource(egen::ClusterSource& source, std::string unit = "clusters")
      : source_(source), progress_(std::move(unit), total_of(source)) {}

  base::Result<bool> next(egen::Cluster& cluster) override {
    auto more = source_.next(cluster);
    if (!more || !*more) {
      progress_.finish();
    } else {
      const double share = source_.share_read().value_or(0);
      progress_.update(++clusters_, static_cast<std::uint64_t>(share * kWhole));
    }
    return more;
  }
  std::optional<double> share_read() const override { return source_.share_read(); }

 private:
  // The bar counts bytes; the input is measured in millionths of itself.
  static constexpr double kWhole = 1e6;
  static std::optional<std::uint64_t> total_of(const egen::ClusterSource& source) {
    if (!source.share_read()) return std::nullopt;
    return static_cast<std::uint64_t>(kWhole);
  }

  egen::ClusterSource& source_;
  base::ProgressBar progress_;
  std::uint64_t clusters_ = 0;
};

// Reads the corpus with a progress bar; says what is wrong with it and ends the program.
egen::MemberTable read_members(std::string_view command, const std::string& path);

// What a command says about its result: on stdout, or on stderr when the result itself is there.
void print_summary(std::string_view command, std::string_view text, const std::string& result_path);

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
