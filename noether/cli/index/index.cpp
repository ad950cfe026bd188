// noether index: makes a collection searchable, or updates its index.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/base/output.h"
#include "noether/base/progress.h"
#include "noether/cli/collection/collection_arguments.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/index/formula_vectors.h"
#include "noether/cli/index/index_summary.h"
#include "noether/cli/index/passage_vectors.h"
#include "noether/cli/index/sentence_contexts.h"
#include "noether/collection/folder_watch.h"
#include "noether/collection/problem_list.h"
#include "noether/collection/unread_places.h"
#include "noether/index/analysis/build_index.h"
#include "noether/index/index_reader.h"
#include "noether/index/manifest.h"
#include "noether/index/nearest_formulas.h"
#include "noether/index/nearest_passages.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "index";
constexpr std::uint64_t kPrintedRefusals = 20;

// The name that identifies a source, independent of the current folder.
std::string origin_name(const std::string& path) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(path, error);
  return error ? path : real.string();
}

// Names the files that could not be read, or the first of them.
std::string unread_text(const std::vector<std::string>& files) {
  constexpr std::size_t kNamed = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(files.size(), kNamed); ++i) {
    text += fmt::format("{}'{}'", i == 0 ? "" : ", ", files[i]);
  }
  if (files.size() > kNamed) text += fmt::format(" and {} more", files.size() - kNamed);
  return text + " could not be read";
}

// The reason why documents that were not read this time all stay in the index; empty if there is no
// reason.
std::string why_all_stay(const IndexOptions& options) {
  if (options.keep_removed) return "--keep-removed is given";
  const bool has_many =
      std::ranges::any_of(options.collection.sources(), [](const std::string& path) {
        std::error_code error;
        return std::filesystem::is_directory(path, error) ||
               collection::format_of_name(path) == collection::Format::Archive;
      });
  if (options.collection.has_format() && has_many) {
    return "--format reads only a part of a folder";
  }
  return {};
}

// Whether a document that was not read this time is gone: it cannot be in an unread file.
bool is_gone(const IndexOptions& options, std::string_view origin, const text::Document& document) {
  const auto& paths = options.collection.sources();
  const collection::UnreadPlaces unread(paths, options.collection.problems());
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (origin_name(paths[i]) == origin && unread.may_hold(i, document)) return false;
  }
  return true;
}

// Puts the first document, which was read to know whether there is one, before the rest.
base::Result<index::BuildCounts> build(const IndexOptions& options,
                                       collection::DocumentSource& source,
                                       std::optional<text::Document> first, bool skip_unchanged) {
  base::ProgressBar progress("documents", source.total_bytes());
  index::BuildOptions build;
  build.threads =
      options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  build.memory_bytes = options.memory;
  for (const std::string& path : options.collection.sources()) {
    build.origins.push_back(origin_name(path));
  }
  build.origin = [&] { return source.path_number(); };
  const bool all_stay = !why_all_stay(options).empty();
  build.is_complete = [&options, all_stay] {
    return !all_stay && options.collection.problems().unread_files().empty();
  };
  build.is_gone = [&options, all_stay](std::string_view origin, const text::Document& document) {
    return !all_stay && is_gone(options, origin, document);
  };
  build.skip_unchanged = skip_unchanged;
  build.progress = [&](const index::BuildCounts& counts) {
    progress.update(counts.documents + counts.unchanged, source.bytes_read());
  };
  std::uint64_t refused = 0;
  build.refused = [&](const std::string& id, const base::Error& why) {
    progress.finish();
    if (refused < kPrintedRefusals) {
      fmt::print(stderr, "noether {}: document '{}' refused: {}\n", kCommand, id, why.message);
    } else if (refused == kPrintedRefusals) {
      fmt::print(stderr, "noether {}: more problems of this kind are only counted\n", kCommand);
    }
    ++refused;
  };
  const auto next = [&](text::Document& document) -> base::Result<bool> {
    if (!first) return source.next(document);
    document = *std::exchange(first, std::nullopt);
    return true;
  };
  return index::build_index(options.folder, next, build);
}

void tell_what_stays(const index::BuildCounts& counts, const IndexOptions& options) {
  if (counts.not_seen > 0 && !options.keep_removed) {
    const std::string why = why_all_stay(options);
    fmt::print(stderr, "noether {}: {} that came from these sources before {} in the index: {}\n",
               kCommand, counted(counts.not_seen, "document"),
               counts.not_seen == 1 ? "stays" : "stay",
               why.empty() ? unread_text(options.collection.problems().unread_files()) : why);
  }
  if (counts.of_unknown_origin > 0 && !options.keep_removed) {
    fmt::print(stderr,
               "noether {}: {} of an older program {} in the index, which does not know where {} "
               "from; remove outdated documents with `noether delete`\n",
               kCommand, counted(counts.of_unknown_origin, "document"),
               counts.of_unknown_origin == 1 ? "stays" : "stay",
               counts.of_unknown_origin == 1 ? "it came" : "they came");
  }
}

