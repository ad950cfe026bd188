#include "noether/egraph/saturation_report.h"

namespace noether::egraph {

std::string_view to_string(StopReason reason) {
  switch (reason) {
    case StopReason::Saturated:
      return "saturated";
    case StopReason::Goal:
      return "goal";
    case StopReason::RoundLimit:
      return "round limit";
    case StopReason::NodeLimit:
      return "node limit";
    case StopReason::TimeLimit:
      return "time limit";
    case StopReason::MemoryLimit:
      return "memory limit";
  }
  return "";
}

}  // namespace noether::egraph
