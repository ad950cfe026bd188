// Commands of TeX itself that decide how a macro goes on: \@ifnextchar, \@ifstar, \mathchoice, ...
#pragma once

#include "noether/text/tex/tex_stream.h"

namespace noether::text {

// Puts what the command stands for in front of the stream. False, with nothing read, for any other
// command.
bool expand_tex_primitive(const TexToken& command, TexStream& stream, bool in_formula);

}  // namespace noether::text
