#include "noether/formula/notation/tangent_labels.h"

#include <algorithm>
#include <array>

namespace noether::formula {
namespace {

struct LabelEntity {
  char character;
  std::string_view name;  // with its semicolon
};

constexpr auto kLabelEntities = std::to_array<LabelEntity>({{',', "comma;"},
                                                            {'[', "lsqb;"},
                                                            {']', "rsqb;"},
                                                            {'?', "quest;"},
                                                            {'\t', "#9;"},
                                                            {'\n', "#10;"},
                                                            {'\r', "#13;"},
                                                            {'\x1f', "sep;"}});
constexpr std::string_view kAmp = "amp;";

// The entity whose name stands at the start of `text` (after the &), if any.
const LabelEntity* entity_at(std::string_view text) {
  const auto it = std::ranges::find_if(
      kLabelEntities, [&](const LabelEntity& e) { return text.starts_with(e.name); });
  return it == kLabelEntities.end() ? nullptr : &*it;
}

// Whether `text`, which follows an &, spells an entity behind any number of amp;.
bool spells_entity(std::string_view text) {
  while (text.starts_with(kAmp)) text.remove_prefix(kAmp.size());
  return entity_at(text) != nullptr;
}

}  // namespace

void append_escaped(std::string& out, std::string_view label) {
  for (std::size_t i = 0; i < label.size(); ++i) {
    const char c = label[i];
    if (c == '&') {
      out += '&';
      if (spells_entity(label.substr(i + 1))) out += kAmp;
      continue;
    }
    const auto it = std::ranges::find(kLabelEntities, c, &LabelEntity::character);
    if (it == kLabelEntities.end()) {
      out += c;
    } else {
      out += '&';
      out += it->name;
    }
  }
}

void append_unescaped(std::string& out, std::string_view escaped) {
  for (std::size_t i = 0; i < escaped.size(); ++i) {
    out += escaped[i];
    if (escaped[i] != '&') continue;
    const std::string_view rest = escaped.substr(i + 1);
    if (const LabelEntity* entity = entity_at(rest)) {
      out.back() = entity->character;
      i += entity->name.size();
    } else if (rest.starts_with(kAmp) && spells_entity(rest)) {
      i += kAmp.size();
      // What follows is the label's own text: copy it past the entity check.
      while (escaped.substr(i + 1).starts_with(kAmp)) {
        out += kAmp;
        i += kAmp.size();
      }
      const LabelEntity* spelled = entity_at(escaped.substr(i + 1));
      out += spelled->name;
      i += spelled->name.size();
    }
  }
}

std::string_view without_csv_quotes(std::string_view text, std::string& storage) {
  std::string_view quote;
  if (text.starts_with("\\\"") && text.ends_with("\\\"") && text.size() >= 4) {
    quote = "\\\"";
  } else if (text.starts_with("\"") && text.ends_with("\"") && text.size() >= 2) {
    quote = "\"";
  } else {
    return text;
  }
  text = text.substr(quote.size(), text.size() - 2 * quote.size());
  storage.clear();
  while (!text.empty()) {
    // \"\", \"" and "" are one quote each.
    for (const std::string_view doubled : {"\\\"\\\"", "\\\"\"", "\"\""}) {
      if (text.starts_with(doubled)) {
        text.remove_prefix(doubled.size() - 1);
        break;
      }
    }
    storage += text.front();
    text.remove_prefix(1);
  }
  return storage;
}

}  // namespace noether::formula
