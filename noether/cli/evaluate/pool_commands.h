// The commands of `noether pool`, one function and one file each.
#pragma once

#include <CLI/CLI.hpp>

namespace noether::cli {

void register_pool_build(CLI::App& pool);
void register_pool_merge(CLI::App& pool);

}  // namespace noether::cli
