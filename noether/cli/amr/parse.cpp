// noether amr parse: sentences as meaning graphs.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "noether/amr/draw/draw_graph.h"
#include "noether/amr/mathamr/formula_splice.h"
#include "noether/amr/parser/parser.h"
#include "noether/amr/parser/training_sentences.h"
#include "noether/amr/penman.h"
#include "noether/base/parallel.h"
#include "noether/base/progress.h"
#include "noether/base/result_file.h"
#include "noether/cli/amr/records.h"
#include "noether/cli/console/messages.h"
#include "noether/collection/document_source.h"
#include "noether/formula/formula_io.h"
#include "noether/search/contexts/sentence_graphs.h"
#include "noether/text/sentences.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "amr parse";
constexpr std::size_t kSentencesAtOnce = 256;

struct ParseArguments {
  std::vector<std::string> sentences;
  std::string file;
  std::string bank;
  std::vector<std::string> collection;
  std::vector<std::string> models;
  unsigned threads = 1;
  bool json = false;
  std::string picture;
};

struct ParsedSentence {
  std::string id;
  std::string text;
};

class SentenceParser {
 public:
  SentenceParser(const ParseArguments& arguments, const amr::Parser& parser)
      : arguments_(arguments), parser_(parser) {}

  void add(std::string id, std::string text) {
    // A graph's comment ends with its line.
    std::ranges::replace(text, '\n', ' ');
    std::ranges::replace(text, '\r', ' ');
    waiting_.push_back({std::move(id), std::move(text)});
    if (waiting_.size() == kSentencesAtOnce) parse_waiting();
  }

  // A sentence that is too long is reported and left out.
  void parse_waiting() {
    std::vector<base::Result<amr::Graph>> graphs(waiting_.size());
    base::for_each_in_parallel(waiting_.size(), base::thread_count(arguments_.threads),
                               [&](std::size_t i, std::size_t /*thread*/) {
                                 graphs[i] = parser_.parse(waiting_[i].text);
                               });
    std::string out;
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      if (waiting_[i].text.size() > amr::kMostParsedBytes) {
        fmt::print(stderr, "noether {}: sentence {}: {}\n", kCommand, waiting_[i].id,
                   graphs[i].error().message);
        ++left_out_;
        continue;
      }
      if (!graphs[i]) fail(kCommand, graphs[i].error(), ExitCode::Failure);
      const auto tree = amr::lay_out(*graphs[i]);
      if (!tree) fail(kCommand, tree.error(), ExitCode::Failure);
      out += written(waiting_[i], *tree);
    }
    parsed_ += waiting_.size();
    waiting_.clear();
    print_result(kCommand, out);
  }

  std::size_t parsed() const { return parsed_; }
  std::size_t left_out() const { return left_out_; }

 private:
  std::string written(const ParsedSentence& sentence, const amr::PenmanTree& tree) const {
    if (arguments_.json) {
      return JsonObject()
                 .add_string("id", sentence.id)
                 .add_string("snt", sentence.text)
                 .add_string("amr", amr::write_in_one_line(tree))
                 .text() +
             "\n";
    }
    return fmt::format("# ::id {}\n# ::snt {}\n{}\n\n", sentence.id, sentence.text,
                       amr::write_indented(tree));
  }

  const ParseArguments& arguments_;
  const amr::Parser& parser_;
  std::vector<ParsedSentence> waiting_;
  std::size_t parsed_ = 0;
  std::size_t left_out_ = 0;
};

