// Compression of responses by gzip, whole or piece by piece.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace noether::server {

// Smaller texts fit in one packet uncompressed.
inline constexpr std::size_t kLeastGzipBytes = 860;

std::string gzip(std::string_view text);

// True for text and JSON. Types that are compressed already, such as images, are not compressed
// again.
bool is_worth_gzip(std::string_view content_type);

// Compresses a stream so that a client can read each piece as soon as it arrives.
class GzipStream {
 public:
  GzipStream();
  ~GzipStream();
  GzipStream(GzipStream&&) noexcept;
  GzipStream& operator=(GzipStream&&) noexcept;

  std::string add(std::string_view piece);
  std::string finish();

 private:
  struct State;
  std::string deflate(std::string_view piece, int flush);
  std::unique_ptr<State> state_;
};

}  // namespace noether::server
