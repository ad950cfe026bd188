// The front matter of a Markdown file: YAML between lines of `---`, or TOML between lines of `+++`.
// The reader takes title, tags, date, aliases and authors. The front matter is bounded in bytes, so
// reading it takes little time. Invalid YAML, such as a title with a colon, is read line by line.
// Text between two rules is not front matter and stays text if it has a line without a name, or
// only sentences with a colon.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/text/note.h"

namespace noether::text {

inline constexpr std::size_t kMaxFrontMatterBytes = std::size_t{64} << 10;

struct FrontMatter {
  std::size_t end = 0;  // where the text begins, in bytes; 0 if front matter is missing
  std::string title;
  std::vector<std::string> tags;
  std::vector<std::string> aliases;
  std::vector<std::string> authors;
  std::string date;
  std::string flaw;
};

FrontMatter read_front_matter(std::string_view text);

// Moves the values of the front matter to the members of a note.
void take_front_matter(FrontMatter matter, Note& note);

// Read one of the two notations. They return false if the text is not a table of names and values;
// known values go to `matter`.
bool read_yaml_matter(std::string_view yaml, FrontMatter& matter);
bool read_toml_matter(std::string_view toml, FrontMatter& matter);

// How likely it is that the text before a colon is the name of a value and not the beginning of a
// sentence. Names begin with a small letter, except some known ones.
enum class NameKind : std::uint8_t { None, Possible, Usual };
NameKind matter_name_kind(std::string_view text);

// Adds one value of one name. Tags may be in one text, separated by commas or blanks.
void take_matter_value(std::string_view name, std::string_view value, bool is_of_list,
                       FrontMatter& matter);

}  // namespace noether::text
