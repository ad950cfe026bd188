// A line of JSON with a question and texts that may answer it, as `noether lists` writes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::neural {

struct ListedText {
  std::string id;
  std::string text;
  std::optional<std::uint8_t> grade{};  // 0 is wrong, more is better; at most 100
  std::optional<float> score{};         // by a model that others are to learn from

  friend bool operator==(const ListedText&, const ListedText&) = default;
};

struct ListLine {
  std::string id;
  std::string query;
  std::vector<ListedText> texts;

  friend bool operator==(const ListLine&, const ListLine&) = default;
};

inline constexpr std::uint8_t kHighestGrade = 100;

// Texts are not changed; other entries are ignored. Ids are words, because runs use them. Errors
// describe the problem of the line.
base::Result<ListLine> read_list_line(std::string_view line);

}  // namespace noether::neural
