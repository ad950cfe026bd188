// What is known about the equality of two expressions. Apart from how it is decided, so that
// readers of corpora need nothing of that.
#pragma once

#include <cstdint>
#include <string_view>

namespace noether::algebra {

enum class Verdict : std::uint8_t { Proven, Refuted, Agrees, Unknown };
std::string_view verdict_name(Verdict verdict);  // proven refuted agrees unknown

}  // namespace noether::algebra
