// The text formats of clusters.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "noether/base/line_reader.h"
#include "noether/egen/cluster.h"

namespace noether::egen {

// E-Gen's text format: one prefix expression per line, a blank line between clusters.
//
// It holds only expressions. The reader accepts any blanks between tokens, "\r\n", and any number
// of blank lines; a line that is not a prefix expression is broken.

// Every cluster but the first of a file has a blank line before it.
void append_egen_text(const Cluster& cluster, bool is_first, std::string& out);

// Clusters are numbered from 0, and their origin is `name:line`.
std::unique_ptr<ClusterSource> read_egen_text(base::LineReader lines, const ReadOptions& options,
                                              ShareRead share_read = {});

// JSON Lines: one cluster per line, with all its data.
//
//   {"id": 7, "origin": "...", "fingerprint": "32 hex digits", "available": "1234", "members": [
//     {"expression": "+ x 1", "verdict": "proven", "domain": "same", "shared_points": 16,
//      "rules": [3, 17]}, ...]}
//
// `rules` are positions in the rule names of the manifest. Absent members keep their defaults,
// except that "members" is required; unknown names are ignored.

// The longest line that is read. A member takes some 120 bytes, or three times as much with its
// rules.
inline constexpr std::size_t kMaxJsonLineBytes = std::size_t{512} << 20;

// Includes the end of the line.
void append_json_line(const Cluster& cluster, std::string& out);
// The message includes the place of the error: "members[3]: ...".
base::Result<Cluster> read_json_cluster(std::string_view line);

std::unique_ptr<ClusterSource> read_json_lines(base::LineReader lines, const ReadOptions& options,
                                               ShareRead share_read = {});

}  // namespace noether::egen
