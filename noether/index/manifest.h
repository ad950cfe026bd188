// The file that describes an index at a commit. It is renamed into place when all files that it
// names are on the disk.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/file_system.h"
#include "noether/index/schema.h"
#include "noether/index/section_file.h"
#include "noether/index/vectors/vector_set.h"

namespace noether::index {

// A run of consecutive documents from one source: 0 if the source is unknown, else its number among
// those of the manifest, from 1.
struct OriginRun {
  std::uint32_t documents = 0;
  std::uint32_t origin = 0;

  friend bool operator==(const OriginRun&, const OriginRun&) = default;
};

// Appends documents: to the last run if it has the same source, else as a new run.
void append_run(std::vector<OriginRun>& runs, OriginRun run);

// A file of vectors of a segment.
struct VectorRecord {
  VectorSet set = {};
  std::uint32_t reading = 0;  // VectorModel::reading
  std::uint64_t made_in = 0;  // the generation that names the file
  FileSeal file = {};

  friend bool operator==(const VectorRecord&, const VectorRecord&) = default;
};

struct SegmentRecord {
  std::uint32_t number = 0;
  std::uint32_t documents = 0;
  std::uint32_t formulas = 0;
  std::array<FileSeal, 3> files;  // terms, documents, formulas
  std::uint32_t deleted = 0;      // documents; if 0, there is no file
  std::uint64_t deleted_in = 0;   // the generation that names the file
  FileSeal deletions;
  std::vector<VectorRecord> vectors;  // of different sets
  std::vector<OriginRun> origins;     // of all documents in their order; empty if unknown

  friend bool operator==(const SegmentRecord&, const SegmentRecord&) = default;
};

struct Manifest {
  std::uint64_t generation = 0;
  std::uint32_t next_segment = 1;
  Schema schema;
  std::vector<std::string> origins;  // the names of the sources of documents
  std::vector<SegmentRecord> segments;

  friend bool operator==(const Manifest&, const Manifest&) = default;
};

std::string manifest_bytes(const Manifest& manifest);
base::Result<Manifest> read_manifest(std::string_view bytes);

// The paths in the folder of an index.
std::string manifest_path(const std::string& folder);
std::string lock_path(const std::string& folder);
std::string segments_folder(const std::string& folder);
std::string segment_folder(const std::string& folder, std::uint32_t number);
std::string deletions_path(const std::string& folder, const SegmentRecord& segment);
std::string vectors_path(const std::string& folder, const SegmentRecord& segment,
                         const VectorRecord& vectors);

std::unexpected<base::Error> no_index(const std::string& folder);
base::Result<Manifest> load_manifest(const std::string& folder, base::FileSystem& file_system);

}  // namespace noether::index
