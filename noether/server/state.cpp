#include "noether/server/state.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

#include "noether/amr/parser/parser.h"
#include "noether/answer/generate/writer.h"
#include "noether/base/file_system.h"
#include "noether/base/hash.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/manifest.h"
#include "noether/index/nearest_formulas.h"
#include "noether/search/pipeline/reranker.h"

namespace noether::server {

std::optional<std::string> AnswerCache::find(std::string_view asked) {
  const std::scoped_lock lock(mutex_);
  const auto found = std::ranges::find(
      answers_, asked, [](const auto& one) -> std::string_view { return one.first; });
  if (found == answers_.end()) return std::nullopt;
  answers_.splice(answers_.begin(), answers_, found);
  return found->second;
}

void AnswerCache::add(std::string asked, std::string answer) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(answers_, [&](const auto& one) { return one.first == asked; });
  answers_.emplace_front(std::move(asked), std::move(answer));
  if (answers_.size() > kMostAnswers) answers_.pop_back();
}

const MapMaker::Made* MapMaker::ask(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  if (!map_ && !worker_.joinable()) {
    try {
      worker_ = std::jthread([this](const std::stop_token& stop) { make(stop); });
    } catch (const std::system_error&) {
      // The system cannot start a thread now; the next call tries again.
      return nullptr;
    }
  }
  made_.wait_for(lock, patience, [this] { return map_ != nullptr; });
  return map_.get();
}

void MapMaker::make(const std::stop_token& stop) {
  search::FormulaMapOptions options;
  // The search for neighbours takes about the first half of the time; the layout takes the second.
  options.on_progress = [this, is_first = true, work = std::string()](
                            std::string_view now, std::uint64_t done, std::uint64_t of) mutable {
    if (work.empty()) work = now;
    if (work != now) is_first = false;
    const double share = static_cast<double>(done) / static_cast<double>(of);
    progress_ = is_first ? share / 2 : 0.5 + share / 2;
  };
  options.is_over = [&stop] { return stop.stop_requested(); };
  Made made;
  try {
    made = search::make_formula_map(index_, catalogue_.documents, options);
  } catch (const std::bad_alloc&) {
    made = base::fail("there is not enough memory for a map of the formulas");
  }
  const std::scoped_lock lock(mutex_);
  map_ = std::make_unique<const Made>(std::move(made));
  made_.notify_all();
}

namespace {

constexpr std::uint64_t kMaxManifestBytes = std::uint64_t{1} << 30;
// A commit may be made between two reads of the manifest, but hardly this often.
constexpr int kMostAttempts = 20;
constexpr std::chrono::milliseconds kTimeForExamples{1000};

base::Result<base::Digest> manifest_digest(const std::vector<std::string>& folders) {
  base::Hasher hasher;
  for (const std::string& folder : folders) {
    auto bytes = base::FileSystem::real().read(index::manifest_path(folder), kMaxManifestBytes);
    if (!bytes) return index::no_index(folder);
    const base::Digest digest = base::digest_of(*bytes);
    hasher.add_number(digest.high);
    hasher.add_number(digest.low);
  }
  return hasher.digest();
}

// A response depends on the commit and on the program, so each run of the program has its own tags.
std::string etag_of(const base::Digest& manifest, std::uint64_t run) {
  base::Hasher hasher;
  hasher.add_number(manifest.high);
  hasher.add_number(manifest.low);
  hasher.add_number(run);
  return hasher.digest().hex().substr(0, 16);
}

// Null if there is no parser. A parser that is installed or named must be usable.
base::Result<std::shared_ptr<const search::SentenceGraphs>> open_graphs(const std::string& folder) {
  auto opened = search::SentenceGraphs::open(folder);
  if (opened) return std::make_shared<const search::SentenceGraphs>(*std::move(opened));
  const bool is_named = !folder.empty() || std::getenv("NOETHER_AMR_PARSER") != nullptr;
  if (is_named || std::filesystem::exists(amr::shipped_parser_folder())) {
    return std::unexpected(std::move(opened.error()));
  }
  return nullptr;
}

bool uses_cross_encoder(const search::Profile& profile) {
  return std::ranges::any_of(profile.search.rerankers, [](const search::RerankerChoice& choice) {
    return choice.kind->name == "cross";
  });
}

}  // namespace

