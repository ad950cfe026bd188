// Tests the page with which the program was built. Without a page, only the last test checks
// anything.
#include "noether/server/page/bundle.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace noether::server {
namespace {

std::string unzip(std::string_view bytes, std::size_t size) {
  std::string text(size, '\0');
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  std::string input(bytes);
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  EXPECT_EQ(stream.avail_out, 0u);
  inflateEnd(&stream);
  return text;
}

class PageBundle : public testing::Test {
 protected:
  void SetUp() override {
    if (assets().empty()) GTEST_SKIP() << "built without the page: scripts/setup.sh web";
  }
};

TEST_F(PageBundle, IsInTheOrderOfItsPaths) {
  EXPECT_TRUE(std::ranges::is_sorted(assets(), {}, &Asset::path));
}

TEST_F(PageBundle, EveryViewIsTheSamePage) {
  const Asset* page = find_asset("/");
  ASSERT_NE(page, nullptr);
  EXPECT_EQ(page->path, "/index.html");
  EXPECT_EQ(page->content_type, "text/html; charset=utf-8");
  for (const std::string_view path :
       {"/search", "/document/a%2Fb", "/formula/0123", "/compare", "/map"}) {
    EXPECT_EQ(find_asset(path), page) << path;
  }
}

TEST_F(PageBundle, CompressedFilesAreTheFiles) {
  for (const Asset& asset : assets()) {
    if (asset.gzip.empty()) continue;
    EXPECT_LT(asset.gzip.size(), asset.plain.size()) << asset.path;
    EXPECT_EQ(unzip(asset.gzip, asset.plain.size()), asset.plain) << asset.path;
  }
}

// The limit of issue 8 on the size of the whole page, as it is transferred.
TEST_F(PageBundle, WeighsLessThanOneAndAHalfMegabytes) {
  std::size_t bytes = 0;
  for (const Asset& asset : assets()) {
    bytes += asset.gzip.empty() ? asset.plain.size() : asset.gzip.size();
  }
  EXPECT_LT(bytes, 1'500'000u);
}

TEST_F(PageBundle, HasNoScriptInItsPageAndNothingFromElsewhere) {
  const std::string_view html = find_asset("/")->plain;
  EXPECT_EQ(html.find("//"), std::string_view::npos);
  EXPECT_EQ(html.find("<style"), std::string_view::npos);
  for (std::size_t at = html.find("<script"); at != std::string_view::npos;
       at = html.find("<script", at + 1)) {
    EXPECT_NE(html.substr(at, html.find('>', at) - at).find("src="), std::string_view::npos);
  }
}

TEST(FindAsset, KnowsNoOtherPaths) {
  for (const std::string_view path : {"", "/nothing", "/searching", "/../etc/passwd", "/assets/",
                                      "index.html", "//", "/api/v1/x"}) {
    EXPECT_EQ(find_asset(path), nullptr) << path;
  }
}

}  // namespace
}  // namespace noether::server
