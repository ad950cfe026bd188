// noether rerank: scores how well texts answer a query, by an encoder of texts or a cross-encoder.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "noether/base/line_reader.h"
#include "noether/base/output.h"
#include "noether/base/progress.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/index/passage_vectors.h"
#include "noether/embedding/text/cross_encoder.h"
#include "noether/embedding/text/passages.h"
#include "noether/neural/tokenizer/formulas.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "rerank";
constexpr std::size_t kMostLine = std::size_t{64} << 20;

struct RerankOptions {
  std::string file = "-";
  std::string model;
  std::string by;  // empty: the kind of the model decides
  unsigned threads = 0;
  bool sort = false;
  bool json = false;
};

struct Scored {
  std::string query;
  std::string text;
  double score = 0;
};

class TextScorer {
 public:
  virtual ~TextScorer() = default;
  // All texts have the same query.
  virtual void score(std::vector<Scored>& texts) const = 0;
};

// Scores by the vectors of the query and of each passage of a text.
class VectorScorer final : public TextScorer {
 public:
  explicit VectorScorer(const RerankOptions& options)
      : encoder_(open_passage_encoder(kCommand, options.model)),
        threads_(options.threads),
        is_late_(options.by != "vectors") {
    if (is_late_ && !encoder_.text().has_token_codes()) {
      fail(kCommand,
           {"the encoder has no codes of tokens, which late interaction needs",
            {},
            "use --by vectors, or make them with noether model quantize --sample"},
           ExitCode::Failure);
    }
  }

  void score(std::vector<Scored>& texts) const override {
    const embedding::TextEncoder& encoder = encoder_.text();
    const auto query = encoder.encode_query(texts.front().query);
    if (!query) fail(kCommand, query.error(), ExitCode::Failure);
    std::vector<std::vector<neural::TokenId>> sequences;
    std::vector<std::size_t> ends;
    std::vector<base::Span> formulas;
    for (const Scored& one : texts) {
      text::Document document;
      document.fields.push_back({.name = "body", .text = one.text, .formulas = {}});
      neural::tokens::find_formulas(one.text, formulas);
      for (const base::Span& formula : formulas) {
        document.fields.back().formulas.push_back({formula.begin, formula.end, {}, {}});
      }
      for (embedding::Passage& passage : embedding::cut_passages(document, encoder)) {
        sequences.push_back(std::move(passage.sequence));
      }
      ends.push_back(sequences.size());
    }
    const auto encoded = encoder.encode(sequences, threads_);
    if (!encoded) fail(kCommand, encoded.error(), ExitCode::Failure);
    std::size_t at = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::span passages(encoded->data() + at, ends[i] - at);
      at = ends[i];
      texts[i].score = is_late_ ? late_score_of(*query, passages) : nearest_of(*query, passages);
    }
  }

 private:
  using Encoded = embedding::TextEncoder::Encoded;

  static double late_score_of(const embedding::TextEncoder::Query& query,
                              std::span<const Encoded> passages) {
    std::vector<float> best(query.late->tokens(), embedding::kNotMet);
    for (const Encoded& passage : passages) query.late->meet(passage.tokens, best);
    return embedding::late_score(best);
  }

  static double nearest_of(const embedding::TextEncoder::Query& query,
                           std::span<const Encoded> passages) {
    double nearest = 0;
    for (const Encoded& passage : passages) {
      double cosine = 0;
      for (std::size_t i = 0; i < passage.vector.size(); ++i) {
        cosine += static_cast<double>(passage.vector[i]) * static_cast<double>(query.vector[i]);
      }
      nearest = std::max(nearest, cosine);
    }
    return nearest;
  }

  search::PassageEncoder encoder_;
  unsigned threads_;
  bool is_late_;
};

// Scores by a model that reads the query together with each text.
class CrossScorer final : public TextScorer {
 public:
  explicit CrossScorer(const RerankOptions& options)
      : encoder_(open(options.model)), threads_(options.threads) {}

  void score(std::vector<Scored>& texts) const override {
    std::vector<std::string_view> all;
    for (const Scored& one : texts) all.push_back(one.text);
    const auto scores = encoder_.score(texts.front().query, all, {}, threads_);
    if (!scores) fail(kCommand, scores.error(), ExitCode::Failure);
    for (std::size_t i = 0; i < texts.size(); ++i) texts[i].score = (*scores)[i];
  }

