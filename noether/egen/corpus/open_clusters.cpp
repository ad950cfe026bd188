#include "noether/egen/corpus/open_clusters.h"

#include <fmt/format.h>

#include <utility>

#include "noether/base/byte_stream.h"
#include "noether/base/file_system.h"
#include "noether/egen/formats/corpus_manifest.h"
#include "noether/egen/formats/shard_reader.h"
#include "noether/egen/formats/text_formats.h"
#include "noether/formula/limits.h"

namespace noether::egen {
namespace {

std::unexpected<base::Error> not_as_written(const std::string& path, std::string_view what) {
  return base::fail(fmt::format("'{}' does not match the manifest: {}", path, what), {},
                    "copy the corpus again, or make it again in a new folder");
}

// Passes bytes on, and compares their digest at the end.
class CheckedStream {
 public:
  CheckedStream(std::unique_ptr<base::ByteStream> stream, std::string path, base::Digest digest)
      : stream_(std::move(stream)), path_(std::move(path)), digest_(digest) {}

  base::Result<std::size_t> read(std::span<char> into) {
    auto got = stream_->read(into);
    if (!got) return got;
    if (*got == 0 && hasher_.digest() != digest_)
      return not_as_written(path_, "the digest differs");
    hasher_.add_bytes({into.data(), *got});
    return got;
  }
  std::optional<double> share_read() const { return stream_->share_read(); }

 private:
  std::unique_ptr<base::ByteStream> stream_;
  std::string path_;
  base::Digest digest_;
  base::Hasher hasher_;
};

class CorpusSource final : public ClusterSource {
 public:
  CorpusSource(std::string folder, CorpusManifest manifest, ReadOptions options)
      : folder_(std::move(folder)), manifest_(std::move(manifest)), options_(std::move(options)) {
    for (const CorpusFile& file : manifest_.files) total_size_ += static_cast<double>(file.size);
  }

  base::Result<bool> next(Cluster& cluster) override {
    while (true) {
      if (source_) {
        auto read = source_->next(cluster);
        if (!read || *read) return read;
        source_.reset();
        size_read_ += static_cast<double>(manifest_.files[next_file_ - 1].size);
      }
      if (next_file_ == manifest_.files.size()) return false;
      auto opened = open(manifest_.files[next_file_++]);
      if (opened) {
        source_ = std::move(*opened);
      } else if (options_.on_broken) {
        size_read_ += static_cast<double>(manifest_.files[next_file_ - 1].size);
        options_.on_broken(opened.error());
      } else {
        return std::unexpected(opened.error());
      }
    }
  }
  std::optional<double> share_read() const override {
    double read = size_read_;
    if (source_) {
      const auto size = static_cast<double>(manifest_.files[next_file_ - 1].size);
      read += source_->share_read().value_or(0) * size;
    }
    return total_size_ == 0 ? 1 : read / total_size_;
  }

 private:
  base::Result<std::unique_ptr<ClusterSource>> open(const CorpusFile& file) const {
    const std::string path = folder_ + "/" + file.name;
    if (file.name.ends_with(".shard")) {
      auto reader = ShardReader::open(path);
      if (!reader) return std::unexpected(reader.error());
      return read_shard(std::move(*reader), options_);
    }
    auto bytes = base::open_byte_stream(path);
    if (!bytes) return std::unexpected(bytes.error());
    const auto checked = std::make_shared<CheckedStream>(std::move(*bytes), path, file.digest);
    const bool is_json = file.name.ends_with(".jsonl");
    base::LineReader lines([checked](std::span<char> into) { return checked->read(into); }, path,
                           is_json ? kMaxJsonLineBytes : formula::kMaxInputBytes);
    const ShareRead share = [checked] { return checked->share_read(); };
    return is_json ? read_json_lines(std::move(lines), options_, share)
                   : read_egen_text(std::move(lines), options_, share);
  }

  std::string folder_;
  CorpusManifest manifest_;
  ReadOptions options_;
  std::size_t next_file_ = 0;
  double total_size_ = 0;
  double size_read_ = 0;  // of the files before the open one
  std::unique_ptr<ClusterSource> source_;
};

}  // namespace

base::Result<std::unique_ptr<ClusterSource>> open_corpus(const std::string& folder,
                                                         const ReadOptions& options) {
  auto manifest = load_manifest(folder);
  if (!manifest) return std::unexpected(manifest.error());
  for (const CorpusFile& file : manifest->files) {
    const std::string path = folder + "/" + file.name;
    const auto opened = base::FileSystem::real().open(path);
    if (!opened) return std::unexpected(opened.error());
    if ((*opened)->size() != file.size) {
      return not_as_written(
          path, fmt::format("it has {} bytes instead of {}", (*opened)->size(), file.size));
    }
  }
  return std::make_unique<CorpusSource>(folder, std::move(*manifest), options);
}

// Detects the format of files from their content.
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
