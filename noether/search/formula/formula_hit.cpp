#include "noether/search/formula/formula_hit.h"

namespace noether::search {

std::string_view sameness_name(Sameness sameness) {
  switch (sameness) {
    case Sameness::none:
      return "none";
    case Sameness::meaning:
      return "meaning";
    case Sameness::renaming:
      return "renaming";
    case Sameness::structure:
      return "structure";
    case Sameness::drawing:
      return "drawing";
  }
  return "none";
}

std::string_view sameness_text(Sameness sameness) {
  switch (sameness) {
    case Sameness::none:
      return "similar";
    case Sameness::meaning:
      return "same value at sample points";
    case Sameness::renaming:
      return "same renaming";
    case Sameness::structure:
      return "same structure";
    case Sameness::drawing:
      return "same drawing";
  }
  return "similar";
}

}  // namespace noether::search
