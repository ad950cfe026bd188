// \newcommand, \def, \let, \DeclareMathOperator, \newenvironment, \newtheorem: what they define.
#pragma once

#include <string_view>

#include "noether/text/tex/tex_stream.h"

namespace noether::text {

// Reads the arguments of a command that defines something and notes it in the macros of the stream.
// False, with nothing read, when the command defines nothing. Commands that shape a document
// (\section, \begin, ...) keep their meaning whatever the document says.
bool read_tex_definition(const TexToken& command, TexStream& stream);

}  // namespace noether::text
