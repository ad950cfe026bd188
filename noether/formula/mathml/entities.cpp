#include "noether/formula/mathml/entities.h"

#include <algorithm>
#include <array>

#include "noether/base/utf8.h"

namespace noether::formula {
namespace {

struct Entity {
  std::string_view name;
  char32_t character;
};

constexpr auto kEntities = std::to_array<Entity>({
#define NOETHER_ENTITY(name, character) {#name, character},
#include "noether/formula/mathml/entities.def"
#undef NOETHER_ENTITY
});
static_assert(std::ranges::is_sorted(kEntities, {}, &Entity::name));

constexpr std::size_t kLongestName = std::ranges::max(kEntities, {}, [](const Entity& entity) {
                                       return entity.name.size();
                                     }).name.size();

// The name of the reference that starts with the & at `at`; empty when there is none.
std::string_view reference_name(std::string_view input, std::size_t at) {
  const std::string_view rest = input.substr(at + 1, kLongestName + 1);
  const std::size_t end = rest.find(';');
  return end == std::string_view::npos ? std::string_view() : rest.substr(0, end);
}

}  // namespace

std::optional<char32_t> entity_character(std::string_view name) {
  const auto it = std::ranges::lower_bound(kEntities, name, {}, &Entity::name);
  if (it == kEntities.end() || it->name != name) return std::nullopt;
  return it->character;
}

bool replace_entities(std::string_view input, std::string& out, std::vector<EntityShift>& shifts) {
  bool replaced = false;
  std::size_t copied = 0;
  std::int64_t shift = 0;
  for (std::size_t at = input.find('&'); at != std::string_view::npos;
       at = input.find('&', at + 1)) {
    const std::string_view name = reference_name(input, at);
    const auto character = entity_character(name);
    if (!character) continue;
    if (!replaced) {
      out.clear();
      shifts.clear();
      replaced = true;
    }
    out.append(input.substr(copied, at - copied));
    base::append_code_point(out, *character);
    copied = at + name.size() + 2;
    shift = static_cast<std::int64_t>(out.size()) - static_cast<std::int64_t>(copied);
    shifts.push_back({static_cast<std::uint32_t>(out.size()), shift});
  }
  if (replaced) out.append(input.substr(copied));
  return replaced;
}

}  // namespace noether::formula
