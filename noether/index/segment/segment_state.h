// The state of a reader of a segment: the sections of its files, with verified sizes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/index/schema.h"
#include "noether/index/segment/segment_layout.h"
#include "noether/index/segment/segment_reader.h"

namespace noether::index {

struct SegmentReader::State {
  struct OpenSpace {
    std::uint32_t units = 0;
    std::uint64_t total_length = 0;
    Dictionary dictionary;
    std::string_view postings;
    LengthColumn lengths;
    std::string_view texts;
  };

  State(SegmentFiles of, const SpaceView& with)
      : files(std::move(of)),
        schema(with.schema),
        spaces(all_spaces(with.schema)),
        stored(with.stored) {
    while (stored.size() < spaces.size()) {
      const auto own = static_cast<std::uint32_t>(stored.size() - schema.spaces.size());
      stored.push_back(with.stored_spaces + own);
    }
  }

  base::Result<void> open();
  base::Result<OpenSpace> open_space(std::uint32_t space) const;
  OpenSpace missing_space(std::uint32_t space) const;
  bool is_missing(std::uint32_t space) const { return stored[space] == SpaceView::kMissing; }
  base::Result<void> open_names();
  base::Result<std::string_view> places_of(std::uint32_t formula) const;
  std::unexpected<base::Error> wrong_places(std::uint32_t formula) const;

  SegmentFiles files;
  Schema schema;
  std::vector<Space> spaces;
  std::vector<std::uint32_t> stored;  // the number of each in the file, or SpaceView::kMissing
  std::string zeros;                  // lengths of units in spaces that are missing
  std::vector<OpenSpace> open_spaces;
  std::uint32_t documents = 0;
  std::uint32_t formulas = 0;
  StoredBlocks document_heads;
  StoredBlocks document_bodies;
  StoredBlocks stored_latex;
  std::string_view id_ends;
  std::string_view ids;
  std::string_view place_offsets;
  std::string_view places;
  std::string_view payload_ends;
  std::string_view payloads;
};

}  // namespace noether::index