class Indexing {
 public:
  explicit Indexing(IndexOptions& options) : options_(options) {
    // Models are opened before the work begins, so that an error is reported at once.
    if (options.vectors) encoder_ = open_encoder(kCommand, options.model);
    if (options.dense) texts_ = open_passage_encoder(kCommand, options.text_model);
    if (options.contexts) contexts_.emplace(kCommand, options.context, options.text_model);
  }

  // Returns whether all documents were added to the index.
  bool run() {
    auto source = options_.collection.open(kCommand, options_.folder);
    if (!source) fail(kCommand, source.error(), ExitCode::Failure);
    auto first = first_of(**source);
    if (!first) fail(kCommand, first.error(), ExitCode::Failure);
    if (!*first && !has_index()) {
      // With --watch, the index is made when the first document appears.
      if (options_.watch) return true;
      fail(kCommand, {"there is no document to add", {}, options_.collection.problem_summary()},
           ExitCode::BadInput);
    }
    const IndexingResult made = add(**source, *std::move(first), has_passages());
    const AddedVectors vectors = add_vectors();
    print_result(kCommand, options_.json ? summary_json(made, options_, vectors)
                                         : summary_text(made, options_) + vectors.text());
    tell_what_stays(made.counts, options_);
    return made.counts.refused == 0 &&
           options_.collection.problems().count(collection::Problem::Severity::Skipped) == 0;
  }

  // Updates the index after a change. A document that cannot be read now may be readable after the
  // next change.
  void follow() {
    auto source = options_.collection.open(kCommand, options_.folder);
    auto first = source ? first_of(**source) : std::unexpected(source.error());
    if (!first) {
      fmt::print(stderr, "noether {}: {}; the index is unchanged\n", kCommand,
                 first.error().message);
      return;
    }
    if (!*first && !has_index()) return;
    const IndexingResult made = add(**source, *std::move(first), true);
    if (made.counts.documents + made.counts.removed == 0) return;
    const AddedVectors vectors = add_vectors();
    print_result(kCommand, options_.json ? summary_json(made, options_, vectors)
                                         : change_text(made, options_) + vectors.text());
    tell_what_stays(made.counts, options_);
  }

 private:
  static base::Result<std::optional<text::Document>> first_of(collection::DocumentSource& source) {
    text::Document first;
    const auto has_first = source.next(first);
    if (!has_first) return std::unexpected(has_first.error());
    return *has_first ? std::optional(std::move(first)) : std::nullopt;
  }

  bool has_index() const {
    return base::FileSystem::real().exists(index::manifest_path(options_.folder));
  }

  // Encoding passages is most of the work, so documents that did not change keep theirs.
  bool has_passages() const {
    if (!has_index()) return false;
    const auto index = index::IndexReader::open(options_.folder);
    if (!index) return false;
    const auto sets = index::vector_sets(*index);
    return std::ranges::any_of(
        sets, [](const index::VectorSet& set) { return index::is_of_text(set.unit); });
  }

  IndexingResult add(collection::DocumentSource& source, std::optional<text::Document> first,
                     bool skip_unchanged) {
    const auto started = std::chrono::steady_clock::now();
    const auto counts = build(options_, source, std::move(first), skip_unchanged);
    if (!counts) fail(kCommand, counts.error(), ExitCode::Failure);
    const auto index = index::IndexReader::open(options_.folder);
    if (!index) fail(kCommand, index.error(), ExitCode::Failure);
    IndexingResult made;
    made.counts = *counts;
    made.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    made.documents = index->documents() - index->deleted_documents();
    made.formulas = index->formulas();
    made.segments = index->segments().size();
    made.bytes = index->bytes();
    if (!encoder_ && !skip_unchanged && !index::vector_statistics(*index).models.empty()) {
      warn_of_untried(kCommand, options_.folder, *index);
    }
    return made;
  }

  AddedVectors add_vectors() {
    AddedVectors added;
    if (encoder_) {
      added.formulas =
          cli::add_vectors(kCommand, options_.folder, *encoder_, options_.threads, options_.json);
    }
    if (texts_) {
      added.texts =
          cli::add_passages(kCommand, options_.folder, *texts_, options_.threads, options_.json);
    }
    if (contexts_) {
      added.contexts = contexts_->add_to(options_.folder, options_.threads, options_.json);
    }
    return added;
  }

  IndexOptions& options_;
  std::optional<search::FormulaEncoder> encoder_;
  std::optional<search::PassageEncoder> texts_;
  std::optional<SentenceContexts> contexts_;
};

// The first signal to end writes to a pipe, which is checked between two changes. The second signal
// ends the program at once, and the last commit remains.
int stop_pipe[2] = {-1, -1};

void on_stop(int) {
  const char byte = 0;
  (void)!::write(stop_pipe[1], &byte, 1);
}

