#include "noether/evaluation/line_source.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <utility>

#include "noether/base/byte_stream.h"

namespace noether::evaluation {
namespace {

constexpr std::size_t kShownBytes = 40;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

constexpr std::array<bool, 256> kBlank = [] {
  std::array<bool, 256> blank{};
  for (const char c : {' ', '\t', '\n', '\v', '\f', '\r'})
    blank[static_cast<unsigned char>(c)] = true;
  return blank;
}();

bool is_blank(char c) { return kBlank[static_cast<unsigned char>(c)]; }

std::size_t first_word(std::string_view text) {
  std::size_t first = 0;
  while (first < text.size() && is_blank(text[first])) ++first;
  return first;
}

}  // namespace

std::size_t split_columns(std::string_view line, std::span<Column> columns) {
  const char* const begin = line.data();
  const char* const end = begin + line.size();
  const char* at = begin;
  std::size_t count = 0;
  while (true) {
    while (at != end && is_blank(*at)) ++at;
    if (count == columns.size()) return count + (at != end ? 1 : 0);
    if (at == end) break;
    const char* const word = at;
    while (at != end && !is_blank(*at)) ++at;
    columns[count++] = {{word, at}, static_cast<std::size_t>(word - begin) + 1};
  }
  for (std::size_t i = count; i < columns.size(); ++i) columns[i] = {{}, line.size() + 1};
  return count;
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> decimal_number(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (problem == std::errc::result_out_of_range) {
    // A number that is too small becomes 0 or nearly 0; one that is too large cannot be used for
    // ranking.
    const double nearest = std::strtod(std::string(text).c_str(), nullptr);
    return std::isfinite(nearest) ? std::optional(nearest) : std::nullopt;
  }
  if (problem != std::errc() || !std::isfinite(value)) return std::nullopt;
  return value;
}

base::Result<base::LineReader> open_lines(const std::string& path, std::size_t max_line_bytes) {
  auto bytes = base::open_byte_stream(path);
  if (!bytes) return std::unexpected(std::move(bytes.error()));
  const std::shared_ptr<base::ByteStream> stream = std::move(*bytes);
  return base::LineReader([stream](std::span<char> into) { return stream->read(into); },
                          path == "-" ? "standard input" : path, max_line_bytes);
}

base::Result<LineSource> LineSource::open(const std::string& path, const ReadOptions& options,
                                          std::size_t max_line_bytes) {
  auto lines = open_lines(path, max_line_bytes);
  if (!lines) return std::unexpected(std::move(lines.error()));
  return LineSource(std::move(*lines), options);
}

base::Result<std::optional<base::Line>> LineSource::next() {
  while (true) {
    auto line = lines_.next();
    if (!line || !*line) return line;
    number_ = (*line)->number;
    std::string_view& text = (*line)->text;
    std::size_t first = first_word(text);
    while (text.substr(first).starts_with(kByteOrderMark)) {
      text.remove_prefix(first + kByteOrderMark.size());
      first = first_word(text);
    }
    if (first == text.size() || text[first] == '#') continue;
    if (!(*line)->too_long) return line;
    if (auto done = malformed(1, fmt::format("the line is longer than {} bytes", text.size()));
        !done) {
      return std::unexpected(std::move(done.error()));
    }
  }
}

base::Result<void> LineSource::malformed(std::size_t column, std::string_view what) {
  if (options_.lenient) {
    if (options_.problems != nullptr) {
      options_.problems->skipped(name(), number_, fmt::format("column {}: {}", column, what));
    }
    return {};
  }
  return base::fail(fmt::format("{}:{}:{}: {}", name(), number_, column, what), {},
                    "--lenient skips such lines and counts them");
}

std::string found_text(std::string_view text) {
  if (text.empty()) return "the end of the line";
  if (text.size() <= kShownBytes) return fmt::format("'{}'", text);
  return fmt::format("'{}…'", text.substr(0, kShownBytes));
}

}  // namespace noether::evaluation
