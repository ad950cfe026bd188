// Reads \newcommand, \def, \let, \DeclareMathOperator, \newenvironment and \newtheorem.
#pragma once

#include <string_view>

#include "noether/text/tex/tex_stream.h"

namespace noether::text {

// Reads the arguments of a defining command and adds the definition to the macros of the stream.
// Returns false, with nothing read, if the command defines nothing. Commands that structure a
// document (\section, \begin, ...) cannot be redefined.
bool read_tex_definition(const TexToken& command, TexStream& stream);

}  // namespace noether::text
