#include "noether/text/markup/front_matter.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <exception>
#include <string>
#include <utility>

#include "noether/base/ascii.h"
#include "noether/text/delimited_text.h"

namespace noether::text {
namespace {

constexpr std::size_t kMaxValues = 1'000;  // for one name
constexpr std::size_t kMaxValueBytes = 4'096;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

std::string_view without_quotes(std::string_view text) {
  text = trimmed(text);
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
      text.back() == text.front()) {
    return text.substr(1, text.size() - 2);
  }
  return text;
}

bool is_tag_name(std::string_view name) {
  return name == "tags" || name == "tag" || name == "keywords" || name == "categories" ||
         name == "category";
}

void add(std::string_view value, std::vector<std::string>& values) {
  value = trimmed(value);
  if (!value.empty() && values.size() < kMaxValues) values.emplace_back(value);
}

void add_parts(std::string_view text, std::string_view separators,
               std::vector<std::string>& values) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    add(text.substr(0, end), values);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// Reads `name: value`, `name: [a, b]`, and below a name lines of `- value`, indented lines and
// comments. Returns false for any other line, which is text, and if no name is a usual one.
bool read_lines(std::string_view text, FrontMatter& matter) {
  bool is_usual = false;
  std::string name;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view content = trimmed(line);
    if (content.starts_with("- ") && !name.empty()) {
      take_matter_value(name, without_quotes(content.substr(2)), true, matter);
      continue;
    }
    const std::size_t colon = content.find(':');
    if (content.empty() || std::string_view(" \t#").contains(line.front())) continue;
    if (colon == std::string_view::npos) return false;
    const std::string_view key = content.substr(0, colon);
    const bool is_value = colon + 1 == content.size() || content[colon + 1] == ' ';
    const NameKind kind = matter_name_kind(key);
    if (kind == NameKind::None || !is_value) return false;
    is_usual |= kind == NameKind::Usual;
    name = key;
    const std::string_view value = without_quotes(content.substr(colon + 1));
    if (value.starts_with('[') && value.ends_with(']')) {
      std::vector<std::string> parts;
      add_parts(value.substr(1, value.size() - 2), ",", parts);
      for (const std::string& part : parts) {
        take_matter_value(name, without_quotes(part), true, matter);
      }
    } else {
      take_matter_value(name, value, false, matter);
    }
  }
  return is_usual;
}

// The length of the first line with its end, if the line is exactly this mark.
std::size_t mark_line(std::string_view text, std::string_view mark) {
  if (!text.starts_with(mark)) return 0;
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view rest = text.substr(mark.size(), end - mark.size());
  if (rest.find_first_not_of(" \t\r") != std::string_view::npos) return 0;
  return std::min(end + 1, text.size());
}

}  // namespace

NameKind matter_name_kind(std::string_view text) {
  constexpr std::ptrdiff_t kMostBlanks = 2;  // "last modified at"
  const bool is_name = !text.empty() &&
                       text.find_first_of("\t\"'[]{}$\\,.;") == std::string_view::npos &&
                       std::ranges::count(text, ' ') <= kMostBlanks;
  if (!is_name) return NameKind::None;
  constexpr std::array<std::string_view, 3> kKnown = {"title", "date", "author"};
  const bool is_known = is_tag_name(base::lowered(text)) ||
                        std::ranges::find(kKnown, base::lowered(text)) != kKnown.end();
  const bool is_small = text.front() >= 'a' && text.front() <= 'z' && !text.contains(' ');
  return is_known || is_small ? NameKind::Usual : NameKind::Possible;
}

void take_matter_value(std::string_view name, std::string_view value, bool is_of_list,
                       FrontMatter& matter) {
  const std::string known = base::lowered(name);
  value = trimmed(value).substr(0, kMaxValueBytes);
  if (value.empty()) return;
  const auto is_one_of = [&](auto... names) { return ((known == names) || ...); };
  if (known == "title") {
    if (matter.title.empty()) matter.title = value;
  } else if (is_one_of("date", "created", "published")) {
    if (matter.date.empty() || known == "date") matter.date = value;
  } else if (is_tag_name(known)) {
    const bool has_commas = value.find(',') != std::string_view::npos;
    std::vector<std::string> tags;
    if (is_of_list) {
      tags.emplace_back(value);
    } else {
      // A keyword may contain blanks, a tag may not.
      add_parts(value, has_commas || known == "keywords" ? "," : " ", tags);
    }
    for (const std::string& tag : tags) add_tag(tag, matter.tags);
  } else if (is_one_of("aliases", "alias")) {
    if (is_of_list) {
      add(value, matter.aliases);
    } else {
      add_parts(value, ",", matter.aliases);
    }
  } else if (is_one_of("author", "authors")) {
    add(value, matter.authors);
  }
}

