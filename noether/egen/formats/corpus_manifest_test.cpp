#include "noether/egen/formats/corpus_manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace noether::egen {
namespace {

using testing::HasSubstr;

TEST(CorpusManifest, SaysWhenItIsDamagedOrOfAnotherVersion) {
  CorpusManifest manifest;
  manifest.plan.command = "generate";
  manifest.plan.parameters = {{"seed", "1"}};
  std::string text = manifest_text(manifest);
  EXPECT_EQ(*read_manifest(text, "m"), manifest);
  EXPECT_THAT(read_manifest(text.substr(0, text.size() / 2), "m").error().message,
              HasSubstr("'m' is damaged"));
  text.replace(text.find("\"version\": 1"), 12, "\"version\": 2");
  EXPECT_THAT(read_manifest(text, "m").error().message, HasSubstr("'m' is of version 2"));
  EXPECT_THAT(read_manifest("{\"version\": 1}", "m").error().message, HasSubstr("damaged"));
  EXPECT_THAT(read_manifest("{\"version\": 1e30}", "m").error().message,
              HasSubstr("\"version\" is not a whole number"));
  EXPECT_THAT(read_plan("[]", "p").error().message, HasSubstr("'p' is damaged"));
}

}  // namespace
}  // namespace noether::egen
