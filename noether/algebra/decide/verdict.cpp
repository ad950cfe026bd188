#include "noether/algebra/decide/verdict.h"

namespace noether::algebra {

std::string_view verdict_name(Verdict verdict) {
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
