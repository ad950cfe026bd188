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

std::string member_origin(const Cluster& cluster, std::size_t member) {
  const std::uint32_t line = cluster.members[member].line.number;
  const std::size_t colon = cluster.origin.rfind(':');
  if (line == 0 || colon == std::string::npos) return cluster.origin;
  return cluster.origin.substr(0, colon + 1) + std::to_string(line);
}

}  // namespace noether::egen
