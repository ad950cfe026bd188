// Characters that Unicode has raised and lowered forms of.
#pragma once

#include <string_view>

namespace noether::formula {

// x as in yˣ; empty when there is none. One character in UTF-8.
std::string_view raised(std::string_view character);
// x as in yₓ; empty when there is none.
std::string_view lowered(std::string_view character);

}  // namespace noether::formula
