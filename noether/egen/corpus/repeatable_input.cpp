#include "noether/egen/corpus/repeatable_input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

namespace noether::egen {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{256} << 10;

bool can_be_read_again(const std::string& path) {
  if (path == "-") return false;
  struct stat info;
  // The reader reports a missing file.
  return ::stat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode) || S_ISDIR(info.st_mode);
}

// The folder of the result, or its nearest existing parent.
std::filesystem::path folder_near(const std::string& result) {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::absolute(result, error);
  while (folder.has_relative_path() && !std::filesystem::is_directory(folder, error)) {
    folder = folder.parent_path();
  }
  return folder;
}

base::Result<base::FileDescriptor> nameless_file(const std::string& result) {
  std::string path = (folder_near(result) / "noether-input-XXXXXX").string();
  base::FileDescriptor file = base::FileDescriptor::own(::mkostemp(path.data(), O_CLOEXEC));
  if (!file.is_open()) return std::unexpected(base::system_error("create", path, errno));
  if (::unlink(path.c_str()) != 0) {
    return std::unexpected(base::system_error("remove", path, errno));
  }
  return file;
}

base::Result<void> copy_bytes(const base::FileDescriptor& from, const std::string& name,
                              const base::FileDescriptor& to) {
  std::vector<char> chunk(kChunkBytes);
  while (true) {
    const auto got = base::read_some(from.number(), chunk);
    if (!got) return std::unexpected(base::system_error("read", name, got.error()));
    if (*got == 0) return {};
    if (const int error = base::write_all(to.number(), {chunk.data(), *got}); error != 0) {
      return std::unexpected(base::system_error("write a copy of", name, error));
    }
  }
}

}  // namespace

base::Result<RepeatableInput> RepeatableInput::open(const std::string& path,
                                                    const std::string& result) {
  RepeatableInput input(path);
  if (can_be_read_again(path)) return input;
  if (path == "-") input.path_ = "standard input";
  const base::FileDescriptor from =
      path == "-" ? base::FileDescriptor::borrow(STDIN_FILENO)
                  : base::FileDescriptor::own(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!from.is_open()) return std::unexpected(base::system_error("open", path, errno));
  auto copy = nameless_file(result);
  if (!copy) return std::unexpected(copy.error());
  if (auto copied = copy_bytes(from, input.path_, *copy); !copied) {
    return std::unexpected(copied.error());
  }
  input.copy_ = std::move(*copy);
  return input;
}

base::Result<std::unique_ptr<ClusterSource>> RepeatableInput::clusters(
    const ReadOptions& options) const {
  if (!copy_.is_open()) return open_clusters(path_, options);
  // Opened anew, so that reading starts at the beginning.
  return open_cluster_file(fmt::format("/proc/self/fd/{}", copy_.number()), path_, options);
}

base::Result<bool> SurveyedSource::next(Cluster& cluster) {
  auto more = source_.next(cluster);
  if (!more || !*more) return more;
  ++clusters_;
  members_ += cluster.members.size();
  hasher_.add_text(cluster.origin);
  hasher_.add_number(cluster.members.size());
  for (const Member& member : cluster.members) hasher_.add_text(member.expression);
  return more;
}

base::Result<void> check_unchanged(const ClusterSurvey& first, const ClusterSurvey& second) {
  if (first == second) return {};
  return base::fail(
      fmt::format("the input changed while it was read: first it had {} clusters with {} members, "
                  "then {} with {}{}",
                  first.clusters, first.members, second.clusters, second.members,
                  first.members == second.members ? ", but others" : ""),
      {}, "wait until no program writes it, then run this again with another folder");
}

}  // namespace noether::egen
