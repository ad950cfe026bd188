#include "noether/embedding/text/token_codes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

#include "noether/base/file_system.h"
#include "noether/neural/kernels/int8_dot.h"
#include "noether/neural/kernels/multiply_rows.h"
#include "noether/neural/tensor/safetensors.h"
#include "noether/neural/tensor/tensor_set.h"

extern "C" {
// LAPACK (in OpenBLAS): eigenvalues, ascending, and eigenvectors of a symmetric matrix.
// NOLINTNEXTLINE(readability-identifier-naming): the library's name
void dsyev_(const char* job, const char* triangle, const int* size, double* matrix,
            const int* leading, double* values, double* work, const int* work_size, int* info);
}

namespace noether::embedding {
namespace {

constexpr int kLeast = -8;  // the code of the smallest value
constexpr int kMost = 7;
// The distance of neighbouring values, in standard deviations. It is optimal for sixteen
// equidistant values of a normal distribution (Max, 1960).
constexpr double kStep = 0.3352;
constexpr std::size_t kMostWidth = 8192;

// The columns of the result are the eigenvectors with the largest eigenvalues, in descending order.
base::Result<std::vector<float>> leading_directions(std::span<const float> vectors,
                                                    std::size_t width, std::size_t count) {
  std::vector<double> moments(width * width);
  for (std::size_t row = 0; row < vectors.size() / width; ++row) {
    const float* vector = vectors.data() + row * width;
    for (std::size_t i = 0; i < width; ++i) {
      const auto factor = static_cast<double>(vector[i]);
      for (std::size_t j = 0; j <= i; ++j) {
        moments[i * width + j] += factor * static_cast<double>(vector[j]);
      }
    }
  }
  const int size = static_cast<int>(width);
  std::vector<double> values(width);
  int info = 0;
  double wanted = 0;
  int work_size = -1;  // asks for the required size
  // Row i of our lower triangle is column i of LAPACK's upper one.
  dsyev_("V", "U", &size, moments.data(), &size, values.data(), &wanted, &work_size, &info);
  work_size = static_cast<int>(wanted);
  std::vector<double> work(static_cast<std::size_t>(work_size));
  dsyev_("V", "U", &size, moments.data(), &size, values.data(), work.data(), &work_size, &info);
  if (info != 0) return base::fail("the vectors of tokens have no leading directions");
  std::vector<float> directions(width * count);
  for (std::size_t i = 0; i < count; ++i) {
    const double* vector = moments.data() + (width - 1 - i) * width;
    for (std::size_t j = 0; j < width; ++j) {
      directions[j * count + i] = static_cast<float>(vector[j]);
    }
  }
  return directions;
}

std::string_view bytes_of(const std::vector<float>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float)};
}

base::Result<std::vector<float>> read_numbers(neural::TensorSet& set, std::string_view name,
                                              std::string_view path) {
  const neural::Tensor* tensor = set.use(name);
  if (tensor == nullptr) return base::fail(fmt::format("'{}': has no tensor '{}'", path, name));
  if (tensor->type != neural::TensorType::F32) {
    return base::fail(fmt::format("'{}': the tensor '{}' is not float32", path, name));
  }
  std::vector<float> numbers(tensor->count());
  std::memcpy(numbers.data(), tensor->bytes.data(), tensor->bytes.size());
  if (!std::ranges::all_of(numbers, [](float x) { return std::isfinite(x); })) {
    return base::fail(
        fmt::format("'{}': the tensor '{}' has numbers that are not finite", path, name));
  }
  return numbers;
}

// A code is processed eight bytes at a time: the lower halves of all eight bytes, then the upper
// halves. Products with a query may use any order that both share.
constexpr std::size_t kWord = 8;

// The place of a vector's number in that order.
std::size_t place_of(std::size_t number) {
  return number / (2 * kWord) * (2 * kWord) + number % 2 * kWord + number / 2 % kWord;
}

// Writes the numbers of a code in that order, starting from 0, in blocks of kWord, one number every
// `stride` bytes.
void unpack(std::string_view code, std::size_t stride, std::int8_t* to) {
  constexpr std::uint64_t kLowerHalves = 0x0f0f'0f0f'0f0f'0f0f;
  for (std::size_t i = 0; i < code.size(); i += kWord, to += 2 * stride) {
    std::uint64_t word = 0;
    std::memcpy(&word, code.data() + i, kWord);
    const std::uint64_t lower = word & kLowerHalves;
    const std::uint64_t upper = word >> 4 & kLowerHalves;
    std::memcpy(to, &lower, kWord);
    std::memcpy(to + stride, &upper, kWord);
  }
}

}  // namespace

