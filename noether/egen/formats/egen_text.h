// E-Gen's text format: one prefix expression per line, a blank line between clusters.
//
// It holds the expressions and nothing else. Reading takes any blanks between tokens, "\r\n", and
// any number of blank lines; a line that is no prefix expression is broken.
#pragma once

#include <memory>
#include <string>

#include "noether/base/line_reader.h"
#include "noether/egen/cluster.h"
#include "noether/egen/cluster_source.h"

namespace noether::egen {

// Every cluster but the first of a file has a blank line before it.
void append_egen_text(const Cluster& cluster, bool is_first, std::string& out);

// Clusters are numbered from 0, and their origin is `name:line`.
std::unique_ptr<ClusterSource> read_egen_text(base::LineReader lines, const ReadOptions& options,
                                              ShareRead share_read = {});

}  // namespace noether::egen
