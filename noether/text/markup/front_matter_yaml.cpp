#include <yaml-cpp/yaml.h>

#include <exception>
#include <string>

#include "noether/text/markup/front_matter.h"

namespace noether::text {

bool read_yaml_matter(std::string_view yaml, FrontMatter& matter) {
  try {
    const YAML::Node table = YAML::Load(std::string(yaml));
    if (!table.IsMap()) return false;
    // "Let f: X be ..." between two rules is a table to YAML, too.
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
    // It has bounds of its own, and tells of some of them in other ways.
    matter.flaw = "the front matter is not valid YAML, so it is read line by line";
    return false;
  }
}

}  // namespace noether::text
