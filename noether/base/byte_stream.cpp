#include "noether/base/byte_stream.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>

#include "noether/base/file_descriptor.h"

namespace noether::base {
namespace {

constexpr std::string_view kGzipMagic = "\x1f\x8b";
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";
constexpr std::size_t kChunkBytes = std::size_t{64} << 10;

std::unexpected<Error> broken(const std::string& name, std::string_view what) {
  return fail(fmt::format("cannot read '{}': {}", name, what), {},
              "copy or download the file again");
}

class FileStream final : public ByteStream {
 public:
  FileStream(FileDescriptor file, std::string name)
      : file_(std::move(file)), name_(std::move(name)) {
    struct stat status{};
    if (::fstat(file_.number(), &status) == 0 && S_ISREG(status.st_mode)) size_ = status.st_size;
  }

  Result<std::size_t> read(std::span<char> into) override {
    const auto got = read_some(file_.number(), into);
    if (!got) return std::unexpected(system_error("read", name_, got.error()));
    read_ += *got;
    return *got;
  }
  std::optional<double> share_read() const override {
    if (size_ == 0) return std::nullopt;
    return std::min(1.0, static_cast<double>(read_) / static_cast<double>(size_));
  }

 private:
  FileDescriptor file_;
  std::string name_;
  std::uint64_t read_ = 0;
  off_t size_ = 0;  // 0 when unknown
};

// The common part of both decompressors: it reads compressed bytes in chunks.
class CompressedStream : public ByteStream {
 public:
  CompressedStream(std::unique_ptr<ByteStream> stream, std::string name)
      : stream_(std::move(stream)), name_(std::move(name)) {}

  std::optional<double> share_read() const override { return stream_->share_read(); }

 protected:
  // Returns false at the end of the compressed bytes.
  Result<bool> fill() {
    const auto got = stream_->read(chunk_);
    if (!got) return std::unexpected(got.error());
    size_ = *got;
    return *got > 0;
  }

  std::unique_ptr<ByteStream> stream_;
  std::string name_;
  std::array<char, kChunkBytes> chunk_;
  std::size_t size_ = 0;  // of the data in the chunk
};

class GzipStream final : public CompressedStream {
 public:
  GzipStream(std::unique_ptr<ByteStream> stream, std::string name)
      : CompressedStream(std::move(stream), std::move(name)) {
    // 16 selects the header and the checksum of gzip.
    if (::inflateInit2(&state_, 15 + 16) != Z_OK) throw std::bad_alloc();
  }
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;
  ~GzipStream() override { ::inflateEnd(&state_); }

  Result<std::size_t> read(std::span<char> into) override {
    state_.next_out = reinterpret_cast<Bytef*>(into.data());
    state_.avail_out = static_cast<uInt>(std::min<std::size_t>(into.size(), 1U << 30));
    const uInt wanted = state_.avail_out;
    while (state_.avail_out == wanted) {
      if (state_.avail_in == 0) {
        const auto more = fill();
        if (!more) return std::unexpected(more.error());
        if (!*more) {
          if (inside_member_) return broken(name_, "it ends within its gzip data");
          return 0;
        }
        state_.next_in = reinterpret_cast<Bytef*>(chunk_.data());
        state_.avail_in = static_cast<uInt>(size_);
      }
      if (!inside_member_) ::inflateReset(&state_);
      inside_member_ = true;
      const int status = ::inflate(&state_, Z_NO_FLUSH);
      if (status == Z_STREAM_END) {
        inside_member_ = false;
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        return broken(name_, "its gzip data are damaged");
      }
    }
    return wanted - state_.avail_out;
  }

 private:
  z_stream state_{};
  bool inside_member_ = true;
};

class ZstdStream final : public CompressedStream {
 public:
  ZstdStream(std::unique_ptr<ByteStream> stream, std::string name)
      : CompressedStream(std::move(stream), std::move(name)), context_(::ZSTD_createDCtx()) {
    if (!context_) throw std::bad_alloc();
  }

  Result<std::size_t> read(std::span<char> into) override {
    ZSTD_outBuffer out{into.data(), into.size(), 0};
    while (out.pos == 0) {
      // At the end of the input there may still be decompressed bytes to hand out.
      if (in_.pos == in_.size && !ended_) {
        const auto more = fill();
        if (!more) return std::unexpected(more.error());
        ended_ = !*more;
        in_ = {chunk_.data(), size_, 0};
      }
      if (ended_ && !inside_frame_) return 0;
      const std::size_t status = ::ZSTD_decompressStream(context_.get(), &out, &in_);
      if (::ZSTD_isError(status) != 0) {
        return broken(name_,
                      fmt::format("its zstd data are damaged ({})", ::ZSTD_getErrorName(status)));
      }
      inside_frame_ = status != 0;
      if (ended_ && inside_frame_ && out.pos == 0) {
        return broken(name_, "it ends within its zstd data");
      }
    }
    return out.pos;
  }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ::ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> context_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
  bool inside_frame_ = false;
  bool ended_ = false;
};

}  // namespace

Result<std::string_view> PeekedStream::peek(std::size_t bytes) {
  while (head_.size() < bytes) {
    const std::size_t had = head_.size();
    head_.resize(bytes);
    const auto got = stream_->read(std::span(head_).subspan(had));
    head_.resize(had + got.value_or(0));
    if (!got) return std::unexpected(got.error());
    if (*got == 0) break;
  }
  return std::string_view(head_).substr(0, bytes);
}

Result<std::size_t> PeekedStream::read(std::span<char> into) {
  if (head_.empty()) return stream_->read(into);
  const std::size_t taken = head_.copy(into.data(), into.size());
  head_.erase(0, taken);
  return taken;
}

Result<std::unique_ptr<PeekedStream>> decompressed(std::unique_ptr<ByteStream> stream,
                                                   const std::string& name) {
  auto peeked = std::make_unique<PeekedStream>(std::move(stream));
  const auto head = peeked->peek(kZstdMagic.size());
  if (!head) return std::unexpected(head.error());
  if (head->starts_with(kGzipMagic)) {
    return std::make_unique<PeekedStream>(std::make_unique<GzipStream>(std::move(peeked), name));
  }
  if (*head == kZstdMagic) {
    return std::make_unique<PeekedStream>(std::make_unique<ZstdStream>(std::move(peeked), name));
  }
  return peeked;
}

Result<std::unique_ptr<PeekedStream>> open_byte_stream(const std::string& path) {
  if (path == "-") {
    return decompressed(
        std::make_unique<FileStream>(FileDescriptor::borrow(STDIN_FILENO), "standard input"),
        "standard input");
  }
  FileDescriptor file = FileDescriptor::own(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return std::unexpected(system_error("open", path, errno));
  return decompressed(std::make_unique<FileStream>(std::move(file), path), path);
}

}  // namespace noether::base
