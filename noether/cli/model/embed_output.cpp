#include "noether/cli/model/embed_output.h"

#include <fmt/format.h>

#include <iterator>
#include <numeric>

#include "noether/cli/console/messages.h"
#include "noether/search/present/shown_text.h"

namespace noether::cli {
namespace {

double cosine(std::span<const float> a, std::span<const float> b) {
  return std::transform_reduce(
      a.begin(), a.end(), b.begin(), 0.0, std::plus<>(),
      [](float x, float y) { return static_cast<double>(x) * static_cast<double>(y); });
}

// Enough digits to read back the same float32.
std::string numbers(std::span<const float> vector, char between) {
  std::string text;
  for (const float value : vector) {
    if (!text.empty()) text += between;
    fmt::format_to(std::back_inserter(text), "{}", value);
  }
  return text;
}

// One line without control sequences.
std::string cell(std::string_view text) { return search::clean_text(text); }

std::string json_line(EmbedFormat format, const EmbeddedExpression& expression,
                      const EmbeddedExpression* first) {
  JsonObject object;
  object.add_string("expression", expression.expression);
  if (!expression.error.empty()) {
    object.add_string("error", expression.error);
  } else if (format == EmbedFormat::SimilarityJson) {
    object.add("cosine", fmt::format("{:.6f}", cosine(first->vector, expression.vector)));
  } else {
    object.add_string("prefix", expression.prefix);
    object.add("vector", "[" + numbers(expression.vector, ',') + "]");
  }
  return object.text() + "\n";
}

}  // namespace

std::optional<EmbedFormat> embed_format_by_name(std::string_view name) {
  if (name == "json") return EmbedFormat::Json;
  if (name == "tsv") return EmbedFormat::Tsv;
  if (name == "npy") return EmbedFormat::Npy;
  return std::nullopt;
}

std::string embedded_text(EmbedFormat format, const EmbeddedExpression& expression,
                          const EmbeddedExpression* first) {
  if (format == EmbedFormat::Json || format == EmbedFormat::SimilarityJson) {
    return json_line(format, expression, first);
  }
  const bool similarity = format == EmbedFormat::Similarity;
  if (!expression.error.empty()) {
    const std::string reason = "! " + cell(expression.error);
    return similarity ? fmt::format("{}\t{}\n", reason, cell(expression.expression))
                      : fmt::format("{}\t{}\n", cell(expression.expression), reason);
  }
  if (similarity) {
    return fmt::format("{:.4f}\t{}\n", cosine(first->vector, expression.vector),
                       cell(expression.expression));
  }
  return fmt::format("{}\t{}\n", cell(expression.expression), numbers(expression.vector, '\t'));
}

std::string npy_bytes(std::span<const EmbeddedExpression> expressions, std::size_t width) {
  std::string header = fmt::format(
      "{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}), }}", expressions.size(), width);
  // The numbers begin at a multiple of 64; the last byte before them is a line feed.
  const std::size_t prologue = 10;
  header.resize((prologue + header.size() + 1 + 63) / 64 * 64 - prologue - 1, ' ');
  header += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 255);
  bytes += static_cast<char>(header.size() >> 8);
  bytes += header;
  for (const EmbeddedExpression& expression : expressions) {
    bytes.append(reinterpret_cast<const char*>(expression.vector.data()),
                 expression.vector.size() * sizeof(float));
  }
  return bytes;
}

}  // namespace noether::cli