SearcherPool::SearcherPool(std::shared_ptr<const index::IndexReader> index, search::Profile profile,
                           std::shared_ptr<const search::FormulaEncoder> encoder,
                           std::shared_ptr<const search::PassageEncoder> texts,
                           std::shared_ptr<const embedding::CrossEncoder> cross_encoder)
    : index_(std::move(index)),
      profile_(std::move(profile)),
      encoder_(std::move(encoder)),
      texts_(std::move(texts)),
      cross_encoder_(std::move(cross_encoder)) {}

base::Result<SearcherPool::Loan> SearcherPool::borrow() {
  {
    const std::scoped_lock lock(mutex_);
    if (!free_.empty()) {
      Loan loan(free_.back().release(), GiveBack{this});
      free_.pop_back();
      return loan;
    }
  }
  auto searcher = search::Searcher::open(index_, profile_.search, profile_.formula_weights);
  if (!searcher) return std::unexpected(searcher.error());
  if (encoder_) searcher->set_encoder(encoder_);
  if (texts_) searcher->set_text_encoder(texts_);
  if (cross_encoder_) searcher->set_cross_encoder(cross_encoder_);
  return Loan(new search::Searcher(std::move(*searcher)), GiveBack{this});
}

void SearcherPool::GiveBack::operator()(search::Searcher* searcher) const {
  std::unique_ptr<search::Searcher> returned(searcher);
  returned->set_weights(pool->profile_.search);
  const std::scoped_lock lock(pool->mutex_);
  pool->free_.push_back(std::move(returned));
}

const std::vector<search::Example>& Snapshot::examples() const {
  std::call_once(examples_once_, [this] {
    auto searcher = searchers->borrow();
    if (!searcher) return;
    const auto end = std::chrono::steady_clock::now() + kTimeForExamples;
    auto made = search::make_examples(**searcher, profile.search,
                                      [end] { return std::chrono::steady_clock::now() > end; });
    // The page works without examples. A search reports any damage of the index.
    if (made) examples_ = std::move(*made);
  });
  return examples_;
}

const base::Result<answer::CandidateRanking>& Snapshot::candidates() const {
  std::call_once(candidates_once_, [this] {
    candidates_ = answer::CandidateRanking::open(*index, catalogue->documents, profile);
  });
  return candidates_;
}

std::vector<std::string> index_names(const std::vector<std::string>& folders) {
  std::vector<std::string> names;
  for (const std::string& folder : folders) {
    std::filesystem::path path = std::filesystem::path(folder).lexically_normal();
    if (path.filename().empty()) path = path.parent_path();
    std::string name = (path.extension() == ".idx" ? path.stem() : path.filename()).string();
    if (name.empty() || name == "." || name == "..") name = "index";
    // Names stand before colons.
    std::ranges::replace(name, ':', '-');
    const std::string plain = name;
    for (int i = 2; std::ranges::find(names, name) != names.end(); ++i) {
      name = fmt::format("{}-{}", plain, i);
    }
    names.push_back(std::move(name));
  }
  return names;
}

State::State(StateOptions options)
    : options_(std::move(options)),
      run_(
          static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count())) {
}

base::Result<std::unique_ptr<State>> State::open(StateOptions options) {
  std::unique_ptr<State> state(new State(std::move(options)));
  auto encoder = search::FormulaEncoder::open(state->options_.model);
  if (encoder) {
    state->encoder_ = std::make_shared<const search::FormulaEncoder>(std::move(*encoder));
  } else if (!state->options_.model.empty()) {
    return std::unexpected(encoder.error());
  }
  auto cross_encoder = embedding::CrossEncoder::open_if_any();
  if (!cross_encoder) return std::unexpected(std::move(cross_encoder.error()));
  state->cross_encoder_ = *std::move(cross_encoder);
  auto graphs = open_graphs(state->options_.parser);
  if (!graphs) return std::unexpected(std::move(graphs.error()));
  state->graphs_ = *std::move(graphs);
  if (!state->options_.generator.empty()) {
    auto generator =
        answer::open_text_writer(state->options_.generator, state->options_.generator_model);
    if (!generator) return std::unexpected(std::move(generator.error()));
    state->generator_ = *std::move(generator);
  }
  if (auto loaded = state->reload(); !loaded) return std::unexpected(loaded.error());
  return state;
}

