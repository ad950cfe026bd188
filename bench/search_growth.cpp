// Measures how the cost of queries grows with the collection. The documents are synthetic, with
// word frequencies by Zipf's law. Xapian runs on the same documents and queries up to a given size.
#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bench/search/synthetic_collection.h"
#include "noether/base/svg_chart.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_reader.h"
#include "noether/index/index_writer.h"
#include "noether/search/retrieval/retrieve.h"
#ifdef NOETHER_XAPIAN
#include <xapian.h>
#endif

namespace {

using namespace noether;
using bench::SyntheticCollection;

#ifdef NOETHER_XAPIAN
// Xapian on the same documents and queries, for comparison.
class XapianPeer {
 public:
  // Creates an empty database in the folder.
  explicit XapianPeer(const std::string& folder);
  ~XapianPeer();
  XapianPeer(const XapianPeer&) = delete;
  XapianPeer& operator=(const XapianPeer&) = delete;

  void add(const SyntheticCollection& collection,
           const std::vector<SyntheticCollection::Count>& words);
  void commit();
  // Searches by BM25 with k1 1.2 and b 0.75, like Noether, and returns the number of results.
  std::size_t search(const std::vector<std::string>& words, std::uint32_t top);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct XapianPeer::State {
  Xapian::WritableDatabase database;
};

XapianPeer::XapianPeer(const std::string& folder)
    : state_(std::make_unique<State>(
          State{Xapian::WritableDatabase(folder, Xapian::DB_CREATE_OR_OVERWRITE)})) {}
XapianPeer::~XapianPeer() = default;

void XapianPeer::add(const SyntheticCollection& collection,
                     const std::vector<SyntheticCollection::Count>& words) {
  Xapian::Document document;
  for (const auto& [word, count] : words) {
    document.add_term(collection.word(word), count);
  }
  state_->database.add_document(document);
}

void XapianPeer::commit() { state_->database.commit(); }

std::size_t XapianPeer::search(const std::vector<std::string>& words, std::uint32_t top) {
  Xapian::Enquire enquire(state_->database);
  enquire.set_weighting_scheme(Xapian::BM25Weight(1.2, 0, 0, 0.75, 0));
  enquire.set_query(Xapian::Query(Xapian::Query::OP_OR, words.begin(), words.end()));
  return enquire.get_mset(0, top).size();
}

#endif

struct Options {
  std::vector<std::uint32_t> sizes = {10'000, 30'000, 100'000, 300'000, 1'400'000};
  std::uint32_t xapian_up_to = 100'000;
  std::uint32_t queries = 100;
  std::uint32_t words = 32;
  std::uint32_t top = 1000;
  std::string work = "build/bench/search-growth";
  std::string svg;
};

double cpu_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

// Pages of a newly written file are in memory, and the system also maps the neighbours of a touched
// page. After the file's pages are dropped, a process maps only the pages that it touches.
void forget_pages(const std::string& folder) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const int file = ::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    (void)::fdatasync(file);
    (void)::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    (void)::close(file);
  }
}