void parse_lines(const std::string& path, SentenceParser& parser) {
  const std::string text = read_whole_text(kCommand, path);
  std::string_view rest = text;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    parser.add(fmt::format("{}", number), std::string(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

void parse_bank(const std::string& path, SentenceParser& parser) {
  const auto graphs = amr::read_training_graphs(read_whole_text(kCommand, path));
  if (!graphs) fail(kCommand, graphs.error(), ExitCode::BadInput);
  if (graphs->left_out > 0) {
    fmt::print(stderr, "noether {}: {}: left out {} that cannot be read\n", kCommand, path,
               counted(graphs->left_out, "graph"));
  }
  base::ProgressBar progress("sentences", graphs->graphs.size());
  for (std::size_t i = 0; i < graphs->graphs.size(); ++i) {
    const amr::SentenceGraph& graph = graphs->graphs[i];
    progress.update(i, i);
    parser.add(graph.id.empty() ? fmt::format("{}", i + 1) : graph.id, graph.sentence.text);
  }
}

void parse_collection(const std::vector<std::string>& paths, SentenceParser& parser) {
  collection::ProblemList problems;
  auto source = collection::open_collection(paths, {}, problems);
  if (!source) fail(kCommand, source.error(), ExitCode::BadInput);
  base::ProgressBar progress("sentences", (*source)->total_bytes());
  text::Document document;
  while (true) {
    const auto more = (*source)->next(document);
    if (!more) fail(kCommand, more.error(), ExitCode::Failure);
    if (!*more) return;
    search::SentenceNumbers numbers(document);
    for (std::uint32_t i = 0; i < document.fields.size(); ++i) {
      const text::Field& field = document.fields[i];
      for (const base::Span& span : text::find_sentences(field)) {
        parser.add(numbers.next_id(i), field.text.substr(span.begin, span.end - span.begin));
      }
    }
    progress.update(parser.parsed(), (*source)->bytes_read());
  }
}

// The graph of the only sentence, with the operator trees of its formulas inside.
void draw(const ParseArguments& arguments, const amr::Parser& parser) {
  const std::string& sentence = arguments.sentences.front();
  AmrRecord record;
  record.sentence = sentence;
  const amr::FormulaTexts texts = number_formulas(record.sentence);
  const auto graph = parser.parse(record.sentence);
  if (!graph) fail(kCommand, graph.error(), ExitCode::Failure);
  formula::FormulaReader reader;
  const RecordFormulas formulas(record, texts, reader);
  const auto tree = amr::lay_out(amr::splice_formulas(*graph, formulas.formulas()));
  if (!tree) fail(kCommand, tree.error(), ExitCode::Failure);
  const auto written =
      base::write_result(arguments.picture, amr::draw_graph({&*tree, "", sentence}), std::string());
  if (!written) fail(kCommand, written.error(), ExitCode::Failure);
}

void run(const ParseArguments& arguments) {
  if (arguments.sentences.empty() && arguments.file.empty() && arguments.bank.empty() &&
      arguments.collection.empty()) {
    fail(kCommand,
         {"there is nothing to parse", {}, "give sentences, --file, --bank or --collection"},
         ExitCode::BadInput);
  }
  const auto& models = arguments.models;
  auto parser = models.empty() ? amr::Parser::open_shipped() : amr::Parser::open(models.front());
  if (!parser) fail(kCommand, parser.error(), ExitCode::Failure);
  for (std::size_t i = 1; i < models.size(); ++i) {
    if (const auto joined = parser->join(models[i]); !joined) {
      fail(kCommand, joined.error(), ExitCode::BadInput);
    }
  }
  if (!arguments.picture.empty()) {
    if (arguments.sentences.size() != 1) {
      fail(kCommand, {"--draw is for one sentence", {}, "give it as the argument SENTENCE"},
           ExitCode::BadInput);
    }
    draw(arguments, *parser);
  }
  SentenceParser sentences(arguments, *parser);
  for (std::size_t i = 0; i < arguments.sentences.size(); ++i) {
    sentences.add(fmt::format("{}", i + 1), arguments.sentences[i]);
  }
  if (!arguments.file.empty()) parse_lines(arguments.file, sentences);
  if (!arguments.bank.empty()) parse_bank(arguments.bank, sentences);
  if (!arguments.collection.empty()) parse_collection(arguments.collection, sentences);
  sentences.parse_waiting();
  if (sentences.left_out() > 0) {
    fail(kCommand, {counted(sentences.left_out(), "sentence") + " left out", {}, {}},
         ExitCode::BadInput);
  }
}

}  // namespace

void register_amr_parse(CLI::App& amr) {
  CLI::App* command = amr.add_subcommand("parse", "Parses sentences to meaning graphs");
  const auto arguments = std::make_shared<ParseArguments>();
  command->add_option("SENTENCE", arguments->sentences,
                      "Sentences; formulas are eqx12eqx or between dollar signs");
  command->add_option("--file", arguments->file,
                      "File with a sentence on each line; - for standard input");
  command->add_option("--bank", arguments->bank,
                      "The sentences of a file of graphs, or of JSON Lines with `context`");
  command->add_option("--collection", arguments->collection,
                      "All sentences of files and folders that `noether documents` reads");
  command
      ->add_option("--model", arguments->models,
                   "Folder of the parser; by default that of NOETHER_AMR_PARSER, else the shipped "
                   "one. May be repeated: several parsers with the same labels decide together")
      ->allow_extra_args(false);
  command->add_option("--threads", arguments->threads, "The number of threads; 0 uses all cores")
      ->check(CLI::Range(0U, base::kMostThreads))
      ->capture_default_str();
  command->add_option("--draw", arguments->picture,
                      "Draws the graph of the one SENTENCE, with operator trees of its formulas "
                      "inside, into this file (SVG)");
  command->add_flag("--json", arguments->json, "A JSON object for each sentence: id, snt, amr");
  command->footer(
      "Example:\n"
      "  noether amr parse 'Let $n$ be a prime that divides $a b$.'");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
