// noether embed: vectors of expressions, of formulas and of texts.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/line_reader.h"
#include "noether/base/output.h"
#include "noether/base/progress.h"
#include "noether/cli/algebra/expression_arguments.h"
#include "noether/cli/commands.h"
#include "noether/cli/index/formula_vectors.h"
#include "noether/cli/index/passage_vectors.h"
#include "noether/cli/model/embed_output.h"
#include "noether/embedding/expression_encoder.h"
#include "noether/embedding/prefix_of_formula.h"
#include "noether/embedding/shipped_model.h"
#include "noether/formula/limits.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "embed";
constexpr std::size_t kBatch = 4096;                          // expressions in memory at once
constexpr std::size_t kBatchBytes = std::size_t{4} << 20;     // maximum bytes of these expressions
constexpr std::size_t kMaxTextBytes = std::size_t{64} << 20;  // only the beginning is read
constexpr std::size_t kShownBytes = 80;  // shown part of a line that is too long

struct EmbedLinesOptions {
  ExpressionArguments arguments{std::string(kCommand)};
  std::vector<std::string> expressions;
  std::string file;
  std::string model;
  std::string format;  // json by default; tsv for similarities
  int threads = 1;
  bool similarity = false;
  bool text = false;
  bool formula = false;
};

// One expression of the input and its result.
struct Item {
  EmbeddedExpression result;
  std::vector<neural::TokenId> tokens;  // empty after an error
  base::Span place;
};

// Reads the input and makes its vectors.
class Embedding {
 public:
  virtual ~Embedding() = default;
  virtual Item item_of(std::string_view text) const = 0;
  virtual std::size_t width() const = 0;

  // Sets the vectors of the items without an error.
  virtual void embed(std::vector<Item>& items) const {
    std::vector<std::vector<neural::TokenId>> tokens;
    for (Item& item : items) {
      if (item.result.error.empty()) tokens.push_back(std::move(item.tokens));
    }
    const auto vectors = vectors_of(tokens);
    if (!vectors) fail(kCommand, vectors.error(), ExitCode::Failure);
    auto at = vectors->begin();
    for (Item& item : items) {
      if (!item.result.error.empty()) continue;
      const auto end = at + static_cast<std::ptrdiff_t>(width());
      item.result.vector.assign(at, end);
      at = end;
    }
  }

 private:
  virtual base::Result<std::vector<float>> vectors_of(
      const std::vector<std::vector<neural::TokenId>>& tokens) const = 0;
};

class ExpressionEmbedding final : public Embedding {
 public:
  explicit ExpressionEmbedding(const EmbedLinesOptions& options)
      : options_(options), encoder_(open_named(options.model)) {}

  Item item_of(std::string_view text) const override {
    Item item{{std::string(text), {}, {}, {}}, {}, {}};
    const auto refuse = [&](const base::Error& error, bool about_the_text) {
      item.result.error = error.message;
      if (!error.hint.empty()) item.result.error += fmt::format(" ({})", error.hint);
      if (about_the_text) item.place = error.span;
      return item;
    };
    auto prefix = embedding::prefix_of_formula(text, options_.arguments.from());
    if (!prefix) return refuse(prefix.error(), true);
    auto tokens = encoder_.tokenizer().encode(*prefix);
    if (!tokens) return refuse(tokens.error(), *prefix == text);
    if (const auto problem = encoder_.problem_with(*tokens)) {
      return refuse({*problem, {}, ""}, false);
    }
    item.result.prefix = *std::move(prefix);
    item.tokens = *std::move(tokens);
    return item;
  }

  std::size_t width() const override { return encoder_.width(); }

 private:
  static embedding::ExpressionEncoder open_named(const std::string& named) {
    const std::string folder = named.empty() ? embedding::shipped_model_folder() : named;
    auto encoder = embedding::ExpressionEncoder::open(folder);
    if (!encoder) fail(kCommand, encoder.error(), ExitCode::Failure);
    return *std::move(encoder);
  }

  base::Result<std::vector<float>> vectors_of(
      const std::vector<std::vector<neural::TokenId>>& tokens) const override {
    std::vector<float> vectors(tokens.size() * encoder_.width());
    if (auto done = encoder_.embed_tokens(tokens, vectors, options_.threads); !done) {
      return std::unexpected(std::move(done.error()));
    }
    return vectors;
  }

  const EmbedLinesOptions& options_;
  embedding::ExpressionEncoder encoder_;
};

// Embeds the part of each text that the encoder reads at once.
class TextEmbedding final : public Embedding {
 public:
  explicit TextEmbedding(const EmbedLinesOptions& options)
      : threads_(options.threads),
        passages_(open_passage_encoder(kCommand, options.model)),
        encoder_(passages_.text()) {}

