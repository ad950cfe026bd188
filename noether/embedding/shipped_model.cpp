#include "noether/embedding/shipped_model.h"

#include <cstdlib>
#include <filesystem>

namespace noether::embedding {

std::string shipped_model_folder() {
  if (const char* named = std::getenv("NOETHER_MODEL"); named != nullptr && *named != '\0') {
    return named;
  }
  std::error_code failed;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (!failed) {
    const auto installed =
        program.parent_path().parent_path() / "share/noether/models/expression-encoder";
    if (std::filesystem::exists(installed, failed)) return installed.string();
  }
  return NOETHER_MODEL_FOLDER;
}

}  // namespace noether::embedding
