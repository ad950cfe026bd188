// Tokens per second, one core, on the posts of ARQMath's collection (NOETHER_DATA, by default
// ../shared/data), or on a few sentences where it is missing. The tokenizers are those of
// testdata/; NOETHER_MINILM names a folder with a vocabulary of full size.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "noether/neural/tokenizer/reference_lines.h"
#include "noether/neural/tokenizer/tokenizer.h"

namespace noether::neural::tokens {
namespace {

const std::vector<std::string>& posts() {
  static const std::vector<std::string> kPosts = [] {
    const char* set = std::getenv("NOETHER_DATA");
    const ReferenceLines maker(set != nullptr ? set : "../shared/data");
    std::vector<std::string> texts = maker.has_data() ? maker.posts() : std::vector<std::string>();
    if (texts.empty()) {
      texts.assign(1'000,
                   "Let $f\\colon X\\to Y$ be continuous. Why is the image of a compact set "
                   "compact, and when is $f^{-1}$ continuous as well?");
    }
    return texts;
  }();
  return kPosts;
}

void encode_posts(benchmark::State& state, const std::string& folder) {
  const auto tokenizer = Tokenizer::open(folder);
  if (!tokenizer) {
    state.SkipWithError(tokenizer.error().message.c_str());
    return;
  }
  std::int64_t tokens = 0;
  std::int64_t bytes = 0;
  for ([[maybe_unused]] const auto _ : state) {
    for (const std::string& post : posts()) {
      const Encoding encoding = tokenizer->encode(post);
      benchmark::DoNotOptimize(encoding.ids.data());
      tokens += static_cast<std::int64_t>(encoding.ids.size());
      bytes += static_cast<std::int64_t>(post.size());
    }
  }
  state.SetItemsProcessed(tokens);
  state.SetBytesProcessed(bytes);
}

const int kRegistered = [] {
  for (const char* name :
       {"bert-uncased", "bert-cased", "gpt2", "roberta", "split", "llama", "albert", "t5"}) {
    const std::string folder = std::string("noether/neural/tokenizer/testdata/") + name;
    benchmark::RegisterBenchmark(name, encode_posts, folder)->Unit(benchmark::kMillisecond);
  }
  if (const char* folder = std::getenv("NOETHER_MINILM")) {
    benchmark::RegisterBenchmark("minilm", encode_posts, std::string(folder))
        ->Unit(benchmark::kMillisecond);
  }
  return 0;
}();

}  // namespace
}  // namespace noether::neural::tokens
