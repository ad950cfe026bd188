#include "noether/amr/parser/sentence_labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "noether/base/ascii.h"

namespace noether::amr {
namespace {

constexpr const char* kFragmentsFile = "/fragments.txt";
constexpr const char* kRolesFile = "/roles.txt";
constexpr const char* kSensesFile = "/senses.txt";

std::uint32_t node_number(std::string_view digits) {
  std::uint32_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

}  // namespace

std::string RoleLabel::text() const {
  std::string text = role;
  if (from_node > 0) text = fmt::format("{}/{}", from_node, text);
  if (to_node > 0) text += fmt::format("/{}", to_node);
  return text;
}

RoleLabel RoleLabel::from(std::string_view text) {
  RoleLabel label;
  if (!text.empty() && base::is_digit(text.front()) && text.contains('/')) {
    label.from_node = node_number(text);
    text.remove_prefix(text.find('/') + 1);
  }
  const std::size_t end = std::min(text.find('/'), text.size());
  label.role = text.substr(0, end);
  if (end < text.size()) label.to_node = node_number(text.substr(end + 1));
  return label;
}

base::Result<LabelTables> LabelTables::read(const std::string& folder) {
  auto fragments = FragmentTable::read(folder + kFragmentsFile);
  if (!fragments) return std::unexpected(std::move(fragments.error()));
  auto roles = LabelTable::read(folder + kRolesFile);
  if (!roles) return std::unexpected(std::move(roles.error()));
  auto senses = LabelTable::read(folder + kSensesFile);
  if (!senses) return std::unexpected(std::move(senses.error()));
  return LabelTables{*std::move(fragments), *std::move(roles), *std::move(senses)};
}

base::Result<void> LabelTables::write(const std::string& folder) const {
  if (auto done = fragments.labels().write(folder + kFragmentsFile); !done) return done;
  if (auto done = roles.write(folder + kRolesFile); !done) return done;
  return senses.write(folder + kSensesFile);
}

}  // namespace noether::amr
