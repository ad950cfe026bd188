// Parses any bytes as the reply of an endpoint, whole and in pieces. Checks that nothing crashes,
// that the text is UTF-8 and within its bound, and that text and end do not depend on the pieces.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "noether/answer/generate/chat.h"
#include "noether/base/utf8.h"

using namespace noether;
using namespace noether::answer;

namespace {

constexpr ReplyBounds kBounds{.line = 512, .text = 256, .reply = 4096};

struct Heard {
  std::string text;
  base::Result<TextEnd> end = TextEnd::Whole;
};

Heard heard(std::string_view bytes, std::size_t piece) {
  Heard out;
  const TextWriter::OnText on_text = [&](std::string_view text) {
    if (text.empty() || base::find_invalid_utf8(text)) std::abort();
    out.text += text;
    return true;
  };
  ChatReply reply(kBounds, on_text);
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    if (!reply.take(bytes.substr(at, piece))) break;
  }
  out.end = reply.finish();
  if (!out.end && out.end.error().message.empty()) std::abort();
  if (out.text.size() > kBounds.text || reply.has_text() != !out.text.empty()) std::abort();
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Heard whole = heard(bytes, std::max<std::size_t>(bytes.size(), 1));
  const Heard parted = heard(bytes, std::size_t{1} + data[0] % 32);
  // Reading of a reply that is too long may stop in the middle of a piece or at its end.
  if (bytes.size() <= kBounds.line) {
    if (whole.text != parted.text || whole.end.has_value() != parted.end.has_value()) std::abort();
    if (whole.end && *whole.end != *parted.end) std::abort();
  }
  if (base::find_invalid_utf8(error_text(bytes))) std::abort();
  return 0;
}
