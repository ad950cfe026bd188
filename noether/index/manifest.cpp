#include "noether/index/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "noether/base/packed_bytes.h"

namespace noether::index {
namespace {

constexpr std::string_view kMagic = "NoeManif";
constexpr std::uint64_t kMaxManifestBytes = std::uint64_t{64} << 20;
constexpr std::size_t kDigestBytes = 16;
// Only an index with vectors has this version; older programs can read an index without vectors.
constexpr std::uint32_t kVersionWithVectors = 5;
// Only an index that stores the sources of its documents has this version.
constexpr std::uint32_t kVersionWithOrigins = 6;
// Only an index whose spaces or vectors are distinguished by their versions has this version.
constexpr std::uint32_t kVersionWithSets = 7;
constexpr std::size_t kMaxVectorSets = 64;  // in one segment

void append_seal(std::string& bytes, const FileSeal& seal) {
  base::append_varint(bytes, seal.bytes);
  base::append_digest(bytes, seal.directory);
}

FileSeal read_seal(base::PackedReader& reader) {
  FileSeal seal;
  seal.bytes = reader.varint();
  seal.directory = reader.digest();
  return seal;
}

// Whether the runs cover exactly the documents, and all their sources exist.
bool fit(const std::vector<OriginRun>& runs, const Manifest& manifest, std::uint32_t documents) {
  std::uint64_t sum = 0;
  for (const OriginRun& run : runs) {
    if (run.documents == 0 || run.origin > manifest.origins.size()) return false;
    sum += run.documents;
  }
  return runs.empty() || sum == documents;
}

// Whether an older program could read the vectors of the segment.
bool is_plain(const SegmentRecord& segment) {
  return segment.vectors.empty() ||
         (segment.vectors.size() == 1 && segment.vectors[0].set.is_default() &&
          segment.vectors[0].reading == 0);
}

std::uint32_t version_of(const Manifest& manifest) {
  const bool has_versions = std::ranges::any_of(
      manifest.schema.spaces, [](const Space& space) { return space.version != 1; });
  if (has_versions || !std::ranges::all_of(manifest.segments, is_plain)) return kVersionWithSets;
  if (!manifest.origins.empty()) return kVersionWithOrigins;
  const bool has_vectors = std::ranges::any_of(
      manifest.segments, [](const SegmentRecord& segment) { return !segment.vectors.empty(); });
  return has_vectors ? kVersionWithVectors : kFormatVersion;
}

void append_vectors(std::string& bytes, const SegmentRecord& segment, std::uint32_t version) {
  if (version < kVersionWithSets) {
    base::append_varint(bytes, segment.vectors.empty() ? 0 : segment.vectors[0].made_in);
    if (!segment.vectors.empty()) append_seal(bytes, segment.vectors[0].file);
    return;
  }
  base::append_varint(bytes, segment.vectors.size());
  for (const VectorRecord& vectors : segment.vectors) {
    base::append_varint(bytes, static_cast<std::uint8_t>(vectors.set.unit));
    base::append_text(bytes, vectors.set.name);
    base::append_varint(bytes, vectors.reading);
    base::append_varint(bytes, vectors.made_in);
    append_seal(bytes, vectors.file);
  }
}

void read_vectors(base::PackedReader& reader, std::uint64_t version, SegmentRecord& segment) {
  if (version < kVersionWithSets) {
    VectorRecord only;
    only.made_in = reader.varint();
    if (only.made_in == 0) return;
    only.file = read_seal(reader);
    segment.vectors.push_back(std::move(only));
    return;
  }
  segment.vectors.resize(reader.varint(kMaxVectorSets));
  for (VectorRecord& vectors : segment.vectors) {
    vectors.set.unit = static_cast<VectorUnit>(reader.varint(kVectorUnitNames.size() - 1));
    vectors.set.name = reader.text();
    vectors.reading = static_cast<std::uint32_t>(reader.varint(UINT32_MAX));
    vectors.made_in = reader.varint();
    vectors.file = read_seal(reader);
  }
}

// Whether the sets are distinct and their names are valid in names of files.
bool fit(const std::vector<VectorRecord>& vectors) {
  for (const VectorRecord& one : vectors) {
    if (!is_vector_set_name(one.set.name) || one.made_in == 0) return false;
    if (std::ranges::count(vectors, one.set, &VectorRecord::set) > 1) return false;
  }
  return true;
}

std::unexpected<base::Error> damage(std::string_view what) {
  return base::fail(fmt::format("the manifest of the index {}", what), {},
                    "restore the file 'manifest' from a copy, or make the index again");
}

}  // namespace

void append_run(std::vector<OriginRun>& runs, OriginRun run) {
  if (run.documents == 0) return;
  if (!runs.empty() && runs.back().origin == run.origin) {
    runs.back().documents += run.documents;
  } else {
    runs.push_back(run);
  }
}

std::string manifest_bytes(const Manifest& manifest) {
  const std::uint32_t version = version_of(manifest);
  std::string bytes(kMagic);
  base::append_fixed(bytes, version, 4);
  base::append_varint(bytes, manifest.generation);
  base::append_varint(bytes, manifest.next_segment);
  base::append_varint(bytes, manifest.schema.spaces.size());
  for (const Space& space : manifest.schema.spaces) {
    base::append_text(bytes, space.name);
    base::append_varint(bytes, static_cast<std::uint8_t>(space.unit));
    base::append_varint(bytes, space.key_bits);
    base::append_varint(bytes, space.keeps_texts ? 1 : 0);
    if (version >= kVersionWithSets) base::append_varint(bytes, space.version);
  }
  if (version >= kVersionWithOrigins) {
    base::append_varint(bytes, manifest.origins.size());
    for (const std::string& origin : manifest.origins) base::append_text(bytes, origin);
  }
  base::append_varint(bytes, manifest.segments.size());
  for (const SegmentRecord& segment : manifest.segments) {
    base::append_varint(bytes, segment.number);
    base::append_varint(bytes, segment.documents);
    base::append_varint(bytes, segment.formulas);
    for (const FileSeal& seal : segment.files) append_seal(bytes, seal);
    base::append_varint(bytes, segment.deleted);
    if (segment.deleted > 0) {
      base::append_varint(bytes, segment.deleted_in);
      append_seal(bytes, segment.deletions);
    }
    if (version < kVersionWithVectors) continue;
    append_vectors(bytes, segment, version);
    if (version < kVersionWithOrigins) continue;
    base::append_varint(bytes, segment.origins.size());
    for (const OriginRun& run : segment.origins) {
      base::append_varint(bytes, run.documents);
      base::append_varint(bytes, run.origin);
    }
  }
  base::append_digest(bytes, base::digest_of(bytes));
  return bytes;
}

base::Result<Manifest> read_manifest(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) return damage("does not begin like a manifest");
  base::PackedReader reader(bytes.substr(kMagic.size()));
  const std::uint64_t version = reader.fixed(4);
  if (!reader.failed() && (version < kFormatVersion || version > kVersionWithSets)) {
    return base::fail(
        fmt::format("the index has version {}, and this program reads version {} to {}", version,
                    kFormatVersion, kVersionWithSets),
        {}, "make the index again, or use the program it was made with");
  }
  if (bytes.size() < kMagic.size() + 4 + kDigestBytes) return damage("is cut off");
  const std::string_view body = bytes.substr(0, bytes.size() - kDigestBytes);
  base::PackedReader end(bytes.substr(body.size()));
  if (end.digest() != base::digest_of(body)) return damage("is damaged");
  reader = base::PackedReader(body.substr(kMagic.size() + 4));
  Manifest manifest;
  manifest.generation = reader.varint();
  manifest.next_segment = static_cast<std::uint32_t>(reader.varint(UINT32_MAX));
  manifest.schema.spaces.resize(reader.varint(kMaxSpaces));
  for (Space& space : manifest.schema.spaces) {
    space.name = reader.text();
    space.unit = static_cast<Unit>(reader.varint(1));
    space.key_bits = static_cast<std::uint8_t>(reader.varint(64));
    space.keeps_texts = reader.varint(1) != 0;
    if (version >= kVersionWithSets) {
      space.version = static_cast<std::uint32_t>(reader.varint(UINT32_MAX));
    }
  }
  if (version >= kVersionWithOrigins) {
    manifest.origins.resize(reader.count(1));
    for (std::string& origin : manifest.origins) origin = reader.text();
  }
  bool fits = true;
  manifest.segments.resize(reader.count(54));
  for (SegmentRecord& segment : manifest.segments) {
    segment.number = static_cast<std::uint32_t>(reader.varint(UINT32_MAX));
    segment.documents = static_cast<std::uint32_t>(reader.varint(UINT32_MAX));
    segment.formulas = static_cast<std::uint32_t>(reader.varint(UINT32_MAX));
    for (FileSeal& seal : segment.files) seal = read_seal(reader);
    segment.deleted = static_cast<std::uint32_t>(reader.varint(segment.documents));
    if (segment.deleted > 0) {
      segment.deleted_in = reader.varint();
      segment.deletions = read_seal(reader);
    }
    if (version < kVersionWithVectors) continue;
    read_vectors(reader, version, segment);
    fits = fits && fit(segment.vectors);
    if (version < kVersionWithOrigins) continue;
    segment.origins.resize(reader.count(2));
    for (OriginRun& run : segment.origins) {
      run.documents = static_cast<std::uint32_t>(reader.varint(UINT32_MAX));
      run.origin = static_cast<std::uint32_t>(reader.varint(UINT32_MAX));
    }
    fits = fits && fit(segment.origins, manifest, segment.documents);
  }
  if (!fits || reader.failed() || reader.left() > 0 || !manifest.schema.check()) {
    return damage("contradicts itself");
  }
  return manifest;
}

