// The words of template files, and the statements they make: a name and what follows it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/egen/templates/template_file.h"

namespace noether::egen {

struct TemplateToken {
  std::string_view text;  // `(`, `)`, `:` or a run of other characters
  std::uint32_t offset = 0;
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

// A set or a template. `name` is the word before the colon, `words` are those behind it.
struct TemplateStatement {
  std::string_view file;
  bool is_set = false;
  TemplateToken name;
  std::vector<TemplateToken> words = {};
};

std::unexpected<base::Error> template_error(std::string_view file, const TemplateToken& token,
                                            const std::string& message, std::string hint = {});

base::Result<std::vector<TemplateStatement>> read_statements(const TemplateText& text);

}  // namespace noether::egen