std::shared_ptr<const Snapshot> State::snapshot() const {
  const std::scoped_lock lock(mutex_);
  return snapshot_;
}

base::Result<bool> State::reload() {
  const std::scoped_lock one_at_a_time(reloading_);
  auto digest = manifest_digest(options_.folders);
  if (!digest) return std::unexpected(digest.error());
  if (digest_ == *digest) return false;
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    auto snapshot = read(etag_of(*digest, run_));
    if (!snapshot) return std::unexpected(snapshot.error());
    const auto after = manifest_digest(options_.folders);
    if (!after) return std::unexpected(after.error());
    if (*after == *digest) {
      digest_ = *digest;
      // The old snapshot is destroyed outside the lock, if nobody uses it any more.
      std::shared_ptr<const Snapshot> newest = std::move(*snapshot);
      const std::scoped_lock lock(mutex_);
      snapshot_.swap(newest);
      return true;
    }
    digest = after;
  }
  return base::fail(
      fmt::format("the index '{}' keeps changing", fmt::join(options_.folders, "', '")));
}

base::Result<std::shared_ptr<Snapshot>> State::read(std::string etag) {
  const std::vector<std::string> names = index_names(options_.folders);
  std::vector<index::IndexReader> readers;
  for (const std::string& folder : options_.folders) {
    auto reader = index::open_search_index(folder);
    if (!reader) return std::unexpected(reader.error());
    readers.push_back(std::move(*reader));
  }
  std::vector<index::IndexReader::Named> named;
  for (std::size_t i = 0; i < readers.size(); ++i) named.push_back({names[i], &readers[i]});
  auto joined = index::IndexReader::join(named);
  if (!joined) return std::unexpected(joined.error());
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->index = std::make_shared<const index::IndexReader>(std::move(*joined));
  auto chosen = search::choose_profile(options_.profile, *snapshot->index, texts_);
  if (!chosen) return std::unexpected(chosen.error());
  snapshot->profile = std::move(chosen->profile);
  snapshot->texts = texts_ = std::move(chosen->encoder);
  // A search that names no cross-encoder works without one, but a profile that names it does not.
  if (cross_encoder_ == nullptr && uses_cross_encoder(snapshot->profile)) {
    auto opened = embedding::CrossEncoder::open_shipped();
    if (!opened) return std::unexpected(std::move(opened.error()));
    cross_encoder_ = std::make_shared<const embedding::CrossEncoder>(*std::move(opened));
  }
  snapshot->cross_encoder = cross_encoder_;
  snapshot->graphs = graphs_;
  snapshot->generator = generator_;
  if (encoder_ && index::expect_vectors_of(*snapshot->index, encoder_->model())) {
    snapshot->encoder = encoder_;
  }
  auto catalogue = search::Catalogue::read(*snapshot->index);
  if (!catalogue) return std::unexpected(catalogue.error());
  snapshot->catalogue = std::make_shared<const search::Catalogue>(std::move(*catalogue));
  snapshot->etag = std::move(etag);
  snapshot->searchers =
      std::make_unique<SearcherPool>(snapshot->index, snapshot->profile, snapshot->encoder,
                                     snapshot->texts, snapshot->cross_encoder);
  snapshot->map = std::make_unique<MapMaker>(*snapshot->index, *snapshot->catalogue);
  // Finds out now whether the index can be searched, and spares the first request the opening.
  if (auto loan = snapshot->searchers->borrow(); !loan) return std::unexpected(loan.error());
  return snapshot;
}

}  // namespace noether::server
