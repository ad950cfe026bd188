// noether amr lexicon: the lexicon of the parser of sentences, from published lists.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "noether/amr/parser/lexicon.h"
#include "noether/cli/amr/records.h"
#include "noether/cli/console/messages.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "amr lexicon";

struct LexiconArguments {
  amr::LexiconSources paths;
};

void run(const LexiconArguments& arguments) {
  const auto text_of = [](const std::string& path) {
    return path.empty() ? std::string() : read_whole_text(kCommand, path);
  };
  const amr::LexiconSources& paths = arguments.paths;
  const amr::Lexicon lexicon = amr::make_lexicon(
      {text_of(paths.propbank), text_of(paths.frames), text_of(paths.verbalizations),
       text_of(paths.derivations), text_of(paths.treebank)});
  print_result(kCommand, lexicon.text());
}

}  // namespace

void register_amr_lexicon(CLI::App& amr) {
  CLI::App* command = amr.add_subcommand("lexicon", "Makes the lexicon of a parser of sentences");
  const auto arguments = std::make_shared<LexiconArguments>();
  command->add_option("--propbank", arguments->paths.propbank,
                      "Framesets of PropBank: XML, or a tar file of them, plain or gzip");
  command->add_option("--frames", arguments->paths.frames,
                      "Frames of AMR, one per line: adjust-01  ARG0: ...  ARG1: ...");
  command->add_option("--verbalizations", arguments->paths.verbalizations,
                      "Lines such as: VERBALIZE teacher TO person :ARG0-of teach-01");
  command->add_option("--derivations", arguments->paths.derivations,
                      "Lines such as: ::DERIV-VERB \"adjust\" ::DERIV-NOUN \"adjustment\"");
  command->add_option("--treebank", arguments->paths.treebank,
                      "CoNLL-U, for the lemmas of irregular forms");
  command->footer(
      "Example:\n"
      "  printf 'adjust-01  ARG0: agent  ARG1: thing\\n' > frames.txt\n"
      "  noether amr lexicon --frames frames.txt");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
