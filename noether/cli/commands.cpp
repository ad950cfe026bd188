#include "noether/cli/commands.h"

namespace noether::cli {

void finish(ExitCode code) { throw CLI::RuntimeError(static_cast<int>(code)); }

}  // namespace noether::cli
