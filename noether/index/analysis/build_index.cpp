#include "noether/index/analysis/build_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>
#include <unordered_set>
#include <utility>

#include "noether/algebra/numeric/thread_memory.h"
#include "noether/index/analysis/document_analyzer.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_reader.h"
#include "noether/index/index_writer.h"
#include "noether/index/manifest.h"
#include "noether/index/stored_blocks.h"
#include "noether/index/writing/key_table.h"

namespace noether::index {
namespace {

// While a batch is analysed, its documents, terms and postings take about this many times the size
// of its text.
constexpr std::uint64_t kMemoryPerByte = 20;
constexpr std::uint64_t kBytesPerDocument = 256;  // of a document, in addition to its text

struct Refusal {
  std::uint32_t segment = 0;
  std::string id;
  base::Error why;
};

struct Batch {
  std::uint32_t segment = 0;
  std::vector<text::Document> documents;
  std::vector<std::uint32_t> origins;  // of each
};

std::uint64_t text_bytes(const text::Document& document) {
  std::uint64_t bytes = 0;
  for (const text::Field& field : document.fields) bytes += field.text.size();
  return bytes;
}

// Batches between the reading thread and the threads that write segments.
class Builder {
 public:
  Builder(IndexWriter& writer, unsigned threads) : writer_(writer) {
    for (unsigned i = 1; i < threads; ++i) {
      try {
        workers_.emplace_back([this] { work(); });
      } catch (const std::system_error&) {
        break;  // the existing threads do all the work
      }
    }
  }
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;
  ~Builder() { (void)finish(); }

  // Waits while all threads are busy. Returns false after an error, because no more batches are
  // needed.
  bool add(Batch batch) {
    std::unique_lock lock(mutex_);
    if (failure_) return false;
    waiting_.push_back(std::move(batch));
    if (waiting_.size() <= workers_.size()) {
      changed_.notify_one();
      return true;
    }
    // The reading thread works as well.
    Batch next = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    write(std::move(next), analyzer_);
    lock.lock();
    return !failure_;
  }

  base::Result<void> finish() {
    {
      std::unique_lock lock(mutex_);
      while (!waiting_.empty() && !failure_) {
        Batch next = std::move(waiting_.front());
        waiting_.pop_front();
        lock.unlock();
        write(std::move(next), analyzer_);
        lock.lock();
      }
      ended_ = true;
    }
    changed_.notify_all();
    workers_.clear();
    if (failure_) return std::unexpected(*failure_);
    return {};
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
  }

  std::uint64_t formulas() const { return formulas_; }
  std::vector<Refusal>& refusals() { return refusals_; }

 private:
  void work() {
    const algebra::ThreadMemory memory;
    DocumentAnalyzer analyzer;
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return ended_ || !waiting_.empty(); });
      if (waiting_.empty() || failure_) return;
      Batch batch = std::move(waiting_.front());
      waiting_.pop_front();
      lock.unlock();
      write(std::move(batch), analyzer);
      lock.lock();
    }
  }

  void write(Batch batch, DocumentAnalyzer& analyzer) {
    SegmentBuilder builder(writer_.schema());
    DocumentEntry entry;
    std::uint64_t formulas = 0;
    std::vector<Refusal> refusals;
    std::vector<OriginRun> origins;
    for (std::size_t i = 0; i < batch.documents.size(); ++i) {
      text::Document& document = batch.documents[i];
      std::string id = document.id;
      auto done = analyzer.analyze(std::move(document), builder, entry);
      if (done) {
        if (const auto added = builder.add(entry); !added) done = std::unexpected(added.error());
      }
      document = {};
      if (done) {
        formulas += entry.formulas.size();
        append_run(origins, {1, batch.origins[i]});
      } else {
        refusals.push_back({batch.segment, std::move(id), done.error()});
      }
    }
    auto written = writer_.add_segment(std::move(builder), batch.segment, std::move(origins));
    const std::lock_guard lock(mutex_);
    formulas_ += formulas;
    std::ranges::move(refusals, std::back_inserter(refusals_));
    if (!written && !failure_) failure_ = written.error();
  }

  IndexWriter& writer_;
  DocumentAnalyzer analyzer_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Batch> waiting_;
  bool ended_ = false;
  std::optional<base::Error> failure_;
  std::uint64_t formulas_ = 0;
  std::vector<Refusal> refusals_;
  std::vector<std::jthread> workers_;
};

