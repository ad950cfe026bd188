// Tells by their content what files are.
#include <fmt/format.h>

#include <memory>
#include <utility>

#include "noether/base/byte_stream.h"
#include "noether/base/file_system.h"
#include "noether/egen/cluster_source.h"
#include "noether/egen/corpus/corpus_source.h"
#include "noether/egen/formats/egen_text.h"
#include "noether/egen/formats/json_lines.h"
#include "noether/egen/formats/shard_reader.h"
#include "noether/formula/limits.h"

namespace noether::egen {
namespace {

constexpr std::size_t kPeekBytes = 4096;

// No prefix expression begins with a brace.
bool looks_like_json(std::string_view head) {
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  return begin != std::string_view::npos && head[begin] == '{';
}

}  // namespace

base::Result<std::unique_ptr<ClusterSource>> open_clusters(const std::string& path,
                                                           const ReadOptions& options) {
  if (base::FileSystem::real().is_folder(path)) return open_corpus(path, options);
  return open_cluster_file(path, path == "-" ? "standard input" : path, options);
}

base::Result<std::unique_ptr<ClusterSource>> open_cluster_file(const std::string& path,
                                                               const std::string& name,
                                                               const ReadOptions& options) {
  auto bytes = base::open_byte_stream(path);
  if (!bytes) return std::unexpected(bytes.error());
  const auto head = (*bytes)->peek(kPeekBytes);
  if (!head) return std::unexpected(head.error());
  if (head->starts_with(kShardMagic)) {
    auto file = base::FileSystem::real().open(path);
    if (!file) return std::unexpected(file.error());
    auto reader = ShardReader::open(std::move(*file), name);
    if (!reader) return std::unexpected(reader.error());
    return read_shard(std::move(*reader), options);
  }
  const bool is_json = looks_like_json(*head);
  const std::shared_ptr<base::ByteStream> stream = std::move(*bytes);
  base::LineReader lines([stream](std::span<char> into) { return stream->read(into); }, name,
                         is_json ? kMaxJsonLineBytes : formula::kMaxInputBytes);
  const ShareRead share = [stream] { return stream->share_read(); };
  return is_json ? read_json_lines(std::move(lines), options, share)
                 : read_egen_text(std::move(lines), options, share);
}

}  // namespace noether::egen
