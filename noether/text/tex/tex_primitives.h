// Commands of TeX itself that control the expansion of macros: \@ifnextchar, \@ifstar, \mathchoice,
// ...
#pragma once

#include "noether/text/tex/tex_stream.h"

namespace noether::text {

// Puts the expansion of the command in front of the stream. Returns false, with nothing read, for
// any other command.
bool expand_tex_primitive(const TexToken& command, TexStream& stream, bool in_formula);

}  // namespace noether::text
