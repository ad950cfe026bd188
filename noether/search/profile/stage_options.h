// The options of a stage of a search: those that it has, and the values that a profile gives them.
//
// A stage lists its options once, with type, default and range. Profiles are read, and help is
// written, from that list.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::search {

struct StageOption {
  enum class Type : std::uint8_t { Number, Whole, Name };

  std::string_view name;
  std::string_view help;  // a few words
  Type type = Type::Number;
  // Of a number: the default and the range, both ends included.
  double value = 0;
  double least = 0;
  double most = 1e6;
  std::string_view word = {};  // of a name: the default
};

// The values of all options of one stage.
class StageOptions {
 public:
  StageOptions() = default;
  // All are at their defaults. The list must outlive this.
  explicit StageOptions(std::span<const StageOption> known);

  // An error says which options there are, or which values this one takes.
  [[nodiscard]] base::Result<void> set(std::string_view name, std::string_view value);
  [[nodiscard]] base::Result<void> set(std::string_view name, double value);

  // Of an option that the stage has, by its type.
  double number(std::string_view name) const;
  std::uint32_t whole(std::string_view name) const;
  const std::string& word(std::string_view name) const;

 private:
  struct Value {
    double number = 0;
    std::string word;
  };
  std::size_t place_of(std::string_view name) const;
  base::Result<std::size_t> find(std::string_view name) const;

  std::span<const StageOption> known_;
  std::vector<Value> values_;
};

// `least-cosine=0.5  (0 to 1) how near …`, as help texts have it.
std::string option_help(const StageOption& option);

}  // namespace noether::search
