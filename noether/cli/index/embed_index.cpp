// noether embed-index: adds vectors for the formulas of an index.
#include <memory>
#include <string>

#include "noether/cli/console/messages.h"
#include "noether/cli/index/formula_vectors.h"
#include "noether/index/index_reader.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "embed-index";

struct EmbedOptions {
  std::string folder;
  std::string model;
  index::VectorSet set;
  unsigned threads = 0;
  bool json = false;
};

void run(const EmbedOptions& options) {
  // A missing index is reported before a model is opened.
  const auto index = index::IndexReader::open(options.folder);
  if (!index) fail(kCommand, index.error(), ExitCode::Failure);
  const search::FormulaEncoder encoder = open_encoder(kCommand, options.model);
  std::string said =
      add_vectors(kCommand, options.folder, encoder, options.threads, options.json, options.set);
  if (options.json) said += "\n";
  print_result(kCommand, said);
}

}  // namespace

void register_embed_index(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "embed-index", "Computes vectors of the formulas of an index, for noether similar");
  const auto options = std::make_shared<EmbedOptions>();
  command->add_option("INDEX", options->folder, "The folder of the index")->required();
  command->add_option("--model", options->model,
                      "The folder of an encoder; by default $NOETHER_MODEL or the shipped one");
  command
      ->add_option("--name", options->set.name,
                   "The name of the set of vectors; an index may have several sets, each with "
                   "vectors of one model")
      ->capture_default_str();
  command->add_option("--threads", options->threads, "The number of threads; 0 uses all processors")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  command->add_flag("--json", options->json, "The summary as a JSON object");
  command->footer(
      "Formulas that have a vector of this model already keep it; vectors of another\n"
      "model in the same set are replaced. The work is kept segment by segment: after a stop, the "
      "same command\n"
      "continues. Searches remain possible meanwhile.\n"
      "\n"
      "Example:\n"
      "  noether embed-index notes.idx");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
