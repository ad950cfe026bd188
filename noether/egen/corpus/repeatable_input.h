// Clusters from any input that can be read more than once.
//
// Input that can be read only once (standard input, a pipe) is first copied into a nameless file
// near the place of the result, which disappears when the program ends, even after a crash.
#pragma once

#include <memory>
#include <string>

#include "noether/base/error.h"
#include "noether/base/file_descriptor.h"
#include "noether/egen/cluster.h"

namespace noether::egen {

class RepeatableInput {
 public:
  // `path` is as for open_clusters; `result` is the future output, which need not exist.
  static base::Result<RepeatableInput> open(const std::string& path, const std::string& result);

  // Starts at the first cluster in every call.
  base::Result<std::unique_ptr<ClusterSource>> clusters(const ReadOptions& options = {}) const;

 private:
  explicit RepeatableInput(std::string path) : path_(std::move(path)) {}

  std::string path_;
  base::FileDescriptor copy_;  // closed if the path can be read again
};

// A summary of one reading of the input, to be compared with another reading.
struct ClusterSurvey {
  std::uint64_t clusters = 0;
  std::uint64_t members = 0;
  base::Digest digest;

  friend bool operator==(const ClusterSurvey&, const ClusterSurvey&) = default;
};

// Passes clusters on and records a summary of them.
class SurveyedSource final : public ClusterSource {
 public:
  explicit SurveyedSource(ClusterSource& source) : source_(source) {}
  base::Result<bool> next(Cluster& cluster) override;
  std::optional<double> share_read() const override { return source_.share_read(); }
  ClusterSurvey survey() const { return {clusters_, members_, hasher_.digest()}; }

 private:
  ClusterSource& source_;
  std::uint64_t clusters_ = 0;
  std::uint64_t members_ = 0;
  base::Hasher hasher_;
};

// Returns an error with a remedy if the second reading of the input differs from the first.
base::Result<void> check_unchanged(const ClusterSurvey& first, const ClusterSurvey& second);

}  // namespace noether::egen
