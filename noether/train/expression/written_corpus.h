// A small corpus in a folder, for tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "noether/egen/corpus/corpus_writer.h"

namespace noether::train {

using Texts = std::vector<std::vector<std::string>>;

inline void write_corpus(const std::string& folder, const Texts& clusters,
                         egen::CorpusFormat format = egen::CorpusFormat::Shards) {
  egen::CorpusPlan plan;
  plan.command = "import";
  plan.format = format;
  plan.clusters = clusters.size();
  auto writer = egen::CorpusWriter::create(folder, plan);
  ASSERT_TRUE(writer) << writer.error().message;
  std::uint64_t id = 0;
  for (const auto& texts : clusters) {
    egen::Cluster cluster;
    cluster.id = id++;
    for (const std::string& text : texts) cluster.members.emplace_back().expression = text;
    ASSERT_TRUE(writer->add(cluster));
  }
  ASSERT_TRUE(writer->finish());
}

}  // namespace noether::train
