#include "noether/cli/corpus_members.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "noether/base/progress.h"
#include "noether/cli/expression_arguments.h"

namespace noether::cli {
namespace {

class WatchedSource : public egen::ClusterSource {
 public:
  explicit WatchedSource(egen::ClusterSource& source) : source_(source) {}
  base::Result<bool> next(egen::Cluster& cluster) override {
    progress_.update(++clusters_, 0);
    return source_.next(cluster);
  }

 private:
  egen::ClusterSource& source_;
  base::ProgressBar progress_{"clusters", std::nullopt};
  std::uint64_t clusters_ = 0;
};

}  // namespace

egen::MemberTable read_members(std::string_view command, const std::string& path) {
  auto source = egen::open_clusters(path);
  if (!source) fail(command, source.error(), ExitCode::Failure);
  auto table = [&] {
    WatchedSource watched(**source);
    return egen::MemberTable::read(watched);
  }();
  if (!table) fail(command, table.error(), ExitCode::BadInput);
  return *std::move(table);
}

unsigned thread_count(unsigned asked) {
  return asked > 0 ? asked : std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace noether::cli
