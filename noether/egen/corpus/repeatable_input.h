// Clusters that are read more than once, wherever they come from.
//
// What can be read only once (standard input, a pipe) is copied first, into a file without a name
// near the place of the result: it is gone with the program, however that ends.
#pragma once

#include <memory>
#include <string>

#include "noether/base/error.h"
#include "noether/base/file_descriptor.h"
#include "noether/egen/cluster.h"

namespace noether::egen {

class RepeatableInput {
 public:
  // `path` as for open_clusters; `result` is what will be written, and need not be there.
  static base::Result<RepeatableInput> open(const std::string& path, const std::string& result);

  // From the first cluster on, each time.
  base::Result<std::unique_ptr<ClusterSource>> clusters(const ReadOptions& options = {}) const;

 private:
  explicit RepeatableInput(std::string path) : path_(std::move(path)) {}

  std::string path_;
  base::FileDescriptor copy_;  // none when the path can be read again
};

// What a reading has seen, to be compared with that of another.
struct ClusterSurvey {
  std::uint64_t clusters = 0;
  std::uint64_t members = 0;
  base::Digest digest;

  friend bool operator==(const ClusterSurvey&, const ClusterSurvey&) = default;
};

// Passes clusters on and notes what they are.
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

// An error that says what to do when the second reading of the input differs from the first.
base::Result<void> check_unchanged(const ClusterSurvey& first, const ClusterSurvey& second);

}  // namespace noether::egen
