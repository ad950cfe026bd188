// noether pieces: cuts the texts of collections into pieces, for pre-training language models.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/progress.h"
#include "noether/base/result_file.h"
#include "noether/cli/collection/collection_arguments.h"
#include "noether/cli/console/messages.h"
#include "noether/collection/text_pieces.h"

namespace noether::cli {
namespace {

constexpr std::string_view kPiecesCommand = "pieces";

struct PiecesOptions {
  CollectionArguments collection;
  std::string cut;
  std::string output;
  std::string held_out;
  double share = 0.02;
  LeftOutTopics topics;
};

std::vector<std::string> cut_names() {
  std::vector<std::string> names;
  for (const collection::PieceCut cut : collection::kPieceCuts) {
    names.emplace_back(collection::piece_cut_name(cut));
  }
  return names;
}

collection::PieceCut cut_by_name(const std::string& name) {
  for (const collection::PieceCut cut : collection::kPieceCuts) {
    if (collection::piece_cut_name(cut) == name) return cut;
  }
  return collection::PieceCut::Sentences;  // unreached: the option checks names
}

class PieceFile {
 public:
  PieceFile(const std::string& path, const CollectionArguments& collection) {
    const auto& sources = collection.sources();
    auto file = base::ResultFile::create(base::FileSystem::real(), path,
                                         sources.size() == 1 ? sources.front() : std::string());
    if (!file) fail(kPiecesCommand, file.error(), ExitCode::Failure);
    file_.emplace(std::move(*file));
  }

  void add(const std::string& document, const collection::TextPieces& pieces) {
    std::vector<std::string> strings;
    for (const std::string& piece : pieces) strings.push_back(json_string(piece));
    const std::string line =
        JsonObject().add_string("document", document).add("pieces", json_array(strings)).text();
    if (const auto written = file_->write(line + "\n"); !written) {
      fail(kPiecesCommand, written.error(), ExitCode::Failure);
    }
    ++texts_;
    pieces_ += pieces.size();
  }
  void commit() {
    if (const auto done = file_->commit(); !done) {
      fail(kPiecesCommand, done.error(), ExitCode::Failure);
    }
  }

  std::uint64_t pieces() const { return pieces_; }
  std::string summary() const {
    return fmt::format("{} of {}", counted(pieces_, "piece"), counted(texts_, "text"));
  }

 private:
  std::optional<base::ResultFile> file_;
  std::uint64_t texts_ = 0;
  std::uint64_t pieces_ = 0;
};

void cut_collection(PiecesOptions& options) {
  const collection::KnownQuestions left_out = options.topics.questions(kPiecesCommand);
  auto source = options.collection.open(kPiecesCommand);
  if (!source) fail(kPiecesCommand, source.error(), ExitCode::Failure);
  PieceFile output(options.output, options.collection);
  std::optional<PieceFile> held_out;
  if (!options.held_out.empty()) held_out.emplace(options.held_out, options.collection);

  base::ProgressBar progress("documents", (*source)->total_bytes());
  const collection::PieceCut cut = cut_by_name(options.cut);
  std::uint64_t documents = 0;
  std::uint64_t of_topics = 0;
  text::Document document;
  while (true) {
    const auto more = (*source)->next(document);
    if (!more) fail(kPiecesCommand, more.error(), ExitCode::Failure);
    if (!*more) break;
    progress.update(++documents, (*source)->bytes_read());
    PieceFile& to =
        held_out && collection::is_held_out(document, options.share) ? *held_out : output;
    for (const collection::TextPieces& pieces : collection::cut_document(document, cut)) {
      if (left_out.has(fmt::format("{}", fmt::join(pieces, " ")))) {
        ++of_topics;
      } else {
        to.add(document.id, pieces);
      }
    }
  }
  progress.finish();
  output.commit();
  if (held_out) held_out->commit();

  fmt::print(stderr, "{}: {}{}\n", counted(documents, "document"), output.summary(),
             held_out ? fmt::format("; held out: {}", held_out->summary()) : "");
  if (of_topics > 0) {
    fmt::print(stderr, "left out {} with a question of the topics\n", counted(of_topics, "text"));
  }
  fmt::print(stderr, "{}\n", options.collection.problem_summary());
  const bool is_bad = output.pieces() == 0 || options.collection.problems().count(
                                                  collection::Problem::Severity::Skipped) > 0;
  if (is_bad) finish(ExitCode::BadInput);
}

}  // namespace

void register_pieces(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("pieces", "Cuts the texts of a collection into pieces, for pre-training");
  const auto options = std::make_shared<PiecesOptions>();
  options->collection.add_options(*command);
  command->add_option("--cut", options->cut, "The kind of pieces")
      ->required()
      ->check(CLI::IsMember(cut_names()));
  command
      ->add_option("-o,--output", options->output,
                   "The texts, one JSON object per line; - for standard output")
      ->required();
  CLI::Option* const held_out = command->add_option(
      "--held-out", options->held_out,
      "File for some of the documents, for validation; answers stay with their question");
  command->add_option("--share", options->share, "Share of the documents to hold out")
      ->check(CLI::Range(0.0, 1.0))
      ->needs(held_out)
      ->capture_default_str();
  options->topics.add_option(*command);
  command->footer(
      "Cuts:\n"
      "  sentences  words and formulas\n"
      "  chunks     sentences, cut at formulas of more than three LaTeX tokens\n"
      "  parts      formulas alone, cut at relation symbols\n"
      "  whole      not cut, for decoders\n"
      "\n"
      "Example:\n"
      "  noether pieces arqmath/collection --cut sentences -o sentences.jsonl");
  command->callback([options] { cut_collection(*options); });
}

}  // namespace noether::cli
