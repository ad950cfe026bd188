// The files of templates/ as they were when the program was built, so that it works from anywhere.
//
// The build writes the definition (cmake/EmbedFiles.cmake).
#pragma once

#include <span>
#include <string_view>

namespace noether::egen {

struct ShippedTemplateFile {
  std::string_view name;  // `templates/polynomials.templates`
  std::string_view text;
};

// In the order of their names.
std::span<const ShippedTemplateFile> shipped_template_files();

}  // namespace noether::egen
