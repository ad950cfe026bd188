#include "noether/evaluation/embedding/open_embedding.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <unordered_map>
#include <vector>

#include "noether/base/hash.h"
#include "noether/base/parallel.h"
#include "noether/embedding/expression_encoder.h"

namespace noether::evaluation {
namespace {

void count(std::string_view what, float weight, std::span<float> places) {
  places[base::digest_of(what).low % places.size()] += weight;
}

void embed(std::string_view text, std::span<float> places) {
  std::size_t previous = 0;  // the beginning of the previous token
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    count(text.substr(begin, end - begin), 1, places);
    if (begin > 0) count(text.substr(previous, end - previous), 0.5F, places);
    previous = begin;
    begin = end + 1;
  }
  normalise(places);
}

}  // namespace

Embedding bag_of_tokens() {
  return {std::string(kBagOfTokens),
          [](std::span<const std::string> texts) -> base::Result<Vectors> {
            Vectors vectors(texts.size(), kBagWidth);
            for (std::size_t i = 0; i < texts.size(); ++i) embed(texts[i], vectors.row(i));
            return vectors;
          },
          "tokens"};
}

base::Result<Embedding> open_embedding(const std::string& model, unsigned threads) {
  if (model == kBagOfTokens) return bag_of_tokens();
  auto opened = embedding::ExpressionEncoder::open(model);
  if (!opened) return std::unexpected(opened.error());
  const auto encoder = std::make_shared<const embedding::ExpressionEncoder>(*std::move(opened));
  const int count = static_cast<int>(base::thread_count(threads));
  const auto embed = [encoder, count](std::span<const std::string> texts) -> base::Result<Vectors> {
    std::vector<std::size_t> readable;
    std::vector<std::vector<neural::TokenId>> tokens;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      auto encoded = encoder->tokenizer().encode(texts[i]);
      if (!encoded || encoder->problem_with(*encoded)) continue;
      readable.push_back(i);
      tokens.push_back(*std::move(encoded));
    }
    std::vector<float> values(tokens.size() * encoder->width());
    if (auto done = encoder->embed_tokens(tokens, values, count); !done) {
      return std::unexpected(done.error());
    }
    Vectors vectors(texts.size(), encoder->width());
    for (std::size_t i = 0; i < readable.size(); ++i) {
      std::ranges::copy(std::span(values).subspan(i * encoder->width(), encoder->width()),
                        vectors.row(readable[i]).begin());
    }
    return vectors;
  };
  const bool by_values = encoder->config().inputs == embedding::Inputs::Values;
  return Embedding{model + (encoder->is_int8() ? " (int8)" : " (float32)"), embed,
                   by_values ? "values of parts, and tokens where there are none" : "tokens"};
}

namespace {

struct VectorTable {
  std::unordered_map<std::string, std::size_t> row_of;
  std::vector<float> values;
  std::size_t width = 0;

  std::span<const float> row(std::size_t i) const {
    return std::span(values).subspan(i * width, width);
  }
};

// Appends the numbers. The error names a word that is not a number.
base::Result<void> append_numbers(std::string_view text, std::vector<float>& values) {
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r"), text.size()));
    if (text.empty()) return {};
    const std::string_view word = text.substr(0, text.find_first_of(" \t\r"));
    float value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    // A number beyond the range of floats is tiny or huge; vectors contain neither.
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) {
      return base::fail(fmt::format("`{}` is not a finite number", word.substr(0, 40)));
    }
    values.push_back(value);
    text.remove_prefix(word.size());
  }
}

base::Result<void> take_line(std::string_view line, VectorTable& table) {
  const std::size_t tab = line.find('\t');
  if (tab == 0 || tab == std::string_view::npos) {
    return base::fail("a line is an expression, a tab, and the numbers of its vector");
  }
  const std::size_t before = table.values.size();
  if (auto read = append_numbers(line.substr(tab + 1), table.values); !read) return read;
  const std::size_t width = table.values.size() - before;
  if (table.row_of.empty()) table.width = width;
  if (width == 0 || width > kMostVectorWidth || width != table.width) {
    return base::fail(fmt::format("a vector of {} numbers, where {} were expected", width,
                                  table.row_of.empty() ? "some" : fmt::to_string(table.width)));
  }
  if (table.values.size() > kMostVectorNumbers) {
    return base::fail(fmt::format("more than {} numbers in all", kMostVectorNumbers));
  }
  normalise(std::span(table.values).subspan(before));
  if (!table.row_of.emplace(line.substr(0, tab), table.row_of.size()).second) {
    return base::fail("the expression has a vector already");
  }
  return {};
}

}  // namespace

base::Result<Embedding> read_vectors(base::LineReader& lines) {
  const auto table = std::make_shared<VectorTable>();
  const std::string name = lines.name();
  while (true) {
    const auto line = lines.next();
    if (!line) return std::unexpected(line.error());
    if (!*line) break;
    if ((*line)->text.empty()) continue;
    auto taken =
        (*line)->too_long ? base::fail("the line is too long") : take_line((*line)->text, *table);
    if (!taken) {
      return base::fail(fmt::format("{}:{}: {}", name, (*line)->number, taken.error().message));
    }
  }
  return Embedding{name,
                   [table, name](std::span<const std::string> texts) -> base::Result<Vectors> {
                     Vectors vectors(texts.size(), table->width);
                     for (std::size_t i = 0; i < texts.size(); ++i) {
                       const auto found = table->row_of.find(texts[i]);
                       if (found == table->row_of.end()) {
                         return base::fail(fmt::format("{} has no vector for `{}`", name, texts[i]),
                                           {}, "--list-expressions writes all that are needed");
                       }
                       std::ranges::copy(table->row(found->second), vectors.row(i).begin());
                     }
                     return vectors;
                   }};
}

base::Result<Embedding> read_vector_file(const std::string& path) {
  auto lines = base::LineReader::open(path, kMostVectorLineBytes);
  if (!lines) return std::unexpected(lines.error());
  return read_vectors(*lines);
}

}  // namespace noether::evaluation
