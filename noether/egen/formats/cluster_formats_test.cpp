// The text formats, and the detection of formats.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <fstream>

#include "noether/base/result_file.h"
#include "noether/base/temporary_folder.h"
#include "noether/egen/cluster.h"
#include "noether/egen/corpus/corpus_fixture.h"
#include "noether/egen/formats/corpus_manifest.h"
#include "noether/egen/formats/random_clusters.h"
#include "noether/egen/formats/shard_writer.h"
#include "noether/egen/formats/text_formats.h"

namespace noether::egen {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::SizeIs;

struct Reading {
  std::vector<Cluster> clusters;
  std::string error;
  std::vector<std::string> broken;  // only when reading leniently
};

Reading read_to_end(const std::string& path, bool lenient = false) {
  Reading reading;
  ReadOptions options;
  if (lenient) {
    options.on_broken = [&](const base::Error& error) { reading.broken.push_back(error.message); };
  }
  const auto source = open_clusters(path, options);
  if (!source) {
    reading.error = source.error().message;
    return reading;
  }
  while (true) {
    Cluster cluster;
    const auto more = (*source)->next(cluster);
    if (!more) reading.error = more.error().message;
    if (!more || !*more) return reading;
    reading.clusters.push_back(std::move(cluster));
  }
}

std::string gzip(const std::string& text) {
  z_stream state{};
  EXPECT_EQ(::deflateInit2(&state, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string input = text;
  std::string out(::deflateBound(&state, input.size()), '\0');
  state.next_in = reinterpret_cast<Bytef*>(input.data());
  state.avail_in = static_cast<uInt>(input.size());
  state.next_out = reinterpret_cast<Bytef*>(out.data());
  state.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(::deflate(&state, Z_FINISH), Z_STREAM_END);
  out.resize(state.total_out);
  ::deflateEnd(&state);
  return out;
}

std::string zstd(const std::string& text) {
  std::string out(::ZSTD_compressBound(text.size()), '\0');
  out.resize(::ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

TEST(EgenText, ReadsClustersBetweenBlankLinesWhateverEndsThem) {
  const base::TemporaryFolder folder;
  write_file(folder / "a.txt", "\n\n+ x 1\r\n  + 1\t x \r\n\r\n \n\nsin x\n\n");
  const Reading reading = read_to_end(folder / "a.txt");
  EXPECT_EQ(reading.error, "");
  ASSERT_THAT(reading.clusters, SizeIs(2));
  EXPECT_THAT(expressions_of(reading.clusters[0]), ElementsAre("+ x 1", "+ 1 x"));
  EXPECT_THAT(reading.clusters[0].origin, EndsWith("a.txt:3"));
  EXPECT_THAT(expressions_of(reading.clusters[1]), ElementsAre("sin x"));
  EXPECT_THAT(reading.clusters[1].origin, EndsWith("a.txt:8"));
  EXPECT_EQ(reading.clusters[1].id, 1);
}

TEST(EgenText, NamesTheFileAndLineOfABrokenLine) {
  const base::TemporaryFolder folder;
  for (const std::string line : {"+ x", "+ x 1 2", "\\frac{1}{2}", "x\x01 y", "sin"}) {
    write_file(folder / "a.txt", "x\n\n+ x 1\n" + line + "\n+ 1 x\n");
    EXPECT_THAT(read_to_end(folder / "a.txt").error, HasSubstr("a.txt:4: ")) << line;
    const Reading lenient = read_to_end(folder / "a.txt", true);
    EXPECT_THAT(lenient.broken, ElementsAre(HasSubstr("a.txt:4: "))) << line;
    ASSERT_THAT(lenient.clusters, SizeIs(2)) << line;
    EXPECT_THAT(expressions_of(lenient.clusters[1]), ElementsAre("+ x 1", "+ 1 x"));
  }
}

TEST(EgenText, RefusesALineThatIsTooLong) {
  const base::TemporaryFolder folder;
  write_file(folder / "a.txt", "x\n" + std::string((1 << 20) + 10, 'x') + "\n");
  EXPECT_THAT(read_to_end(folder / "a.txt").error, HasSubstr("a.txt:2: the line is too long"));
}

TEST(JsonLines, WritesOneClusterPerLine) {
  Cluster cluster;
  cluster.id = 7;
  cluster.origin = "a \"quoted\" name";
  cluster.fingerprint = {1, 255};
  cluster.available = "123456789012345678901234567890";
  cluster.members = {{.expression = "+ x 1",
                      .verdict = algebra::Verdict::Proven,
                      .domain = Domain::Same,
                      .shared_points = 16,
                      .rules = {}},
                     {.expression = "+ 1 x",
                      .verdict = algebra::Verdict::Agrees,
                      .domain = Domain::Narrower,
                      .shared_points = 3,
                      .rules = {0, 12}}};
  std::string text;
  append_json_line(cluster, text);
  EXPECT_EQ(text,
            "{\"id\": 7, \"origin\": \"a \\\"quoted\\\" name\", \"fingerprint\": "
            "\"000000000000000100000000000000ff\", \"available\": "
            "\"123456789012345678901234567890\", \"members\": [{\"expression\": \"+ x 1\", "
            "\"verdict\": \"proven\", \"domain\": \"same\", \"shared_points\": 16, \"rules\": []}, "
            "{\"expression\": \"+ 1 x\", \"verdict\": \"agrees\", \"domain\": \"narrower\", "
            "\"shared_points\": 3, \"rules\": [0, 12]}]}\n");
  const auto again = read_json_cluster(text);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, cluster);
}

TEST(JsonLines, LeavesWhatIsMissingAtItsDefault) {
  const auto cluster = read_json_cluster(R"({"new": 1, "members": [{"expression": "+  x 1"}]})");
  ASSERT_TRUE(cluster) << cluster.error().message;
  EXPECT_THAT(expressions_of(*cluster), ElementsAre("+ x 1"));
  EXPECT_EQ(cluster->members[0].verdict, algebra::Verdict::Unknown);
}

TEST(JsonLines, SaysWhatIsWrong) {
  const auto error = [](std::string_view line) {
    const auto read = read_json_cluster(line);
    return read ? "(it was read)" : read.error().message;
  };
  EXPECT_THAT(error("{"), HasSubstr("not JSON"));
  EXPECT_THAT(error("[]"), HasSubstr("object"));
  EXPECT_THAT(error("{}"), HasSubstr("\"members\""));
  EXPECT_THAT(error(R"({"members": []})"), HasSubstr("\"members\""));
  EXPECT_THAT(error(R"({"members": [3]})"), HasSubstr("members[0]: it is not an object"));
  EXPECT_THAT(error(R"({"members": [{}]})"), HasSubstr("no \"expression\""));
  EXPECT_THAT(error(R"({"members": [{"expression": "x"}, {"expression": "+ x"}]})"),
              HasSubstr("members[1]: "));
  EXPECT_THAT(error(R"({"id": -1, "members": [{"expression": "x"}]})"), HasSubstr("\"id\""));
  EXPECT_THAT(error(R"({"fingerprint": "ff", "members": [{"expression": "x"}]})"),
              HasSubstr("\"fingerprint\""));
  const auto member = [&](std::string_view rest) {
    return error("{\"members\": [{\"expression\": \"x\", " + std::string(rest) + "}]}");
  };
  EXPECT_THAT(member(R"("verdict": "sure")"), HasSubstr("'sure'"));
  EXPECT_THAT(member(R"("domain": 3)"), HasSubstr("\"domain\""));
  EXPECT_THAT(member(R"("shared_points": 65536)"), HasSubstr("\"shared_points\""));
  EXPECT_THAT(member(R"("rules": [2, 1])"), HasSubstr("ascend"));
  EXPECT_THAT(member(R"("rules": [1.5])"), HasSubstr("\"rules\""));
}

TEST(JsonLines, NamesTheFileAndLineOfABrokenLine) {
  const base::TemporaryFolder folder;
  const std::string good = R"({"members": [{"expression": "x"}]})";
  write_file(folder / "a", good + "\n\n{\"members\": [\n" + good + "\n");
  EXPECT_THAT(read_to_end(folder / "a").error, HasSubstr("a:3: this is not JSON"));
  const Reading lenient = read_to_end(folder / "a", true);
  EXPECT_THAT(lenient.clusters, SizeIs(2));
  EXPECT_THAT(lenient.broken, ElementsAre(HasSubstr("a:3: ")));
}

TEST(OpenClusters, TellsEveryFormatByItsContent) {
  const base::TemporaryFolder folder;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto clusters = RandomClusters(seed).several(1 + seed * 7);
    std::string text;
    std::string json;
    auto file = base::AtomicFile::create(base::FileSystem::real(), folder / "shard");
    ASSERT_TRUE(file);
    auto shard = ShardWriter::create(*file);
    ASSERT_TRUE(shard);
    for (const Cluster& cluster : clusters) {
      append_egen_text(cluster, text.empty(), text);
      append_json_line(cluster, json);
      ASSERT_TRUE(shard->add(cluster));
    }
    ASSERT_TRUE(shard->finish() && file->commit());
    write_file(folder / "json", json);
    write_file(folder / "json.1", gzip(json));
    // Two consecutive frames.
    write_file(folder / "json.2",
               zstd(json.substr(0, json.size() / 2)) + zstd(json.substr(json.size() / 2)));
    for (const char* name : {"shard", "json", "json.1", "json.2"}) {
      const Reading reading = read_to_end(folder / name);
      EXPECT_EQ(reading.error, "") << name;
      EXPECT_EQ(reading.clusters, clusters) << name;
    }
    write_file(folder / "text", text);
    write_file(folder / "text.1", gzip(text.substr(0, 10)) + gzip(text.substr(10)));
    write_file(folder / "text.2", zstd(text));
    for (const char* name : {"text", "text.1", "text.2"}) {
      const Reading reading = read_to_end(folder / name);
      EXPECT_EQ(reading.error, "") << name;
      ASSERT_EQ(reading.clusters.size(), clusters.size()) << name;
      for (std::size_t i = 0; i < clusters.size(); ++i) {
        EXPECT_EQ(expressions_of(reading.clusters[i]), expressions_of(clusters[i])) << name;
      }
    }
  }
}

TEST(OpenClusters, ReadsNothingFromAnEmptyFileAndSaysWhatIsNotThere) {
  const base::TemporaryFolder folder;
  write_file(folder / "empty", "");
  EXPECT_EQ(read_to_end(folder / "empty").error, "");
  EXPECT_THAT(read_to_end(folder / "empty").clusters, SizeIs(0));
  EXPECT_THAT(read_to_end(folder / "none").error, HasSubstr("No such file"));
  EXPECT_THAT(read_to_end(folder.path()).error, HasSubstr("holds no corpus"));
}

TEST(OpenClusters, NoticesCompressedFilesThatAreCutOffOrDamaged) {
  const base::TemporaryFolder folder;
  std::string text;
  for (const Cluster& cluster : RandomClusters(3).several(200)) {
    append_egen_text(cluster, text.empty(), text);
  }
  for (const auto& [packed, name] :
       {std::pair(gzip(text), "gzip"), std::pair(zstd(text), "zstd")}) {
    for (const std::size_t size : {packed.size() / 2, packed.size() - 1}) {
      write_file(folder / "cut", packed.substr(0, size));
      EXPECT_THAT(read_to_end(folder / "cut").error,
                  AllOf(HasSubstr("ends within"), HasSubstr(name)));
    }
  }
  std::string damaged = gzip(text);
  damaged[damaged.size() - 6] ^= 1;  // its checksum
  write_file(folder / "damaged", damaged);
  EXPECT_THAT(read_to_end(folder / "damaged").error, HasSubstr("damaged"));
}

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
