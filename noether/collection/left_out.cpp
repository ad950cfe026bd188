#include "noether/collection/left_out.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <utility>
#include <vector>

namespace noether::collection {
namespace {

// An ending that is longer, or not of letters and digits, is a part of the name.
constexpr std::size_t kMaxEnding = 16;
// Kinds that are kept and named: a folder can have as many endings as files.
constexpr std::size_t kMaxKinds = 1'000;
constexpr std::size_t kNamedKinds = 40;

std::string ending_of(const std::string& file_name) {
  std::string ending = std::filesystem::path(file_name).extension().string();
  if (ending.size() < 2 || ending.size() > kMaxEnding) return {};
  for (char& c : ending) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' ||
                          c == '_' || c == '-' || c == '+' || c == '~';
    if (!is_plain) return {};
  }
  return ending;
}

}  // namespace

void LeftOut::add(const std::string& file_name) {
  std::string ending = ending_of(file_name);
  if (counts_.size() >= kMaxKinds && !counts_.contains(ending)) ending.clear();
  ++counts_[std::move(ending)];
}

void LeftOut::add(const LeftOut& others) {
  for (const auto& [ending, count] : others.counts_) {
    counts_[counts_.size() < kMaxKinds || counts_.contains(ending) ? ending : ""] += count;
  }
}

std::string LeftOut::kinds() const {
  std::vector<std::pair<std::string, std::uint64_t>> kinds(counts_.begin(), counts_.end());
  std::ranges::stable_sort(kinds, std::ranges::greater{},
                           [](const auto& kind) { return kind.second; });
  std::string text;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (i == kNamedKinds) return text + fmt::format(", and {} more kinds", kinds.size() - i);
    const auto& [ending, count] = kinds[i];
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ",
                        ending.empty() ? "without an ending" : ending, count);
  }
  return text;
}

std::string LeftOut::sentence() const {
  std::uint64_t files = 0;
  for (const auto& [ending, count] : counts_) files += count;
  return fmt::format("{} left out: {}",
                     files == 1 ? std::string("1 file of another kind was")
                                : fmt::format("{} files of other kinds were", files),
                     kinds());
}

}  // namespace noether::collection
