#include "noether/egen/cluster.h"

namespace noether::egen {

std::string_view domain_name(Domain domain) {
  switch (domain) {
    case Domain::Same:
      return "same";
    case Domain::Narrower:
      return "narrower";
    case Domain::Wider:
      return "wider";
    case Domain::Crossing:
      return "crossing";
    case Domain::Unknown:
      break;
  }
  return "unknown";
}

}  // namespace noether::egen
