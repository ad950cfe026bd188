// Archives made for tests.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <string>
#include <utility>
#include <vector>

namespace noether::collection {

using ArchiveEntries = std::vector<std::pair<std::string, std::string>>;

// `filter` is an ARCHIVE_FILTER_ code, `format` an ARCHIVE_FORMAT_ code.
inline std::string archive_of(const ArchiveEntries& entries, int format, int filter) {
  std::string bytes(std::size_t{1} << 20, '\0');
  std::size_t used = 0;
  ::archive* archive = ::archive_write_new();
  ::archive_write_set_format(archive, format);
  ::archive_write_add_filter(archive, filter);
  ::archive_write_set_bytes_in_last_block(archive, 1);
  ::archive_write_open_memory(archive, bytes.data(), bytes.size(), &used);
  for (const auto& [name, text] : entries) {
    ::archive_entry* entry = ::archive_entry_new();
    ::archive_entry_set_pathname(entry, name.c_str());
    // A name with an arrow is that of a link: "a -> b".
    if (const std::size_t arrow = name.find(" -> "); arrow != std::string_view::npos) {
      ::archive_entry_set_pathname(entry, name.substr(0, arrow).c_str());
      ::archive_entry_set_filetype(entry, AE_IFLNK);
      ::archive_entry_set_symlink(entry, name.substr(arrow + 4).c_str());
    } else {
      ::archive_entry_set_filetype(entry, AE_IFREG);
      ::archive_entry_set_size(entry, static_cast<::la_int64_t>(text.size()));
    }
    ::archive_entry_set_perm(entry, 0644);
    ::archive_write_header(archive, entry);
    ::archive_write_data(archive, text.data(), text.size());
    ::archive_entry_free(entry);
  }
  ::archive_write_close(archive);
  ::archive_write_free(archive);
  bytes.resize(used);
  return bytes;
}

inline std::string tar_gz(const ArchiveEntries& entries) {
  return archive_of(entries, ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_GZIP);
}
inline std::string tar(const ArchiveEntries& entries) {
  return archive_of(entries, ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_NONE);
}
inline std::string zip(const ArchiveEntries& entries) {
  return archive_of(entries, ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE);
}
inline std::string gz(const std::string& text) {
  return archive_of({{"data", text}}, ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_GZIP);
}

}  // namespace noether::collection
