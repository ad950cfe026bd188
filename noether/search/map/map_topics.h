// The topics of the formulas of a collection, for the colours of a map: the most frequent tags of
// its documents; in a collection without tags their sources, or else their kinds.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/search/document_table.h"

namespace noether::search {

// The number of topics that a legend can distinguish.
inline constexpr std::uint8_t kMostTopics = 12;
inline constexpr std::uint8_t kOtherTopic = kMostTopics;

class MapTopics {
 public:
  explicit MapTopics(const DocumentTable& documents);

  std::string_view by() const { return by_; }  // tag, source, kind
  const std::vector<std::string>& names() const { return names_; }
  // The topic that most of these documents have; among equally frequent ones, the rarer one in the
  // collection, which says more. kOtherTopic if they have none.
  std::uint8_t topic_of(std::span<const std::uint32_t> documents) const;

 private:
  const DocumentTable& documents_;
  std::string_view by_;
  std::vector<std::string> names_;      // the most frequent first
  std::vector<std::uint8_t> topic_of_;  // by the number of the tag, source or kind
};

}  // namespace noether::search
