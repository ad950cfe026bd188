#include "noether/server/http/gzip.h"

#include <zlib.h>

#include <array>
#include <new>

namespace noether::server {
namespace {

// Each response is compressed for one client and sent once. Level 1 takes a third of the time of
// level 6, and its output is a few per cent larger.
constexpr int kLevel = 1;
constexpr int kGzipWindow = 15 + 16;  // how zlib is told to write the gzip format
constexpr int kMemoryLevel = 8;

}  // namespace

struct GzipStream::State {
  z_stream stream{};
};

GzipStream::GzipStream() : state_(std::make_unique<State>()) {
  if (::deflateInit2(&state_->stream, kLevel, Z_DEFLATED, kGzipWindow, kMemoryLevel,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
}

GzipStream::GzipStream(GzipStream&&) noexcept = default;
GzipStream& GzipStream::operator=(GzipStream&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

GzipStream::~GzipStream() {
  if (state_) ::deflateEnd(&state_->stream);
}

std::string GzipStream::deflate(std::string_view piece, int flush) {
  z_stream& stream = state_->stream;
  // zlib does not write to its input.
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(piece.data()));
  stream.avail_in = static_cast<uInt>(piece.size());
  std::string out;
  std::array<char, 16 * 1024> buffer;
  do {
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    ::deflate(&stream, flush);
    out.append(buffer.data(), buffer.size() - stream.avail_out);
  } while (stream.avail_out == 0);
  return out;
}

std::string GzipStream::add(std::string_view piece) { return deflate(piece, Z_SYNC_FLUSH); }

std::string GzipStream::finish() { return deflate({}, Z_FINISH); }

std::string gzip(std::string_view text) {
  GzipStream stream;
  // The input is divided, because zlib counts in 32 bits.
  constexpr std::size_t kPiece = std::size_t{1} << 28;
  std::string out;
  for (; text.size() > kPiece; text.remove_prefix(kPiece))
    out += stream.add(text.substr(0, kPiece));
  // One after the other: the operands of + may be evaluated in any order.
  out += stream.add(text);
  out += stream.finish();
  return out;
}

bool is_worth_gzip(std::string_view content_type) {
  return content_type.starts_with("text/") || content_type.find("json") != std::string_view::npos ||
         content_type.find("javascript") != std::string_view::npos ||
         content_type.find("xml") != std::string_view::npos;
}

}  // namespace noether::server
