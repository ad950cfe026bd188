// Measures how near a word of a query is to the nearest word of a passage, for passages unrelated
// to the query and for passages of the document whose title is the query. The unrelated passages
// determine the threshold of marks (search/semantic/near_words.h).
//
//   near_words INDEX   an index of a collection with titles, made with --dense
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "noether/index/analysis/spaces.h"
#include "noether/index/index_reader.h"
#include "noether/index/nearest_passages.h"
#include "noether/search/present/snippet.h"
#include "noether/search/semantic/near_words.h"
#include "noether/search/semantic/passage_encoder.h"

namespace {

using namespace noether;

constexpr std::uint64_t kSeed = 17;
constexpr float kAnything = -1;
constexpr std::size_t kShownPairs = 12;

template <typename T>
T expect(base::Result<T> result) {
  if (!result) throw CLI::RuntimeError(result.error().message, 2);
  return std::move(*result);
}

struct Pair {
  double nearness;
  std::string words;
};

class Study {
 public:
  explicit Study(const std::string& folder)
      : index_(expect(index::open_search_index(folder))),
        encoder_(expect(search::PassageEncoder::open())) {
    expect_passages();
  }

  // Pairs of the title of a document and the text, without title, of another or of the same
  // document.
  void add(std::uint32_t asked, std::uint32_t answered, std::vector<Pair>& pairs) const {
    const text::Document title_of = expect(index_.document(asked));
    const auto title = search::title_field(title_of);
    if (!title || title_of.fields[*title].name != "title") return;
    search::Query query;
    query.add(title_of.fields[*title]);
    const text::Document document = expect(index_.document(answered));
    const search::EncoderText read = search::encoder_text(query);
    const auto encoded = expect(encoder_.text().encode_query(read.text, read.formulas));
    const auto passages = expect(index::passages_of(index_, answered));
    const search::NearWords words(query, encoder_.text(), encoded, kAnything);
    for (const search::Match& match : words.find(document, passages).matches) {
      if (document.fields[match.field].name == "title") continue;
      const std::string_view text = document.fields[match.field].text;
      pairs.push_back({match.score, fmt::format("{} ↔ {}", match.near,
                                                text.substr(match.span.begin,
                                                            match.span.end - match.span.begin))});
    }
  }

  std::uint32_t documents() const { return index_.documents(); }

 private:
  void expect_passages() const {
    if (auto has = index::expect_passages_of(index_, encoder_.model()); !has) {
      throw CLI::RuntimeError(has.error().message, 2);
    }
  }

  index::IndexReader index_;
  search::PassageEncoder encoder_;
};

void print(const std::string& name, std::vector<Pair> pairs) {
  if (pairs.empty()) return;
  std::ranges::sort(pairs, {}, &Pair::nearness);
  const auto at = [&](double share) {
    return pairs[static_cast<std::size_t>(share * static_cast<double>(pairs.size() - 1))];
  };
  fmt::print("{}: {} words;", name, pairs.size());
  for (const double share : {0.5, 0.9, 0.95, 0.98, 0.99, 0.995}) {
    fmt::print(" {:g} % below {:.3f}", 100 * share, at(share).nearness);
  }
  fmt::print("\n");
  for (std::size_t i = 0; i < kShownPairs; ++i) {
    const Pair pair = at(static_cast<double>(i) / static_cast<double>(kShownPairs));
    fmt::print("  {:.3f}  {}\n", pair.nearness, pair.words);
  }
}

void run(const std::string& folder, std::uint32_t queries) {
  const Study study(folder);
  std::mt19937_64 random(kSeed);
  const auto any = [&] { return static_cast<std::uint32_t>(random() % study.documents()); };
  std::vector<Pair> unrelated;
  std::vector<Pair> own;
  for (std::uint32_t i = 0; i < queries; ++i) {
    const std::uint32_t asked = any();
    study.add(asked, any(), unrelated);
    study.add(asked, asked, own);
  }
  print("of another document", std::move(unrelated));
  print("of the same document", std::move(own));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures how near words of queries are to those of passages");
  std::string folder;
  std::uint32_t queries = 2000;
  app.add_option("INDEX", folder, "An index with passages")->required();
  app.add_option("--queries", queries, "Number of documents to draw")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  try {
    run(folder, queries);
  } catch (const CLI::Error& error) {
    fmt::print(stderr, "near_words: {}\n", error.what());
    return 2;
  }
  return 0;
}
