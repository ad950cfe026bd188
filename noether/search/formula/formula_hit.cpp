#include "noether/search/formula/formula_hit.h"

namespace noether::search {

std::string_view sameness_name(Sameness sameness) {
  switch (sameness) {
    case Sameness::None:
      return "none";
    case Sameness::Meaning:
      return "meaning";
    case Sameness::Renaming:
      return "renaming";
    case Sameness::Structure:
      return "structure";
    case Sameness::Drawing:
      return "drawing";
  }
  return "none";
}

std::string_view sameness_text(Sameness sameness) {
  switch (sameness) {
    case Sameness::None:
      return "similar";
    case Sameness::Meaning:
      return "same value at sample points";
    case Sameness::Renaming:
      return "same renaming";
    case Sameness::Structure:
      return "same structure";
    case Sameness::Drawing:
      return "same drawing";
  }
  return "similar";
}

}  // namespace noether::search
