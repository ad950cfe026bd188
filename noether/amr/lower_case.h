// Letters of any script in lower case.
#pragma once

#include <string>
#include <string_view>

namespace noether::amr {

std::string lower_case(std::string_view text);

}  // namespace noether::amr
