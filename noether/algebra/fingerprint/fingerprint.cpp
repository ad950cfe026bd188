#include "noether/algebra/fingerprint/fingerprint.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "noether/algebra/expression/bound_names.h"
#include "noether/algebra/expression/differentiate.h"
#include "noether/algebra/fingerprint/fingerprint_order.h"
#include "noether/algebra/fingerprint/fingerprint_sampler.h"

namespace noether::algebra {
namespace {

constexpr std::ptrdiff_t kMostUndefined = std::ptrdiff_t{kBatch} - kEnoughPoints;
// A complex value holds twice the information of a real one, and always needs balls.
constexpr std::size_t kComplexPoints = 2;
constexpr std::size_t kComplexProbes = 3;
// Larger arenas for derivatives are freed rather than cleared.
constexpr std::size_t kKeptNodes = 1 << 14;

enum class DigestKind : std::uint64_t {
  Real = 1,
  RealAtAllPoints,
  Complex,
  ComplexForWantOfReal,
  UpToFactor
};

base::Digest digest(DigestKind kind, std::span<const Cell> cells) {
  std::array<std::uint64_t, kFingerprintPoints + 1> words{static_cast<std::uint64_t>(kind)};
  std::ranges::copy(cells, words.begin() + 1);
  if constexpr (std::endian::native == std::endian::big) {
    for (std::uint64_t& word : words) word = __builtin_bswap64(word);
  }
  const auto bytes = std::as_bytes(std::span(words).first(cells.size() + 1));
  return base::digest_of({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

base::Digest real_constant_digest(Cell cell) {
  Cells cells;
  cells.fill(cell);
  return digest(DigestKind::Real, cells);
}

}  // namespace

struct Fingerprinter::State {
  explicit State(Expressions& source) : pool(&source), arena(source.vocabulary()) {}

  void load(ExprId root);
  void choose_keys(Names names, bool real);
  void place(std::size_t batch);
  const std::array<double, kBatch>& first_coordinates(std::uint64_t key);
  base::Digest complex_digest(Names names, DigestKind kind);
  base::Digest real_digest(Names names);
  base::Digest digest_loaded(Names names) {
    if (!sampler.mentions(Op::I)) return real_digest(names);
    return complex_digest(names, DigestKind::Complex);
  }

  Expressions* pool;
  Expressions arena;  // for carried-out derivatives
  Sampler sampler;
  std::vector<std::uint64_t> keys;  // of the variables; they determine the coordinates
  std::vector<double> coordinates;
  std::vector<std::size_t> free;  // the variables that may be renamed

  // Names recur often, so the coordinates of recent ones in the first batch are cached.
  static constexpr int kKnownNameBits = 8;
  struct KnownName {
    std::uint64_t key = 0;
    std::array<double, kBatch> coordinates{};
  };
  std::vector<KnownName> known_names = std::vector<KnownName>(std::size_t{1} << kKnownNameBits);
};

void Fingerprinter::State::load(ExprId root) {
  sampler.load(*pool, root);
  const bool binds = (sampler.mentions(Op::DefiniteIntegral) || sampler.mentions(Op::Call)) &&
                     binds_names(*pool, root);
  if (!sampler.mentions(Op::Derivative) && !binds) return;
  // The time of a pass over an expression depends on the size of its pool, so a small pool is used.
  if (arena.size() > kKeptNodes) arena = Expressions(pool->vocabulary());
  arena.clear();
  root = sampler.copy_into(arena);
  if (sampler.mentions(Op::Derivative)) root = eliminate_derivatives(arena, root);
  if (binds) root = name_by_height(arena, root);
  sampler.load(arena, root);
}

void Fingerprinter::State::choose_keys(Names names, bool real) {
  const auto variables = sampler.variables();
  keys.assign(variables.size(), 0);
  const auto is_bound = [&](Head variable) {
    return pool->vocabulary().variable_name(variable).starts_with(kBoundMark);
  };
  if (variables.size() == 1 && names == Names::Rename && !is_bound(variables[0])) return;
  free.clear();
  for (std::size_t v = 0; v < variables.size(); ++v) {
    if (names == Names::Keep || is_bound(variables[v])) {
      const std::string_view name = pool->vocabulary().variable_name(variables[v]);
      keys[v] = base::digest_of(name).low | 1;  // not 0, the key of a first variable
    } else {
      free.push_back(v);
    }
  }
  if (free.size() < 2) return;
  place(0);
  const auto sample = [&](std::span<const double> given, std::size_t count) {
    for (std::size_t i = 0; i < free.size(); ++i) {
      std::ranges::copy(given.subspan(i * kBatch, kBatch),
                        coordinates.begin() + static_cast<std::ptrdiff_t>(free[i] * kBatch));
    }
    return real ? sampler.sample(coordinates, count)
                : sampler.sample_complex(coordinates, std::min(count, kComplexProbes));
  };
  const auto ranks = canonical_ranks(free.size(), std::ref(sample));
  for (std::size_t i = 0; i < free.size(); ++i) keys[free[i]] = ranks[i];
}

void Fingerprinter::State::place(std::size_t batch) {
  coordinates.resize(keys.size() * kBatch);
  for (std::size_t v = 0; v < keys.size(); ++v) {
    const auto out = coordinates.begin() + static_cast<std::ptrdiff_t>(v * kBatch);
    if (batch == 0 && keys[v] >= kKnownKeys) {
      std::ranges::copy(first_coordinates(keys[v]), out);
      continue;
    }
    for (std::size_t k = 0; k < kBatch; ++k) {
      out[static_cast<std::ptrdiff_t>(k)] = coordinate(batch * kBatch + k, keys[v]);
    }
  }
}

const std::array<double, kBatch>& Fingerprinter::State::first_coordinates(std::uint64_t key) {
  KnownName& known = known_names[key >> (64 - kKnownNameBits)];
  if (known.key != key) {
    known.key = key;
    for (std::size_t k = 0; k < kBatch; ++k) known.coordinates[k] = coordinate(k, key);
  }
  return known.coordinates;
}

base::Digest Fingerprinter::State::real_digest(Names names) {
  const bool constant = sampler.variables().empty();
  if (!constant) choose_keys(names, true);
  std::array<Cell, kFingerprintPoints> cells;
  const auto add_batch = [&](std::size_t batch) {
    place(batch);
    const Cells sampled = sampler.sample(coordinates);
    std::ranges::copy(sampled, cells.begin() + static_cast<std::ptrdiff_t>(batch * kBatch));
  };
  add_batch(0);
  const auto first = std::span(cells).first(kBatch);
  if (std::ranges::count(first, kUndefinedCell) <= kMostUndefined)
    return digest(DigestKind::Real, first);
  for (std::size_t batch = 1; batch < kBatches; ++batch) add_batch(batch);
  if (std::ranges::count(cells, kUndefinedCell) == std::ssize(cells)) {
    return complex_digest(names, DigestKind::ComplexForWantOfReal);
  }
  return digest(DigestKind::RealAtAllPoints, cells);
}

base::Digest Fingerprinter::State::complex_digest(Names names, DigestKind kind) {
  choose_keys(names, false);
  place(0);
  const std::size_t count = kind == DigestKind::Complex ? kComplexPoints : 1;
  const Cells cells = sampler.sample_complex(coordinates, count);
  // A constant is the same number in both fields: i * i is -1.
  const bool real = kind == DigestKind::Complex && keys.empty() && sampler.is_last_ball_real();
  if (real) return real_constant_digest(cells[0]);
  return digest(kind, cells);
}

Fingerprinter::Fingerprinter(Expressions& pool) : state_(std::make_unique<State>(pool)) {}
Fingerprinter::~Fingerprinter() = default;
Fingerprinter::Fingerprinter(Fingerprinter&&) noexcept = default;
Fingerprinter& Fingerprinter::operator=(Fingerprinter&&) noexcept = default;

base::Digest Fingerprinter::fingerprint(ExprId root, Names names) {
  state_->load(root);
  return state_->digest_loaded(names);
}

base::Digest Fingerprinter::fingerprint_again(Names names) { return state_->digest_loaded(names); }

// The values themselves, up to the first one that is not 0.
std::optional<base::Digest> Fingerprinter::fingerprint_up_to_factor(ExprId root) {
  State& state = *state_;
  state.load(root);
  const auto variables = state.sampler.variables();
  if (variables.empty() || state.sampler.mentions(Op::I)) return std::nullopt;
  state.choose_keys(variables.size() == 1 ? Names::Rename : Names::Keep, true);
  state.place(0);
  const auto& ranges = state.sampler.ranges(state.coordinates);
  const auto unit = std::ranges::find_if(ranges, [](const Range& range) {
    return range.defined != Defined::Never && (range.lo > 0 || range.hi < 0);
  });
  if (unit == ranges.end() || unit->defined != Defined::Always) return std::nullopt;
  Cells cells{};
  for (std::size_t k = 0; k < kBatch; ++k) {
    const bool undefined = ranges[k].defined == Defined::Never;
    const Range ratio = undefined ? never() : binary_range(Op::Divide)(ranges[k], *unit);
    if (!cell_of(ratio, cells[k])) return std::nullopt;
  }
  if (std::ranges::count(cells, kUndefinedCell) > kMostUndefined) return std::nullopt;
  return digest(DigestKind::UpToFactor, cells);
}

std::uint64_t Fingerprinter::refined_values() const { return state_->sampler.refined_values(); }

base::Digest fingerprint(Expressions& pool, ExprId root, Names names) {
  return Fingerprinter(pool).fingerprint(root, names);
}

}  // namespace noether::algebra
