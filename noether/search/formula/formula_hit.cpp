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

}  // namespace noether::search
