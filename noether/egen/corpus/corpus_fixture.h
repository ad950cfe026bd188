// File helpers for tests of corpora: write a file, and read all of a folder or a corpus.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/egen/cluster.h"

namespace noether::egen {

inline void write_file(const std::string& path, std::string_view text) {
  ASSERT_TRUE(base::write_atomically(base::FileSystem::real(), path, text));
}

// Every file of a folder, by its name in it.
inline std::map<std::string, std::string> files_in(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    files[std::filesystem::relative(entry.path(), folder).string()] =
        *base::FileSystem::real().read(entry.path().string(), 1 << 26);
  }
  return files;
}

inline std::vector<Cluster> clusters_in(const std::string& path) {
  std::vector<Cluster> clusters;
  const auto source = open_clusters(path);
  EXPECT_TRUE(source) << (source ? "" : source.error().message);
  Cluster cluster;
  while (source) {
    const auto more = (*source)->next(cluster);
    EXPECT_TRUE(more) << (more ? "" : more.error().message);
    if (!more || !*more) break;
    clusters.push_back(cluster);
  }
  return clusters;
}

inline std::vector<std::string> expressions_of(const Cluster& cluster) {
  std::vector<std::string> expressions;
  for (const Member& member : cluster.members) expressions.push_back(member.expression);
  return expressions;
}

}  // namespace noether::egen