FrontMatter read_front_matter(std::string_view text) {
  FrontMatter matter;
  const bool is_toml = mark_line(text, "+++") > 0;
  const std::size_t begin = mark_line(text, is_toml ? "+++" : "---");
  if (begin == 0) return matter;
  const std::string_view all = text.substr(0, kMaxFrontMatterBytes);
  for (std::size_t line = begin; line < all.size();) {
    std::size_t end = mark_line(all.substr(line), is_toml ? "+++" : "---");
    if (end == 0 && !is_toml) end = mark_line(all.substr(line), "...");
    if (end > 0) {
      const std::string_view inside = all.substr(begin, line - begin);
      FrontMatter read;
      const bool is_table =
          is_toml ? read_toml_matter(inside, read) : read_yaml_matter(inside, read);
      if (!is_table && !read.flaw.empty()) {
        FrontMatter by_lines;
        by_lines.flaw = std::move(read.flaw);
        // Text between two rules is not front matter.
        if (!read_lines(inside, by_lines) && !is_toml) return matter;
        read = std::move(by_lines);
      } else if (!is_table && !trimmed(inside).empty()) {
        return matter;
      }
      read.end = line + end;
      return read;
    }
    line = std::min(all.find('\n', line), all.size() - 1) + 1;
  }
  return matter;
}

void take_front_matter(FrontMatter matter, Note& note) {
  note.title = read_plain_text(matter.title, "title");
  for (const std::string& tag : matter.tags) add_tag(tag, note.tags);
  if (!matter.date.empty()) note.properties.emplace_back("date", std::move(matter.date));
  for (std::string& author : matter.authors) {
    note.properties.emplace_back("author", std::move(author));
  }
  for (std::string& alias : matter.aliases) note.properties.emplace_back("alias", std::move(alias));
  if (!matter.flaw.empty()) {
    note.flaw = std::move(matter.flaw);
    note.flaw_line = 1;
  }
}

bool read_yaml_matter(std::string_view yaml, FrontMatter& matter) {
  try {
    const YAML::Node table = YAML::Load(std::string(yaml));
    if (!table.IsMap()) return false;
    // YAML also accepts "Let f: X be ..." between two rules as a table.
    bool is_usual = table.size() == 0;
    for (const auto& entry : table) {
      const NameKind kind =
          entry.first.IsScalar() ? matter_name_kind(entry.first.Scalar()) : NameKind::Possible;
      if (kind == NameKind::None) return false;
      is_usual |= kind == NameKind::Usual;
    }
    if (!is_usual) return false;
    for (const auto& entry : table) {
      if (!entry.first.IsScalar()) continue;
      const std::string& name = entry.first.Scalar();
      if (entry.second.IsScalar()) {
        take_matter_value(name, entry.second.Scalar(), false, matter);
      } else if (entry.second.IsSequence()) {
        for (const YAML::Node& value : entry.second) {
          if (value.IsScalar()) take_matter_value(name, value.Scalar(), true, matter);
          // Quarto has a name and an affiliation for each author.
          if (value.IsMap() && value["name"] && value["name"].IsScalar()) {
            take_matter_value(name, value["name"].Scalar(), true, matter);
          }
        }
      }
    }
    return true;
  } catch (const YAML::Exception& error) {
    matter.flaw = "the front matter is not valid YAML, so it is read line by line: " + error.msg;
    return false;
  } catch (const std::exception&) {
    // The library has its own bounds, and reports some of them by other exceptions.
    matter.flaw = "the front matter is not valid YAML, so it is read line by line";
    return false;
  }
}

}  // namespace noether::text
