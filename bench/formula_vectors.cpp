// Measures how well vectors of formulas alone rank, and how fast they are computed: on the judged
// pool and the collection of ARQMath, by meaning, by shape, and by both with several weights.
//
//   formula_vectors ARQMATH [--model DIR] [--collection]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>
#include <numeric>
#include <string>
#include <vector>

#include "bench/ranking/judged_pool.h"
#include "bench/ranking/measures.h"
#include "noether/embedding/formula/formula_encoder.h"
#include "noether/embedding/shipped_model.h"

namespace {

using namespace noether;
using namespace noether::bench;

constexpr std::uint64_t kShuffleSeed = 7;
// 25 tokens in prefix notation.
constexpr std::string_view kFormulaOf25Tokens =
    "\\frac{\\sin(x+2)-\\cos(3y)}{x^2+y^2+1} + \\sqrt{x y - 4} \\cdot e^{2x}";

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <typename Value>
Value expect(base::Result<Value> result) {
  if (result) return *std::move(result);
  fmt::print(stderr, "formula_vectors: {}\n", result.error().message);
  std::exit(2);
}

struct Vectors {
  std::vector<float> numbers;
  std::vector<bool> readable;
};

Vectors embed(const embedding::FormulaEncoder& encoder, const std::vector<std::string>& latex) {
  Vectors vectors{std::vector<float>(latex.size() * encoder.width()), {}};
  vectors.readable = expect(encoder.embed_all(latex, vectors.numbers, 1));
  return vectors;
}

// A formula with its cosines with the query by each part.
struct PartCosines {
  std::vector<float> meaning;
  std::vector<float> shape;
};

PartCosines cosines_with(const embedding::FormulaEncoder& encoder, const Vectors& formulas,
                         std::span<const float> question) {
  const std::size_t width = encoder.width();
  const std::size_t border = encoder.meaning_width();
  PartCosines cosines;
  for (std::size_t i = 0; i < formulas.readable.size(); ++i) {
    const float* vector = formulas.numbers.data() + i * width;
    const auto border_of = [&](auto begin) { return begin + static_cast<std::ptrdiff_t>(border); };
    cosines.meaning.push_back(
        std::inner_product(question.begin(), border_of(question.begin()), vector, 0.0F) /
        embedding::kMeaningShare);
    cosines.shape.push_back(
        std::inner_product(border_of(question.begin()), question.end(), vector + border, 0.0F) /
        (1 - embedding::kMeaningShare));
  }
  return cosines;
}

std::vector<std::uint32_t> ranking_of(const JudgedPool& pool, const Vectors& formulas,
                                      const PartCosines& cosines, float meaning, float shape) {
  std::vector<std::uint32_t> order(formulas.readable.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto score = [&](std::uint32_t i) {
    return formulas.readable[i] ? meaning * cosines.meaning[i] + shape * cosines.shape[i] : -2.0F;
  };
  std::ranges::stable_sort(order, std::greater{}, score);
  std::vector<std::uint32_t> ranking;
  std::vector<bool> seen(pool.item_count);
  for (const std::uint32_t formula : order) {
    for (const std::uint32_t item : pool.items[formula]) {
      if (seen[item]) continue;
      seen[item] = true;
      ranking.push_back(item);
    }
  }
  return ranking;
}

void rank(std::string_view name, const embedding::FormulaEncoder& encoder, const JudgedPool& pool) {
  const double started = cpu_seconds();
  const Vectors formulas = embed(encoder, pool.formulas);
  const double seconds = cpu_seconds() - started;
  const auto readable = std::ranges::count(formulas.readable, true);
  fmt::print("{}: {} formulas, {} with a vector ({:.2f} %), {:.0f} formulas/s and core\n", name,
             pool.formulas.size(), readable,
             100 * static_cast<double>(readable) / static_cast<double>(pool.formulas.size()),
             static_cast<double>(pool.formulas.size()) / seconds);
  std::vector<std::string> questions;
  for (const JudgedPool::Query& query : pool.queries) questions.push_back(query.latex);
  const Vectors asked = embed(encoder, questions);
  std::vector<PartCosines> cosines;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    cosines.push_back(cosines_with(
        encoder, formulas,
        std::span<const float>(asked.numbers).subspan(i * encoder.width(), encoder.width())));
  }
  for (const float meaning : {1.0F, 0.0F, 0.05F, 0.1F, 0.15F, 0.2F, 0.3F, 0.5F}) {
    const float shape = 1 - meaning;
    Measures sum;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      sum +=
          measure(ranking_of(pool, formulas, cosines[i], meaning, shape), pool.queries[i].grades);
    }
    const Measures mean = sum / static_cast<double>(questions.size());
    fmt::print(
        "  meaning {:.2f}, shape {:.2f}   nDCG' {:.4f}  MAP' {:.4f}  P'@10 {:.4f}  unjudged "
        "as 0: nDCG {:.4f}\n",
        meaning, shape, mean.ndcg, mean.map, mean.precision, mean.ndcg_unjudged);
  }
}

void time_one(const embedding::FormulaEncoder& encoder) {
  expect(encoder.embed(kFormulaOf25Tokens, formula::Notation::Latex));
  constexpr int kRepeats = 200;
  const double started = cpu_seconds();
  for (int i = 0; i < kRepeats; ++i) {
    expect(encoder.embed(kFormulaOf25Tokens, formula::Notation::Latex));
  }
  fmt::print("one formula of 25 tokens: {:.2f} ms\n", (cpu_seconds() - started) * 1e3 / kRepeats);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures how well vectors of formulas rank, and how fast they are computed");
  std::string data;
  std::string model;
  bool collection = false;
  app.add_option("ARQMATH", data, "The folder of ARQMath's data")->required();
  app.add_option("--model", model, "The folder of a formula encoder; the shipped one otherwise");
  app.add_flag("--collection", collection, "The mini collection too, by topics of both years");
  CLI11_PARSE(app, argc, argv);
  const auto encoder = expect(
      embedding::FormulaEncoder::open(model.empty() ? embedding::shipped_model_folder() : model));
  rank("judged pool 2020", encoder,
       expect(read_judged_pool(data + "/judged-formulas-2020/visual-id-v1", kShuffleSeed)));
  // Not first: for some milliseconds after the start, threads of OpenBLAS wait for work in a loop.
  time_one(encoder);
  for (const int year : {2020, 2021}) {
    if (!collection) break;
    rank(fmt::format("mini collection, topics of {}", year), encoder,
         expect(read_collection_pool(data, year, kShuffleSeed)));
  }
  return 0;
}