  Item item_of(std::string_view text) const override {
    Item item{{std::string(text), {}, {}, {}}, {}, {}};
    item.tokens = encoder_.sequence_of(text);
    if (item.tokens.empty()) item.result.error = "there is nothing in the text to encode";
    return item;
  }

  std::size_t width() const override { return encoder_.width(); }

 private:
  base::Result<std::vector<float>> vectors_of(
      const std::vector<std::vector<neural::TokenId>>& tokens) const override {
    return encoder_.sequences().embed(tokens, threads_);
  }

  int threads_;
  search::PassageEncoder passages_;
  const embedding::TextEncoder& encoder_;
};

// Embeds any formula by its meaning and its structure.
class FormulaEmbedding final : public Embedding {
 public:
  explicit FormulaEmbedding(const EmbedLinesOptions& options)
      : options_(options), encoder_(open_encoder(kCommand, options.model)) {}

  Item item_of(std::string_view text) const override {
    Item item{{std::string(text), {}, {}, {}}, {}, {}};
    auto vector = encoder_.embed(text, options_.arguments.from());
    if (vector) {
      item.result.vector = *std::move(vector);
    } else {
      item.result.error = vector.error().message;
      item.place = vector.error().span;
    }
    return item;
  }
  // The items already have their vectors.
  void embed(std::vector<Item>& /*items*/) const override {}

  std::size_t width() const override { return encoder_.model().width; }

 private:
  base::Result<std::vector<float>> vectors_of(
      const std::vector<std::vector<neural::TokenId>>& /*tokens*/) const override {
    return std::vector<float>();
  }

  const EmbedLinesOptions& options_;
  search::FormulaEncoder encoder_;
};

std::unique_ptr<const Embedding> open_embedding(const EmbedLinesOptions& options) {
  if (options.text) return std::make_unique<const TextEmbedding>(options);
  if (options.formula) return std::make_unique<const FormulaEmbedding>(options);
  return std::make_unique<const ExpressionEmbedding>(options);
}

class Writing {
 public:
  explicit Writing(const EmbedLinesOptions& options) : output_(base::Output::create("-")) {
    if (!output_) fail(kCommand, output_.error(), ExitCode::Failure);
    format_ = options.similarity ? (options.format == "json" ? EmbedFormat::SimilarityJson
                                                             : EmbedFormat::Similarity)
                                 : *embed_format_by_name(options.format);
  }

  void put(std::string_view text) { check(output_->write(text)); }
  void put(const EmbeddedExpression& expression, const std::optional<EmbeddedExpression>& first) {
    put(embedded_text(format_, expression, first ? &*first : nullptr));
  }
  void flush() { check(output_->flush()); }
  void close() { check(output_->close()); }
  EmbedFormat format() const { return format_; }

 private:
  void check(const base::Result<void>& written) {
    if (written) return;
    if (output_->pipe_closed()) finish(ExitCode::Ok);
    fail(kCommand, written.error(), ExitCode::Failure);
  }

  base::Result<base::Output> output_;
  EmbedFormat format_ = EmbedFormat::Json;
};

void embed_arguments(const EmbedLinesOptions& options, const Embedding& embedding,
                     Writing& writing) {
  std::vector<Item> items;
  for (const std::string& text : options.expressions) {
    items.push_back(embedding.item_of(text));
    const Item& item = items.back();
    if (!item.result.error.empty()) {
      fail(kCommand, {item.result.error, item.place, ""}, ExitCode::BadInput, text);
    }
  }
  embedding.embed(items);
  if (writing.format() == EmbedFormat::Npy) {
    std::vector<EmbeddedExpression> all;
    for (Item& item : items) all.push_back(std::move(item.result));
    return writing.put(npy_bytes(all, embedding.width()));
  }
  std::optional<EmbeddedExpression> first;
  for (const Item& item : items) {
    if (options.similarity && !first) {
      first = item.result;
      continue;
    }
    writing.put(item.result, first);
  }
}