TokenCodes::TokenCodes(std::size_t width, std::vector<float> projection, std::vector<float> middle,
                       std::vector<float> step)
    : width_(width),
      projection_(std::move(projection)),
      middle_(std::move(middle)),
      step_(std::move(step)) {}

base::Result<TokenCodes> TokenCodes::fit(std::span<const float> vectors, std::size_t width,
                                         std::size_t numbers) {
  const std::size_t rows = vectors.size() / width;
  if (rows < numbers) {
    return base::fail(fmt::format("{} tokens are too few to fit {} numbers to", rows, numbers), {},
                      "give a larger sample of texts");
  }
  auto projection = leading_directions(vectors, width, numbers);
  if (!projection) return std::unexpected(std::move(projection.error()));
  TokenCodes codes(width, *std::move(projection), std::vector<float>(numbers),
                   std::vector<float>(numbers, 1));
  std::vector<double> sums(numbers);
  std::vector<double> squares(numbers);
  const std::vector<float> projected = codes.project(vectors);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < numbers; ++i) {
      const auto number = static_cast<double>(projected[row * numbers + i]);
      sums[i] += number;
      squares[i] += number * number;
    }
  }
  const auto count = static_cast<double>(rows);
  for (std::size_t i = 0; i < numbers; ++i) {
    const double mean = sums[i] / count;
    // A number with no variance still needs a step.
    const double deviation = std::sqrt(std::max(squares[i] / count - mean * mean, 1e-12));
    codes.middle_[i] = static_cast<float>(mean);
    codes.step_[i] = static_cast<float>(kStep * deviation);
  }
  return codes;
}

base::Result<TokenCodes> TokenCodes::read(const std::string& path, std::size_t width) {
  auto set = neural::TensorSet::of_file(path);
  if (!set) return std::unexpected(std::move(set.error()));
  auto projection = read_numbers(*set, "projection", path);
  if (!projection) return std::unexpected(std::move(projection.error()));
  auto middle = read_numbers(*set, "middle", path);
  if (!middle) return std::unexpected(std::move(middle.error()));
  auto step = read_numbers(*set, "step", path);
  if (!step) return std::unexpected(std::move(step.error()));
  const std::size_t numbers = middle->size();
  if (numbers == 0 || numbers % neural::kSummedColumns != 0 || numbers > kMostWidth ||
      step->size() != numbers || projection->size() != numbers * width) {
    return base::fail(fmt::format(
        "'{}': codes of tokens do not fit together, or a model of width {}", path, width));
  }
  if (!std::ranges::all_of(*step, [](float x) { return x > 0; })) {
    return base::fail(fmt::format("'{}': a step between values is not above zero", path));
  }
  return TokenCodes(width, *std::move(projection), *std::move(middle), *std::move(step));
}

base::Result<void> TokenCodes::write(const std::string& path) const {
  const std::array<neural::Tensor, 3> tensors = {{
      {"projection", neural::TensorType::F32, {width_, numbers()}, bytes_of(projection_)},
      {"middle", neural::TensorType::F32, {numbers()}, bytes_of(middle_)},
      {"step", neural::TensorType::F32, {numbers()}, bytes_of(step_)},
  }};
  return base::write_atomically(base::FileSystem::real(), path, neural::safetensors_bytes(tensors));
}

std::vector<float> TokenCodes::project(std::span<const float> vectors) const {
  const std::size_t rows = vectors.size() / width_;
  std::vector<float> projected(rows * numbers());
  neural::multiply_rows(vectors.data(), width_, rows, width_, projection_.data(), numbers(),
                        projected.data());
  return projected;
}

std::string TokenCodes::encode(std::span<const float> vectors) const {
  const std::vector<float> projected = project(vectors);
  const auto rounded = [&](std::size_t at) {
    const std::size_t i = at % numbers();
    const float place = std::floor((projected[at] - middle_[i]) / step_[i]);
    return static_cast<unsigned>(
        std::clamp(place, static_cast<float>(kLeast), static_cast<float>(kMost)) -
        static_cast<float>(kLeast));
  };
  std::string codes(projected.size() / 2, 0);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    codes[i] = static_cast<char>(rounded(2 * i) | rounded(2 * i + 1) << 4);
  }
  return codes;
}

std::vector<float> TokenCodes::decode(std::string_view code) const {
  std::vector<float> numbers(middle_.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const unsigned half = static_cast<unsigned char>(code[i / 2]) >> 4 * (i % 2) & 15U;
    numbers[i] =
        middle_[i] + (static_cast<float>(kLeast) + static_cast<float>(half) + 0.5F) * step_[i];
  }
  return numbers;
}

