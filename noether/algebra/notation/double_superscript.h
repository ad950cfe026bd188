// Finds x^a^b, which TeX refuses and people read in two ways: (x^a)^b and x^(a^b).
#pragma once

#include <optional>
#include <string_view>

#include "noether/base/error.h"

namespace noether::algebra {

std::optional<base::Error> find_double_superscript(std::string_view latex);

}  // namespace noether::algebra
