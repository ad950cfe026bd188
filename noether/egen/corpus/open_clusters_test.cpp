#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/egen/cluster.h"

namespace noether::egen {
namespace {

TEST(OpenClusters, KnowHowMuchOfAFileWasRead) {
  const base::TemporaryFolder folder;
  {
    std::ofstream file(folder / "clusters.txt");
    for (int i = 0; i < 100'000; ++i) file << "+ x " << i << "\n\n";
  }
  const auto source = open_clusters(folder / "clusters.txt");
  ASSERT_TRUE(source);
  Cluster cluster;
  double before = 0;
  bool was_inside = false;
  while (*(*source)->next(cluster)) {
    const auto share = (*source)->share_read();
    ASSERT_TRUE(share);
    EXPECT_GE(*share, before);
    was_inside = was_inside || (*share > 0.1 && *share < 0.9);
    before = *share;
  }
  EXPECT_TRUE(was_inside);
  EXPECT_EQ((*source)->share_read(), 1.0);
}

TEST(OpenClusters, DoNotKnowHowLongAPipeIs) {
  const auto source = open_clusters("/dev/null");
  ASSERT_TRUE(source);
  EXPECT_EQ((*source)->share_read(), std::nullopt);
}

}  // namespace
}  // namespace noether::egen