// A cosine is Σ q (middle + (code + ½) step). The part that depends on the code is an integer
// product with q step; the rest is one number for each token of the query.
LateQuery::LateQuery(const TokenCodes& codes, std::span<const float> vectors)
    : code_bytes_(codes.bytes()) {
  const std::size_t rows = vectors.size() / codes.width();
  const std::size_t numbers = codes.numbers();
  std::vector<float> projected = codes.project(vectors);
  std::vector<std::int8_t> matrix(rows * numbers);
  for (std::size_t row = 0; row < rows; ++row) {
    float* numbers_of_row = projected.data() + row * numbers;
    float middle = 0;
    float most = 0;
    for (std::size_t i = 0; i < numbers; ++i) {
      middle += numbers_of_row[i] * (codes.middle_[i] + codes.step_[i] / 2);
      numbers_of_row[i] *= codes.step_[i];
      most = std::max(most, std::abs(numbers_of_row[i]));
    }
    const float scale = most > 0 ? most / 127 : 1;
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < numbers; ++i) {
      const auto rounded = static_cast<std::int8_t>(std::lround(numbers_of_row[i] / scale));
      matrix[row * numbers + place_of(i)] = rounded;
      sum += rounded;
    }
    scales_.push_back(scale);
    middles_.push_back(middle);
    shifts_.push_back(-kLeast * sum);
  }
  const neural::Int8Kernel& kernel = neural::int8_kernels().front();
  panels_ = neural::pack_panels(matrix, rows, numbers, kernel.columns_at_once);
}

// Calls take(first token of the query, first coded token, sums, number of sums) for blocks of both.
template <typename Take>
void LateQuery::multiply(std::string_view codes, const Take& take) const {
  const neural::Int8Kernel& kernel = neural::int8_kernels().front();
  const bool in_pairs = kernel.dot_pairs != nullptr;
  const neural::Int8Dot dot = in_pairs ? kernel.dot_pairs : kernel.dot;
  constexpr std::size_t kAtOnce = neural::kMostVectors;
  static_assert(kWord == neural::kPairColumns);
  const std::size_t columns = 2 * code_bytes_;
  std::vector<std::int8_t> rows(kAtOnce * columns);
  std::int32_t sums[kAtOnce][neural::kPanelRows];
  const std::size_t count = codes.size() / code_bytes_;
  for (std::size_t begin = 0; begin < count; begin += kAtOnce) {
    const std::size_t here = std::min(kAtOnce, count - begin);
    for (std::size_t i = 0; i < here; ++i) {
      const std::string_view code = codes.substr((begin + i) * code_bytes_, code_bytes_);
      if (in_pairs) {
        unpack(code, 2 * kWord, rows.data() + i / 2 * 2 * columns + i % 2 * kWord);
      } else {
        unpack(code, kWord, rows.data() + i * columns);
      }
    }
    for (std::size_t token = 0; token < tokens(); token += neural::kPanelRows) {
      dot(panels_.data() + token * columns, rows.data(), here, columns, sums);
      take(token, begin, sums, here);
    }
  }
}

void LateQuery::meet(std::string_view codes, std::span<float> best) const {
  if (codes.empty()) return;
  // Scales are positive, so the largest sum of a token gives its largest cosine.
  const std::size_t panels = (tokens() + neural::kPanelRows - 1) / neural::kPanelRows;
  std::vector<std::int32_t> most(panels * neural::kPanelRows, INT32_MIN);
  multiply(codes, [&](std::size_t token, std::size_t /*begin*/,
                      const std::int32_t(*sums)[neural::kPanelRows], std::size_t count) {
    std::int32_t here[neural::kPanelRows];
    std::copy_n(&most[token], neural::kPanelRows, here);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t row = 0; row < neural::kPanelRows; ++row) {
        here[row] = std::max(here[row], sums[i][row]);
      }
    }
    std::copy_n(here, neural::kPanelRows, &most[token]);
  });
  for (std::size_t token = 0; token < tokens(); ++token) {
    best[token] = std::max(best[token], cosine(token, most[token]));
  }
}

void LateQuery::meet(std::string_view codes, std::span<float> best,
                     std::span<std::uint32_t> nearest, std::uint32_t first) const {
  multiply(codes, [&](std::size_t token, std::size_t begin,
                      const std::int32_t(*sums)[neural::kPanelRows], std::size_t count) {
    const std::size_t end = std::min(tokens(), token + neural::kPanelRows);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t t = token; t < end; ++t) {
        const float here = cosine(t, sums[i][t - token]);
        if (here <= best[t]) continue;
        best[t] = here;
        nearest[t] = first + static_cast<std::uint32_t>(begin + i);
      }
    }
  });
}

double late_score(std::span<const float> best) {
  if (best.empty()) return 0;
  double sum = 0;
  for (const float cosine : best) {
    if (cosine > kNotMet) sum += static_cast<double>(cosine);
  }
  return sum / static_cast<double>(best.size());
}

}  // namespace noether::embedding