double resident_megabytes() {
  malloc_trim(0);
  std::ifstream file("/proc/self/statm");
  double all = 0;
  double resident = 0;
  file >> all >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

struct Times {
  double mean = 0;
  double median = 0;
  double p95 = 0;
};

// Measures after a warm-up round. Returns an empty result if a query failed.
template <typename Search>
std::optional<Times> measure(std::uint32_t queries, const Search& search) {
  std::vector<double> times;
  for (int round = 0; round < 2; ++round) {
    times.clear();
    for (std::uint32_t i = 0; i < queries; ++i) {
      const double begin = cpu_milliseconds();
      if (!search(i)) return std::nullopt;
      times.push_back(cpu_milliseconds() - begin);
    }
  }
  std::ranges::sort(times);
  Times result{0, times[times.size() / 2], times[times.size() * 95 / 100]};
  for (const double time : times) result.mean += time / static_cast<double>(times.size());
  return result;
}

base::Result<void> build(const std::string& folder, const bench::CollectionShape& shape,
                         std::uint32_t documents) {
  std::filesystem::remove_all(folder);
  auto writer = index::IndexWriter::open(folder, index::search_schema(),
                                         {.memory_bytes = std::uint64_t{2} << 30});
  if (!writer) return std::unexpected(writer.error());
  SyntheticCollection collection(shape);
  for (std::uint32_t i = 0; i < documents; ++i) {
    const auto& words = collection.next();
    auto done = writer->add(entry_of(collection, words, i, index::space::words));
    if (!done) return done;
  }
  const auto committed = writer->commit();
  if (!committed) return std::unexpected(committed.error());
  return {};
}

// The bytes that the queries read: each list once, and the lengths.
double touched_megabytes(const index::IndexReader& reader,
                         const std::vector<search::SpaceQuery>& queries) {
  std::set<std::uint64_t> keys;
  for (const auto& query : queries) {
    for (const auto& term : query.terms) keys.insert(term.key);
  }
  std::uint64_t bytes = 0;
  for (const index::OpenSegment& segment : reader.segments()) {
    for (const std::uint64_t key : keys) {
      if (const auto entry = segment.reader->find(index::space::words, key)) bytes += entry->size;
    }
    if (const auto lengths = segment.reader->lengths(index::space::words)) {
      bytes += lengths->bytes().size();
    }
  }
  return static_cast<double>(bytes) / 1e6;
}

#ifdef NOETHER_XAPIAN
// One database, which grows from size to size.
class Peer {
 public:
  Peer(const std::string& folder, const bench::CollectionShape& shape)
      : peer_(folder), collection_(shape) {}

  std::optional<Times> grow_and_measure(std::uint32_t documents, const Options& options,
                                        const std::vector<std::vector<std::string>>& queries) {
    for (; documents_ < documents; ++documents_) peer_.add(collection_, collection_.next());
    peer_.commit();
    return measure(options.queries,
                   [&](std::uint32_t i) { return peer_.search(queries[i], options.top) > 0; });
  }

 private:
  XapianPeer peer_;
  SyntheticCollection collection_;
  std::uint32_t documents_ = 0;
};
#endif

int run(const Options& options) {
  const bench::CollectionShape shape;
  const SyntheticCollection collection(shape);
  std::vector<search::SpaceQuery> queries;
  std::vector<std::vector<std::string>> texts;
  for (std::uint32_t i = 0; i < options.queries; ++i) {
    search::SpaceQuery& query = queries.emplace_back();
    query.space = index::space::words;
    texts.emplace_back();
    for (const std::uint32_t word : SyntheticCollection::query(shape, i, options.words)) {
      query.terms.push_back({collection.key(word)});
      texts.back().push_back(collection.word(word));
    }
  }
  std::filesystem::create_directories(options.work);
  base::BarChart cost{
      .title = fmt::format("{} words, top {}: milliseconds", options.words, options.top),
      .category_title = "documents",
      .categories = {},
      .series = {{"Noether", {}}, {"Xapian", {}}}};
  base::BarChart share{.title = "nanoseconds for each document",
                       .category_title = "documents",
                       .categories = {},
                       .series = {{"Noether", {}}, {"Xapian", {}}}};
  fmt::print("{} queries of {} words, top {}, CPU time of one thread in milliseconds\n\n",
             options.queries, options.words, options.top);
  fmt::print(
      "| documents | index MB | Noether median | mean | p95 | resident MB | touched MB | "
      "Xapian median | mean | ratio |\n|---|---|---|---|---|---|---|---|---|---|\n");
#ifdef NOETHER_XAPIAN
  Peer peer(options.work + "/xapian", shape);
#endif
  for (const std::uint32_t documents : options.sizes) {
    const std::string folder = fmt::format("{}/noether-{}", options.work, documents);
    if (auto done = build(folder, shape, documents); !done) {
      fmt::print(stderr, "search_growth: {}\n", done.error().message);
      return 2;
    }
    forget_pages(folder);
    const double before = resident_megabytes();
    const auto reader = index::open_search_index(folder);
    if (!reader) {
      fmt::print(stderr, "search_growth: {}\n", reader.error().message);
      return 2;
    }
    const auto times = measure(options.queries, [&](std::uint32_t i) {
      return search::top_units(*reader, {&queries[i], 1}, {}, options.top).has_value();
    });
    if (!times) return 2;
    const double resident = resident_megabytes() - before;
    std::optional<Times> others;
#ifdef NOETHER_XAPIAN
    if (documents <= options.xapian_up_to) {
      others = peer.grow_and_measure(documents, options, texts);
    }
#endif
    fmt::print("| {} | {:.1f} | {:.2f} | {:.2f} | {:.2f} | {:.1f} | {:.1f} | ",
               base::grouped_digits(documents), static_cast<double>(reader->bytes()) / 1e6,
               times->median, times->mean, times->p95, resident,
               touched_megabytes(*reader, queries));
    if (others) {
      fmt::print("{:.2f} | {:.2f} | {:.1f} |\n", others->median, others->mean,
                 others->median / times->median);
    } else {
      fmt::print("- | - | - |\n");
    }
    std::fflush(stdout);
    const std::string category = base::grouped_digits(documents);
    cost.categories.push_back(category);
    share.categories.push_back(category);
    const double other = others ? others->median : 0;
    cost.series[0].values.push_back(times->median);
    cost.series[1].values.push_back(other);
    share.series[0].values.push_back(1e6 * times->median / documents);
    share.series[1].values.push_back(1e6 * other / documents);
    std::filesystem::remove_all(folder);
  }
  if (!options.svg.empty()) {
    const std::vector<base::BarChart> charts = {cost, share};
    std::ofstream(options.svg) << base::svg_sheet(charts, 2);
  }
  std::filesystem::remove_all(options.work);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{"Measures how the cost of queries grows with a synthetic collection"};
  app.add_option("--sizes", options.sizes, "Documents")->delimiter(',');
  app.add_option("--xapian-up-to", options.xapian_up_to,
                 "Number of documents up to which Xapian is measured");
  app.add_option("--queries", options.queries)->check(CLI::PositiveNumber);
  app.add_option("--words", options.words, "Number of words in a query")
      ->check(CLI::PositiveNumber);
  app.add_option("--top", options.top)->check(CLI::PositiveNumber);
  app.add_option("--work", options.work, "A folder for the indexes; it is removed at the end");
  app.add_option("--svg", options.svg, "File for the plot");
  CLI11_PARSE(app, argc, argv);
  return run(options);
}
