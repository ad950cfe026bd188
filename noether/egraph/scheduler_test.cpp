#include "noether/egraph/scheduler.h"

#include <gtest/gtest.h>

namespace noether::egraph {
namespace {

TEST(Scheduler, DoublesLimitAndBanEachTime) {
  Scheduler scheduler(1, {.match_limit = 10, .ban_rounds = 3});
  EXPECT_EQ(scheduler.match_limit(0), 10U);
  scheduler.ban(0, 4);
  EXPECT_EQ(scheduler.match_limit(0), 20U);
  EXPECT_TRUE(scheduler.is_banned(0, 6));
  EXPECT_FALSE(scheduler.is_banned(0, 7));
  scheduler.ban(0, 7);
  EXPECT_EQ(scheduler.match_limit(0), 40U);
  EXPECT_TRUE(scheduler.is_banned(0, 12));
  EXPECT_FALSE(scheduler.is_banned(0, 13));
}

TEST(Scheduler, EndsTheSoonestBansWhenNothingElseMoves) {
  Scheduler scheduler(3, {.match_limit = 10, .ban_rounds = 4});
  scheduler.ban(0, 0);
  scheduler.ban(1, 2);
  EXPECT_TRUE(scheduler.end_soonest_bans(3));
  EXPECT_FALSE(scheduler.is_banned(0, 3));
  EXPECT_TRUE(scheduler.is_banned(1, 3));
  EXPECT_TRUE(scheduler.end_soonest_bans(3));
  EXPECT_FALSE(scheduler.is_banned(1, 3));
  EXPECT_FALSE(scheduler.end_soonest_bans(3));
}

TEST(Scheduler, RemembersWhatARuleHasSeen) {
  Scheduler scheduler(2, {});
  scheduler.applied(1, 5);
  scheduler.ban(1, 0);
  EXPECT_EQ(scheduler.since(0), 0U);
  EXPECT_EQ(scheduler.since(1), 5U);
}

}  // namespace
}  // namespace noether::egraph