void expect_stop() {
  if (::pipe2(stop_pipe, O_CLOEXEC | O_NONBLOCK) != 0) {
    fail(kCommand, {"cannot make a pipe", {}, {}}, ExitCode::Failure);
  }
  struct sigaction action = {};
  action.sa_handler = on_stop;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  struct sigaction hangup = {};
  (void)::sigaction(SIGHUP, nullptr, &hangup);
  for (const int signal : {SIGINT, SIGTERM}) (void)::sigaction(signal, &action, nullptr);
  // Under `nohup`, a closed terminal must not end the program.
  if (hangup.sa_handler != SIG_IGN) (void)::sigaction(SIGHUP, &action, nullptr);
}

void watch(IndexOptions& options, Indexing& indexing) {
  // The folders are watched before they are read, so that no change is missed.
  auto folders = collection::FolderWatch::open(
      options.collection.sources(),
      {.follow_links = options.collection.follows_links(), .passed_over = options.folder});
  expect_stop();
  indexing.run();
  while (folders) {
    fmt::print(stderr, "noether {}: watching {}; Ctrl-C ends\n", kCommand,
               counted(folders->folders(), "folder"));
    auto event = folders->wait(stop_pipe[0]);
    if (!event) fail(kCommand, event.error(), ExitCode::Failure);
    if (*event == collection::FolderWatch::Event::Stopped) return;
    if (auto done = folders->refresh(); !done) fail(kCommand, done.error(), ExitCode::Failure);
    indexing.follow();
  }
  fail(kCommand, folders.error(), ExitCode::Failure);
}

void run(IndexOptions& options) {
  if (!options.text_model.empty() && !options.dense && !options.contexts) {
    fail(kCommand, {"--text-model is for --dense and --contexts", {}, "add one of them"},
         ExitCode::BadInput);
  }
  Indexing indexing(options);
  if (options.watch) {
    watch(options, indexing);
  } else if (!indexing.run()) {
    finish(ExitCode::BadInput);
  }
}

}  // namespace

void register_index(CLI::App& app) {
  CLI::App* command = app.add_subcommand("index", "Makes an index of a collection, or updates it");
  const auto options = std::make_shared<IndexOptions>();
  options->collection.add_options(*command);
  command->add_option("-o,--output", options->folder, "The folder of the index")->required();
  command->add_flag("--keep-removed", options->keep_removed,
                    "Keep documents that are no longer in the sources");
  command->add_flag("--watch", options->watch,
                    "Keep running and follow every change of the sources until interrupted");
  command
      ->add_option("--memory", options->memory,
                   "The memory to use, such as 512M or 2G; with more memory there are fewer "
                   "segments to merge")
      ->transform(CLI::AsSizeValue(false))
      ->default_str("512M");
  command->add_option("--threads", options->threads, "The number of threads; 0 uses all processors")
      ->capture_default_str();
  CLI::Option* vectors = command->add_flag(
      "--vectors", options->vectors,
      "Also compute vectors of the formulas, for noether similar and search --semantic");
  command
      ->add_option("--model", options->model,
                   "The folder of the encoder for --vectors; by default the shipped one")
      ->needs(vectors);
  command->add_flag("--dense", options->dense,
                    "Also encode passages of the documents and the sentences of their formulas, so "
                    "that searches find texts in other words");
  CLI::Option* contexts =
      command->add_flag("--contexts", options->contexts,
                        "Also parse the sentences of formulas, so that "
                        "searches can use the meanings of symbols: where:G=group");
  command
      ->add_option("--amr-model", options->context.parser,
                   "The folder of the parser for --contexts; by default $NOETHER_AMR_PARSER or the "
                   "shipped one")
      ->needs(contexts);
  command
      ->add_option("--graphs", options->context.graphs,
                   "A file of graphs that --contexts uses instead of the parser's, by sentence id, "
                   "such as 12.body.3")
      ->needs(contexts);
  command
      ->add_option("--context-model", options->context.model,
                   "The folder of a model that computes a vector of each formula in its sentence "
                   "for --contexts; by default sentences have the vectors of the encoder of texts")
      ->needs(contexts);
  command->add_option("--text-model", options->text_model,
                      "The folder of the encoder for --dense and --contexts; by default "
                      "$NOETHER_TEXT_MODEL or the shipped one");
  command->add_flag("--json", options->json, "The summary as a JSON object");
  command->footer(
      "Indexing the same sources again updates the index: a document replaces an older one with\n"
      "the same id, and documents that are no longer in a source are removed. Documents of other\n"
      "sources stay, and so do those of a file that could not be read. If an id occurs twice in\n"
      "the sources, the first document is kept and the other is refused. The index does not "
      "change\n"
      "until the work is done; a second writer gets an error.\n"
      "\n"
      "Examples:\n"
      "  noether index notes/ papers.jsonl -o notes.idx\n"
      "  noether index notes/ -o notes.idx --watch\n"
      "  noether index notes/ -o notes.idx --dense --contexts");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
