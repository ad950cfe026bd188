// Converts letters of any script to lower case.
#pragma once

#include <string>
#include <string_view>

namespace noether::amr {

std::string lower_case(std::string_view text);

}  // namespace noether::amr
