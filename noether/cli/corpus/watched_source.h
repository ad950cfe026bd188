// Clusters that are read with a progress bar: how many, how fast, and the time left.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "noether/base/progress.h"
#include "noether/egen/cluster_source.h"

namespace noether::cli {

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

}  // namespace noether::cli
