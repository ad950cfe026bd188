// noether corpus: large, sound corpora of equivalent expressions.
#include "noether/cli/commands.h"
#include "noether/cli/corpus/corpus_commands.h"

namespace noether::cli {

void register_corpus(CLI::App& app) {
  CLI::App* corpus = app.add_subcommand("corpus", "Makes and checks corpora of equal expressions");
  corpus->require_subcommand(1);
  register_corpus_generate(*corpus);
  register_corpus_import(*corpus);
  register_corpus_merge(*corpus);
  register_corpus_show(*corpus);
  register_corpus_pairs(*corpus);
  register_corpus_split(*corpus);
  register_corpus_stats(*corpus);
  register_corpus_tasks(*corpus);
  register_corpus_distractors(*corpus);
  register_corpus_triplets(*corpus);
  register_corpus_vary(*corpus);
  register_corpus_verify(*corpus);
}

}  // namespace noether::cli