 private:
  static embedding::CrossEncoder open(const std::string& folder) {
    auto encoder = folder.empty() ? embedding::CrossEncoder::open_shipped()
                                  : embedding::CrossEncoder::open(folder);
    if (!encoder) fail(kCommand, encoder.error(), ExitCode::Failure);
    return *std::move(encoder);
  }

  embedding::CrossEncoder encoder_;
  unsigned threads_;
};

// A model with a head of classes is a cross-encoder, unless `by` names the other kind.
std::unique_ptr<const TextScorer> make_scorer(const RerankOptions& options) {
  bool is_cross = options.by == "cross";
  if (options.by.empty() && !options.model.empty()) {
    // The reader of the folder reports its problems.
    const auto config = neural::read_model_config(options.model);
    is_cross = config && config->transformer.head.classes > 0;
  }
  if (is_cross) return std::make_unique<const CrossScorer>(options);
  return std::make_unique<const VectorScorer>(options);
}

// JSON strings have \t and \n for tabs and line feeds, so fields stay separate.
std::string line_of(const Scored& one, bool json) {
  if (!json) return fmt::format("{:.4f}\t{}\t{}\n", one.score, one.query, one.text);
  return JsonObject()
             .add("score", fmt::format("{:.6f}", one.score))
             .add_string("query", one.query)
             .add_string("text", one.text)
             .text() +
         "\n";
}

void run(const RerankOptions& options) {
  auto lines = base::LineReader::open(options.file, kMostLine);
  if (!lines) fail(kCommand, lines.error(), ExitCode::Failure);
  const auto scorer = make_scorer(options);
  base::ProgressBar progress("texts", lines->total_bytes());
  std::vector<Scored> texts;
  std::uint64_t count = 0;
  std::string out;
  const auto flush = [&] {
    if (texts.empty()) return;
    scorer->score(texts);
    if (options.sort) std::ranges::stable_sort(texts, std::ranges::greater(), &Scored::score);
    out.clear();
    for (const Scored& one : texts) out += line_of(one, options.json);
    print_result(kCommand, out);
    texts.clear();
  };
  while (true) {
    const auto line = lines->next();
    if (!line) fail(kCommand, line.error(), ExitCode::Failure);
    if (!*line) break;
    ++count;
    const std::string_view text = (*line)->text;
    const std::size_t tab = text.find('\t');
    if ((*line)->too_long || tab == std::string_view::npos) {
      fail(kCommand,
           {fmt::format("{}:{}: {}", lines->name(), count,
                        (*line)->too_long ? "the line is too long"
                                          : "there is no tab between a query and a text"),
            {},
            ""},
           ExitCode::BadInput);
    }
    if (!texts.empty() && texts.front().query != text.substr(0, tab)) flush();
    texts.push_back({std::string(text.substr(0, tab)), std::string(text.substr(tab + 1))});
    progress.update(count, lines->bytes_read());
  }
  flush();
  progress.finish();
}

}  // namespace

void register_rerank(CLI::App& app) {
  CLI::App* command = app.add_subcommand("rerank", "Scores texts by how well they answer a query");
  const auto options = std::make_shared<RerankOptions>();
  command->add_option("FILE", options->file,
                      "Each line is a query, a tab and a text; - or no file reads standard input");
  command->add_option(
      "--model", options->model,
      "Folder of a text encoder, or of a cross-encoder; without it $NOETHER_TEXT_MODEL or the "
      "shipped text encoder, and for --by cross $NOETHER_RERANKER or the shipped cross-encoder");
  command
      ->add_option("--by", options->by,
                   "late: the mean, over the tokens of the query, of the cosine with the nearest "
                   "token of the text; vectors: the cosine of the query with the nearest passage; "
                   "cross: the score of a cross-encoder for both. The default is late, and cross "
                   "for the folder of a cross-encoder")
      ->check(CLI::IsMember({"late", "vectors", "cross"}));
  command->add_flag(
      "--sort", options->sort,
      "Print the best text of each query first; the lines of one query must be adjacent");
  command->add_option("--threads", options->threads, "The number of threads; 0 uses all cores")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  command->add_flag("--json", options->json, "A JSON object for each line");
  command->footer(
      "Formulas are between dollar signs. Each line is printed after its score.\n"
      "\n"
      "Example:\n"
      "  printf 'why is 0!=1\\tThe empty product is 1.\\n' | noether rerank -");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
