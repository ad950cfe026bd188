// noether model shape: measures how rare features of formulas are, for the shape part of a formula
// encoder.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/line_reader.h"
#include "noether/base/parallel.h"
#include "noether/base/progress.h"
#include "noether/base/result_file.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/embedding/formula/formula_reading.h"
#include "noether/embedding/formula/shape_model.h"
#include "noether/formula/limits.h"
#include "noether/index/index_reader.h"

namespace noether::cli {
namespace {

constexpr std::string_view kModelShape = "model shape";
constexpr std::size_t kFormulasAtOnce = 4096;

struct ModelShapeOptions {
  std::vector<std::string> files;
  std::string output;
  std::string features;
  unsigned threads = 0;
};

// Reads formulas and keeps the requested results: counts, and a line of features for each formula.
class ShapeCounter {
 public:
  explicit ShapeCounter(const ModelShapeOptions& options)
      : threads_(base::thread_count(options.threads)) {
    for (unsigned i = 0; i < threads_; ++i) readers_.emplace_back(tokenizer_);
    if (options.features.empty()) return;
    auto file = base::ResultFile::create(base::FileSystem::real(), options.features);
    if (!file) fail(kModelShape, file.error(), ExitCode::Failure);
    dump_.emplace(*std::move(file));
  }

  void add(std::string_view latex) {
    formulas_.emplace_back(latex);
    if (formulas_.size() == kFormulasAtOnce) flush();
  }
  void finish() {
    flush();
    progress_.finish();
    if (!dump_) return;
    if (auto done = dump_->commit(); !done) fail(kModelShape, done.error(), ExitCode::Failure);
  }
  const embedding::RarityCounter& rarities() const { return rarities_; }
  std::uint64_t unreadable() const { return unreadable_; }

 private:
  void flush();

  embedding::ExpressionTokenizer tokenizer_ = embedding::ExpressionTokenizer::standard();
  unsigned threads_;
  std::vector<embedding::FormulaReadingReader> readers_;
  std::optional<base::ResultFile> dump_;
  std::vector<std::string> formulas_;
  embedding::RarityCounter rarities_;
  std::uint64_t unreadable_ = 0;
  base::ProgressBar progress_{"formulas", std::nullopt};
};

void ShapeCounter::flush() {
  std::vector<embedding::FormulaReading> readings(formulas_.size());
  std::vector<char> readable(formulas_.size());  // not vector<bool>, because threads write into it
  base::for_each_in_parallel(formulas_.size(), threads_, [&](std::size_t i, std::size_t thread) {
    readable[i] =
        readers_[thread].read(formulas_[i], formula::Notation::Latex, readings[i]).has_value();
  });
  std::string lines;
  for (std::size_t i = 0; i < formulas_.size(); ++i) {
    if (readable[i] != 0) {
      rarities_.add(readings[i].features);
      if (dump_) lines += embedding::features_line(readings[i].features);
    } else {
      ++unreadable_;
    }
    lines += '\n';
  }
  if (dump_) {
    if (auto done = dump_->write(lines); !done) fail(kModelShape, done.error(), ExitCode::Failure);
  }
  formulas_.clear();
  progress_.update(rarities_.formulas(), 0);
}

void add_index(const std::string& folder, ShapeCounter& counter) {
  const auto index = index::IndexReader::open(folder);
  if (!index) fail(kModelShape, index.error(), ExitCode::Failure);
  for (std::uint32_t number = 0; number < index->formulas(); ++number) {
    const auto formula = index->formula(number);
    if (!formula) fail(kModelShape, formula.error(), ExitCode::Failure);
    counter.add(formula->latex);
  }
}

void add_lines(const std::string& file, ShapeCounter& counter) {
  auto lines = base::LineReader::open(file, formula::kMaxInputBytes);
  if (!lines) fail(kModelShape, lines.error(), ExitCode::Failure);
  while (true) {
    const auto line = lines->next();
    if (!line) fail(kModelShape, line.error(), ExitCode::Failure);
    if (!*line) return;
    counter.add((*line)->too_long ? std::string_view() : (*line)->text);
  }
}

void make_shape(const ModelShapeOptions& options) {
  if (options.output.empty() && options.features.empty()) {
    fail(kModelShape, {"no output is requested", {}, "name a folder by -o or a file by --features"},
         ExitCode::BadInput);
  }
  ShapeCounter counter(options);
  for (const std::string& file : options.files) {
    if (std::filesystem::is_directory(file)) {
      add_index(file, counter);
    } else {
      add_lines(file, counter);
    }
  }
  counter.finish();
  const std::uint64_t formulas = counter.rarities().formulas();
  if (formulas == 0) {
    fail(kModelShape, {"no formula could be read", {}, {}}, ExitCode::BadInput);
  }
  if (!options.output.empty()) {
    embedding::ShapeModel model;
    model.kind_weights.fill(1);
    model.rarities = counter.rarities().rarities();
    if (auto made = base::FileSystem::real().make_folder(options.output); !made) {
      fail(kModelShape, made.error(), ExitCode::Failure);
    }
    if (auto written = model.write(options.output + "/shape.safetensors"); !written) {
      fail(kModelShape, written.error(), ExitCode::Failure);
    }
  }
  // Features on standard output must stand alone, so the summary goes to stderr.
  fmt::print(stderr, "noether {}: {} read, {} unreadable\n", kModelShape,
             counted(formulas, "formula"), counter.unreadable());
}

}  // namespace

void register_model_shape(CLI::App& model) {
  CLI::App* command = model.add_subcommand(
      "shape", "Counts how rare the features of formulas are, for a formula encoder");
  const auto options = std::make_shared<ModelShapeOptions>();
  command->add_option("FILE", options->files, "Files of LaTeX, one formula per line, or indexes")
      ->required();
  command->add_option("-o,--output", options->output,
                      "The folder that gets shape.safetensors: rarities, and weights of 1");
  command->add_option("--features", options->features,
                      "A file that gets the features of each formula, one line each, empty where "
                      "one cannot be read; - is standard output");
  command->add_option("--threads", options->threads, "The number of threads; 0 uses all processors")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  command->footer(
      "A line of features is kind:hash:count for each, separated by blanks. docs/formats/model.md\n"
      "lists the kinds.\n"
      "\n"
      "Example:\n"
      "  noether model shape formulas.tex -o run/model --features formulas.features");
  command->callback([options] { make_shape(*options); });
}

}  // namespace noether::cli