class Build {
 public:
  Build(IndexWriter& writer, const IndexReader* before, const BuildOptions& options)
      : writer_(writer), before_(before), options_(options) {}

  base::Result<BuildCounts> run(const NextDocument& next) {
    // A fraction of the available memory, so that each of several threads has its own batch.
    const std::uint64_t batch_bytes = std::clamp<std::uint64_t>(
        options_.memory_bytes / 128, std::uint64_t{1} << 20, std::uint64_t{64} << 20);
    const std::uint64_t affordable = options_.memory_bytes / (batch_bytes * kMemoryPerByte);
    Builder builder(writer_, static_cast<unsigned>(std::clamp<std::uint64_t>(
                                 std::min<std::uint64_t>(options_.threads, affordable), 1, 1024)));
    auto read = read_all(next, batch_bytes, builder);
    if (!read) builder.stop();
    auto done = builder.finish();
    if (!read) return std::unexpected(read.error());
    if (done) done = replace(builder.refusals());
    if (done) done = remove_what_is_gone();
    if (done) done = publish();
    if (!done) return std::unexpected(done.error());
    report(builder);
    return counts_;
  }

 private:
  base::Result<void> read_all(const NextDocument& next, std::uint64_t batch_bytes,
                              Builder& builder) {
    Batch batch;
    std::uint64_t bytes = 0;
    const auto hand_over = [&] {
      batch.segment = writer_.reserve_segment();
      ++counts_.segments;
      bytes = 0;
      return builder.add(std::exchange(batch, {}));
    };
    std::vector<std::uint32_t> origin_numbers;
    for (const std::string& origin : options_.origins) {
      origin_numbers.push_back(writer_.origin_number(origin));
    }
    text::Document document;
    while (true) {
      const auto more = next(document);
      if (!more) return std::unexpected(more.error());
      if (!*more) break;
      const std::uint64_t size = text_bytes(document);
      counts_.text_bytes += size;
      const std::size_t origin = options_.origin ? options_.origin() : origin_numbers.size();
      const bool is_known = origin < origin_numbers.size();
      auto taken = take(document, size, is_known ? options_.origins[origin] : std::string());
      if (!taken) return std::unexpected(taken.error());
      if (options_.progress) options_.progress(counts_);
      if (!*taken) continue;
      batch.documents.push_back(std::exchange(document, {}));
      batch.origins.push_back(is_known ? origin_numbers[origin] : 0);
      bytes += kBytesPerDocument + size;
      // The builder stores an error and reports it at the end.
      if (bytes >= batch_bytes && !hand_over()) return {};
    }
    if (!batch.documents.empty()) hand_over();
    return {};
  }

  // Returns false if the document is not to be added.
  base::Result<bool> take(const text::Document& document, std::uint64_t size,
                          std::string_view origin) {
    if (!ids_.insert(term_key(document.id)).is_new) {
      return refuse(document, {"a document of this id was added before it",
                               {},
                               "the first one stays; give ids that are different"});
    }
    // Refused here, before memory and time are spent on a document that cannot be stored.
    if (size > kMaxRecordBytes) {
      return refuse(document, {fmt::format("its text has {} bytes, and the index takes {}", size,
                                           kMaxRecordBytes),
                               {},
                               "cut it into several documents"});
    }
    if (before_ == nullptr) {
      ++counts_.documents;
      return true;
    }
    const auto known = before_->find_document(document.id);
    if (!known) return std::unexpected(known.error());
    if (*known && options_.skip_unchanged && before_->origin(**known) == origin) {
      const auto stored = before_->document(**known);
      if (!stored) return std::unexpected(stored.error());
      if (*stored == document) {
        ++counts_.unchanged;
        return false;
      }
    }
    ++counts_.documents;
    if (*known) replaced_.push_back(document.id);
    return true;
  }

  bool refuse(const text::Document& document, base::Error why) {
    refused_.push_back({0, document.id, std::move(why)});
    ++counts_.refused;
    return false;
  }

