// The verdict on the equality of two expressions. It is separate from the decision procedure, so
// that readers of corpora do not depend on the latter.
#pragma once

#include <cstdint>
#include <string_view>

namespace noether::algebra {

enum class Verdict : std::uint8_t { Proven, Refuted, Agrees, Unknown };
inline std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::Proven:
      return "proven";
    case Verdict::Refuted:
      return "refuted";
    case Verdict::Agrees:
      return "agrees";
    case Verdict::Unknown:
      return "unknown";
  }
  return "unknown";
}

}  // namespace noether::algebra
