// Texts for the benchmarks: those of NOETHER_DATA (default ../shared/data, from the top folder of
// the sources), and where it is not, a few written here, repeated.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace noether::text {

inline std::filesystem::path bench_data_folder() {
  const char* set = std::getenv("NOETHER_DATA");
  return set != nullptr ? set : "../shared/data";
}

inline std::string read_bench_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// PlanetMath's entries, in the order of their paths.
inline std::vector<std::string> latex_documents() {
  std::vector<std::filesystem::path> paths;
  const std::filesystem::path folder = bench_data_folder() / "text/planetmath";
  if (std::filesystem::exists(folder)) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".tex") paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> documents;
  for (const std::filesystem::path& path : paths) documents.push_back(read_bench_file(path));
  if (documents.empty()) {
    documents.assign(1'000,
                     "\\newcommand{\\R}{\\mathbb{R}}\\section{Continuity}\n"
                     "Let $f\\colon\\R\\to\\R$ be continuous at every rational point.\n\n"
                     "\\begin{theorem}[Extension]\\label{ext} If $f$ is uniformly continuous on\n"
                     "$\\mathbb{Q}$, it extends in exactly one way.\\end{theorem}\n"
                     "\\begin{proof} Cauchy sequences are mapped to Cauchy sequences, so\n"
                     "\\[ f(x) = \\lim_{n\\to\\infty} f(x_n) \\] does not depend on the choice of\n"
                     "the sequence.\\end{proof}\n");
  }
  return documents;
}

}  // namespace noether::text