  base::Result<void> replace(const std::vector<Refusal>& refusals) {
    // The old document stays if the new one was not added.
    std::unordered_set<std::string_view> not_added;
    for (const Refusal& one : refusals) not_added.insert(one.id);
    std::erase_if(replaced_, [&](const std::string& id) { return not_added.contains(id); });
    // Old segments precede new ones, so the old document of each id is the one that is removed.
    for (const std::string& id : replaced_) {
      const auto removed = writer_.remove(id);
      if (!removed) return std::unexpected(removed.error());
    }
    counts_.replaced = replaced_.size();
    return {};
  }

  // Removes documents of these sources that did not occur in this run. A refused document did
  // occur, so the older one with its id stays.
  base::Result<void> remove_what_is_gone() {
    if (before_ == nullptr) return {};
    std::vector<std::uint32_t> gone;
    std::vector<std::string> origins = options_.origins;
    std::ranges::sort(origins);
    origins.erase(std::ranges::unique(origins).begin(), origins.end());
    for (const std::string& origin : origins) {
      for (const std::uint32_t document : before_->documents_from(origin)) {
        const auto id = before_->document_id(document);
        if (!id) return std::unexpected(id.error());
        if (!ids_.contains(term_key(*id))) gone.push_back(document);
      }
    }
    for (const std::uint32_t document : before_->documents_from({})) {
      const auto id = before_->document_id(document);
      if (!id) return std::unexpected(id.error());
      if (!ids_.contains(term_key(*id))) ++counts_.of_unknown_origin;
    }
    const bool is_complete = options_.is_complete && options_.is_complete();
    for (const std::uint32_t document : gone) {
      const auto is_gone = is_complete ? base::Result<bool>(true) : is_known_to_be_gone(document);
      if (!is_gone) return std::unexpected(is_gone.error());
      if (!*is_gone) {
        ++counts_.not_seen;
        continue;
      }
      const auto removed = writer_.remove(*before_->document_id(document));
      if (!removed) return std::unexpected(removed.error());
      ++counts_.removed;
    }
    return {};
  }

  base::Result<bool> is_known_to_be_gone(std::uint32_t document) const {
    if (!options_.is_gone) return false;
    const auto stored = before_->document(document);
    if (!stored) return std::unexpected(stored.error());
    return options_.is_gone(before_->origin(document), *stored);
  }

  base::Result<void> publish() {
    // An index of one segment answers fastest. But an index that is larger than the new documents
    // is not rewritten for them.
    const std::uint64_t old = before_ == nullptr ? 0 : before_->documents();
    if (counts_.documents >= old) return writer_.merge_all();
    const auto committed = writer_.commit();
    if (!committed) return std::unexpected(committed.error());
    return {};
  }

  void report(Builder& builder) {
    counts_.formulas = builder.formulas();
    auto& refusals = builder.refusals();
    std::ranges::sort(refusals, {},
                      [](const Refusal& one) { return std::tie(one.segment, one.id); });
    counts_.documents -= refusals.size();
    counts_.refused += refusals.size();
    if (!options_.refused) return;
    for (const Refusal& one : refused_) options_.refused(one.id, one.why);
    for (const Refusal& one : refusals) options_.refused(one.id, one.why);
  }

  IndexWriter& writer_;
  const IndexReader* before_;
  const BuildOptions& options_;
  BuildCounts counts_;
  KeyTable ids_;
  std::vector<Refusal> refused_;  // while reading; the builder has its own
  std::vector<std::string> replaced_;
};

}  // namespace

base::Result<BuildCounts> build_index(const std::string& folder, const NextDocument& next,
                                      const BuildOptions& options, base::FileSystem& file_system) {
  auto writer = IndexWriter::open(folder, search_schema(), {}, file_system);
  if (!writer) return std::unexpected(writer.error());
  std::optional<IndexReader> before;
  if (file_system.exists(manifest_path(folder))) {
    auto reader = IndexReader::open(folder, file_system);
    if (!reader) return std::unexpected(reader.error());
    before = std::move(*reader);
  }
  return Build(*writer, before ? &*before : nullptr, options).run(next);
}

}  // namespace noether::index
