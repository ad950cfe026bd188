// The files of templates/ at build time, embedded so that the program works in any folder.
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

// Sorted by name.
std::span<const ShippedTemplateFile> shipped_template_files();

}  // namespace noether::egen