// Lines that cannot be embedded are reported in the output and counted; npy has no place for them.
void embed_file(const EmbedLinesOptions& options, const Embedding& embedding, Writing& writing) {
  const std::size_t most = options.text ? kMaxTextBytes : formula::kMaxInputBytes;
  auto lines = base::LineReader::open(options.file, most);
  if (!lines) fail(kCommand, lines.error(), ExitCode::Failure);
  base::ProgressBar progress("expressions", lines->total_bytes());
  std::vector<EmbeddedExpression> all;  // for npy, whose header contains their number
  std::vector<Item> items;
  std::optional<EmbeddedExpression> first;
  std::uint64_t count = 0;
  std::uint64_t failed = 0;
  std::size_t batch_bytes = 0;
  const auto flush = [&] {
    embedding.embed(items);
    for (Item& item : items) {
      if (writing.format() == EmbedFormat::Npy) {
        all.push_back({{}, {}, std::move(item.result.vector), {}});
      } else if (options.similarity && !first) {
        first = std::move(item.result);
      } else {
        writing.put(item.result, first);
      }
    }
    items.clear();
    batch_bytes = 0;
  };
  // A user who types or feeds a pipe may wait for the answers before the next line.
  const auto may_wait = [&] { return !lines->total_bytes() && !lines->has_buffered_line(); };
  while (true) {
    const auto line = lines->next();
    if (!line) fail(kCommand, line.error(), ExitCode::Failure);
    if (!*line) break;
    ++count;
    if ((*line)->too_long) {
      Item& item = items.emplace_back();
      item.result.expression = (*line)->text.substr(0, kShownBytes);
      item.result.error = fmt::format("the line is longer than {} bytes", most);
    } else {
      items.push_back(embedding.item_of((*line)->text));
    }
    if (!items.back().result.error.empty()) {
      ++failed;
      if (writing.format() == EmbedFormat::Npy || (options.similarity && !first)) {
        fail(kCommand,
             {fmt::format("{}:{}: {}", lines->name(), count, items.back().result.error), {}, ""},
             ExitCode::BadInput);
      }
    }
    batch_bytes += (*line)->text.size();
    if (items.size() == kBatch || batch_bytes >= kBatchBytes || (options.similarity && !first)) {
      flush();
    }
    if (may_wait()) {
      flush();
      writing.flush();
    }
    progress.update(count, lines->bytes_read());
  }
  flush();
  progress.finish();
  if (writing.format() == EmbedFormat::Npy) writing.put(npy_bytes(all, embedding.width()));
  writing.close();
  if (failed > 0) {
    fmt::print(stderr, "noether embed: {} of {} expressions have no vector\n", failed, count);
    finish(ExitCode::BadInput);
  }
}

void run(const EmbedLinesOptions& given) {
  EmbedLinesOptions options = given;
  if (options.expressions == std::vector<std::string>{"-"}) {
    options.expressions.clear();
    options.file = "-";
  }
  if (options.expressions.empty() == options.file.empty()) {
    fail(kCommand, {"give either expressions or a file of expressions", {}, ""}, ExitCode::Failure);
  }
  if (options.similarity && options.file.empty() && options.expressions.size() < 2) {
    fail(kCommand, {"--similarity needs two expressions", {}, ""}, ExitCode::Failure);
  }
  if (options.similarity && options.format == "npy") {
    fail(kCommand, {"--similarity is written as tsv or json", {}, ""}, ExitCode::Failure);
  }
  if (options.format.empty()) options.format = options.similarity ? "tsv" : "json";
  const auto embedding = open_embedding(options);
  Writing writing(options);
  if (!options.file.empty()) return embed_file(options, *embedding, writing);
  embed_arguments(options, *embedding, writing);
  writing.close();
}

}  // namespace

void register_embed(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("embed", "Computes vectors of expressions, of formulas and of texts");
  const auto options = std::make_shared<EmbedLinesOptions>();
  options->arguments.add_from_option(*command);
  command->add_option("EXPR", options->expressions,
                      "Expressions; - reads them from standard input, one per line");
  command->add_option("--file", options->file, "File of expressions, one per line");
  CLI::Option* text = command->add_flag(
      "--text", options->text, "Texts instead of expressions, with formulas between dollar signs");
  command
      ->add_flag("--formula", options->formula,
                 "Formulas of any kind instead of expressions, by meaning and shape, as an index "
                 "has them")
      ->excludes(text);
  command->add_option("--model", options->model,
                      "The model folder; by default $NOETHER_MODEL, for texts $NOETHER_TEXT_MODEL, "
                      "or the shipped one");
  command
      ->add_option("--format", options->format,
                   "The format of vectors; by default json, and tsv with --similarity")
      ->check(CLI::IsMember({"json", "tsv", "npy"}));
  command->add_flag(
      "--similarity", options->similarity,
      "Print the cosine of the first expression with each of the others instead of the vectors");
  command->add_option("--threads", options->threads, "The number of threads; 0 uses all cores")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  command->footer(
      "Examples:\n"
      "  noether embed --similarity '\\sin(2x)' '2\\sin x\\cos x'\n"
      "  noether embed --formula --similarity 'x \\in A' 'y \\in B'\n"
      "  noether embed --text --similarity 'is 91 a prime' 'Test whether $n$ is prime.'");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
