// noether pool: what assessors judge, and what becomes of it.
#include "noether/cli/commands.h"
#include "noether/cli/evaluate/pool_commands.h"

namespace noether::cli {

void register_pool(CLI::App& app) {
  CLI::App* pool =
      app.add_subcommand("pool", "Builds pools of results to be judged, and merges judgements");
  pool->require_subcommand(1);
  register_pool_build(*pool);
  register_pool_merge(*pool);
}

}  // namespace noether::cli
