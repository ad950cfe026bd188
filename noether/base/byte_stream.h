// The bytes of a file from first to last, decompressed on the way when it is gzip or zstd.
//
// Memory is bounded whatever the file says: a window of 32 KiB for gzip, of 128 MiB at most for
// zstd. Members of gzip and frames of zstd may follow one another.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "noether/base/error.h"

namespace noether::base {

class ByteStream {
 public:
  virtual ~ByteStream() = default;
  // Returns the number of bytes read, 0 at the end.
  virtual Result<std::size_t> read(std::span<char> into) = 0;
  // The fraction of the file that was read, from 0 to 1; empty if it is not a regular file.
  virtual std::optional<double> share_read() const { return std::nullopt; }
};

// Lets a reader look at the first bytes without consuming them.
class PeekedStream final : public ByteStream {
 public:
  explicit PeekedStream(std::unique_ptr<ByteStream> stream) : stream_(std::move(stream)) {}

  // Returns fewer bytes than requested only if the stream ends first. The result is valid until the
  // next call.
  Result<std::string_view> peek(std::size_t bytes);
  Result<std::size_t> read(std::span<char> into) override;
  std::optional<double> share_read() const override { return stream_->share_read(); }

 private:
  std::unique_ptr<ByteStream> stream_;
  std::string head_;  // read, but not handed out
};

// `path` may be "-" for standard input. The first bytes determine the compression.
Result<std::unique_ptr<PeekedStream>> open_byte_stream(const std::string& path);
// Returns the contents of `stream`, decompressed if necessary; `name` is for messages.
Result<std::unique_ptr<PeekedStream>> decompressed(std::unique_ptr<ByteStream> stream,
                                                   const std::string& name);

}  // namespace noether::base