std::string manifest_path(const std::string& folder) { return folder + "/manifest"; }
std::string lock_path(const std::string& folder) { return folder + "/lock"; }
std::string segments_folder(const std::string& folder) { return folder + "/segments"; }
std::string segment_folder(const std::string& folder, std::uint32_t number) {
  return fmt::format("{}/{:06}", segments_folder(folder), number);
}
std::string deletions_path(const std::string& folder, const SegmentRecord& segment) {
  return fmt::format("{}/deleted-{:06}", segment_folder(folder, segment.number),
                     segment.deleted_in);
}

std::string vectors_path(const std::string& folder, const SegmentRecord& segment,
                         const VectorRecord& vectors) {
  std::string path =
      fmt::format("{}/vectors-{:06}", segment_folder(folder, segment.number), vectors.made_in);
  if (!vectors.set.is_default()) {
    path += fmt::format("-{}-{}", vector_unit_name(vectors.set.unit), vectors.set.name);
  }
  return path;
}

std::unexpected<base::Error> no_index(const std::string& folder) {
  return base::fail(fmt::format("'{}' is not an index: it has no file 'manifest'", folder), {},
                    "make one with `noether index`");
}

base::Result<Manifest> load_manifest(const std::string& folder, base::FileSystem& file_system) {
  if (!file_system.exists(manifest_path(folder))) return no_index(folder);
  const auto bytes = file_system.read(manifest_path(folder), kMaxManifestBytes);
  if (!bytes) return std::unexpected(bytes.error());
  auto manifest = read_manifest(*bytes);
  if (!manifest) manifest.error().message += fmt::format(" ('{}')", manifest_path(folder));
  return manifest;
}

}  // namespace noether::index
