// Reading of a corpus and reports of results, for the commands of corpora.
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

// Shows a progress bar while clusters are read: their number, the speed, and the remaining time.
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
  // The bar expects bytes, so progress is given in millionths of the input.
  static constexpr double kWhole = 1e6;
  static std::optional<std::uint64_t> total_of(const egen::ClusterSource& source) {
    if (!source.share_read()) return std::nullopt;
    return static_cast<std::uint64_t>(kWhole);
  }

  egen::ClusterSource& source_;
  base::ProgressBar progress_;
  std::uint64_t clusters_ = 0;
};

// Reads the corpus with a progress bar; reports an error and ends the program.
egen::MemberTable read_members(std::string_view command, const std::string& path);

// Prints the summary of a result: to stdout, or to stderr if the result itself goes to stdout.
void print_summary(std::string_view command, std::string_view text, const std::string& result_path);

// Describes clusters and members, their shares by verdict and domain, the omissions, and the files.
std::string manifest_report(const egen::CorpusManifest& manifest);

// Prints the first few of many messages to stderr, and their number.
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
