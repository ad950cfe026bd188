// What a file of Markdown says about itself before its text: YAML between lines of `---`, or TOML
// between lines of `+++`.
//
// Of what stands there, title, tags, date, aliases and authors are taken. It is bounded in bytes,
// so it is read in little time whatever it holds. YAML that is broken, as a title with a colon
// makes it, is read line by line. Text between two rules is no front matter and stays text: there
// is a line without a name, or there are only sentences with a colon.
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
  std::size_t end = 0;  // where the text begins, in bytes; 0 when there is no front matter
  std::string title;
  std::vector<std::string> tags;
  std::vector<std::string> aliases;
  std::vector<std::string> authors;
  std::string date;
  std::string flaw;
};

FrontMatter read_front_matter(std::string_view text);

// Puts what the front matter says where a note has it.
void take_front_matter(FrontMatter matter, Note& note);

// For the two notations: whether the text is a table of names and values; what is known of them
// goes to `matter`.
bool read_yaml_matter(std::string_view yaml, FrontMatter& matter);
bool read_toml_matter(std::string_view toml, FrontMatter& matter);

// How likely it is that what stands before a colon is the name of a value, and not the beginning of
// a sentence. Names begin with a small letter, but for some that are known.
enum class NameKind : std::uint8_t { None, Possible, Usual };
NameKind matter_name_kind(std::string_view text);

// One value of one name. Tags may stand in one text, with commas or blanks between them.
void take_matter_value(std::string_view name, std::string_view value, bool is_of_list,
                       FrontMatter& matter);

}  // namespace noether::text
