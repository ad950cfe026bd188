#include "noether/embedding/shipped_model.h"

#include <cstdlib>
#include <filesystem>

namespace noether::embedding {

std::string shipped_model_folder(const char* variable, const std::string& name) {
  if (const char* named = std::getenv(variable); named != nullptr && *named != '\0') return named;
  std::error_code failed;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (!failed) {
    const auto installed = program.parent_path().parent_path() / "share/noether/models" / name;
    if (std::filesystem::exists(installed, failed)) return installed.string();
  }
  return std::string(NOETHER_MODELS_FOLDER "/") + name;
}

std::string shipped_model_folder() {
  return shipped_model_folder("NOETHER_MODEL", "formula-encoder");
}

std::string model_name(const std::string& folder) {
  const std::filesystem::path path(folder);
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

}  // namespace noether::embedding
