// Speed of readers, words and sentences on one core. Readers are measured in documents per second:
// PlanetMath's entries as LaTeX, and the posts of the ARQMath collection as HTML, in one pass and
// by the full parser. Words with stems and sentences are measured in bytes of text per second. The
// texts are those of NOETHER_DATA (default ../shared/data, from the top folder of the sources); if
// it is missing, a few texts written here are repeated.
#include <benchmark/benchmark.h>
#include <expat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "noether/text/html/html_readers.h"
#include "noether/text/html/html_text.h"
#include "noether/text/sentences.h"
#include "noether/text/tex/tex_text.h"
#include "noether/text/words.h"

namespace noether::text {
namespace {

std::filesystem::path bench_data_folder() {
  const char* set = std::getenv("NOETHER_DATA");
  return set != nullptr ? set : "../shared/data";
}

std::string read_bench_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// PlanetMath's entries, in the order of their paths.
std::vector<std::string> latex_documents() {
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

std::int64_t total_bytes(const std::vector<std::string>& texts) {
  std::int64_t bytes = 0;
  for (const std::string& text : texts) bytes += static_cast<std::int64_t>(text.size());
  return bytes;
}

std::vector<std::string> posts() {
  std::vector<std::string> bodies;
  const std::string xml =
      read_bench_file(bench_data_folder() / "arqmath/collection/Posts.V1.3.xml");
  const XML_Parser parser = XML_ParserCreate(nullptr);
  XML_SetUserData(parser, &bodies);
  XML_SetStartElementHandler(parser, [](void* out, const XML_Char*, const XML_Char** attribute) {
    for (; *attribute != nullptr; attribute += 2) {
      if (std::string_view(attribute[0]) == "Body") {
        static_cast<std::vector<std::string>*>(out)->emplace_back(attribute[1]);
      }
    }
  });
  XML_Parse(parser, xml.data(), static_cast<int>(xml.size()), 1);
  XML_ParserFree(parser);
  if (bodies.empty()) {
    bodies.assign(1'000,
                  "<p>Let <span class=\"math-container\" id=\"1\">$f(x)=x^2$</span> be a function; "
                  "how do I <em>show</em> that it has a minimum?</p>\n<ul><li>It is convex.</li>"
                  "<li>It is at least <span class=\"math-container\">$0$</span>.</li></ul>");
  }
  return bodies;
}

void latex_documents_to_pieces(benchmark::State& state) {
  const std::vector<std::string> documents = latex_documents();
  TexReader reader;
  for ([[maybe_unused]] const auto _ : state) {
    for (const std::string& document : documents) {
      benchmark::DoNotOptimize(reader.read(document).pieces.data());
    }
  }
  state.SetBytesProcessed(state.iterations() * total_bytes(documents));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(documents.size()));
}
BENCHMARK(latex_documents_to_pieces)->Unit(benchmark::kMillisecond);

void html_posts(benchmark::State& state, bool by_parser) {
  const std::vector<std::string> bodies = posts();
  for ([[maybe_unused]] const auto _ : state) {
    for (const std::string& body : bodies) {
      if (by_parser) {
        FieldBuilder out("body");
        append_html_tree(body, {}, out);
        benchmark::DoNotOptimize(out.take().text.data());
      } else {
        benchmark::DoNotOptimize(read_html(body, "body").text.data());
      }
    }
  }
  state.SetBytesProcessed(state.iterations() * total_bytes(bodies));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(bodies.size()));
}
BENCHMARK_CAPTURE(html_posts, as_they_are, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(html_posts, all_by_the_parser, true)->Unit(benchmark::kMillisecond);

const std::vector<Field>& fields() {
  static const std::vector<Field> all = [] {
    std::vector<Field> made;
    TexReader reader;
    for (const std::string& tex : latex_documents()) {
      for (Piece& piece : reader.read(tex).pieces) made.push_back(std::move(piece.body));
    }
    return made;
  }();
  return all;
}

std::int64_t count_bytes() {
  std::int64_t bytes = 0;
  for (const Field& field : fields()) bytes += static_cast<std::int64_t>(field.text.size());
  return bytes;
}

void words_and_stems(benchmark::State& state) {
  const std::vector<Field>& texts = fields();
  WordReader reader;
  Word word;
  std::int64_t words = 0;
  for ([[maybe_unused]] const auto _ : state) {
    for (const Field& field : texts) {
      reader.start(field);
      while (reader.next(word)) {
        benchmark::DoNotOptimize(word.stem.data());
        ++words;
      }
    }
  }
  state.SetBytesProcessed(state.iterations() * count_bytes());
  state.SetItemsProcessed(words);
}
BENCHMARK(words_and_stems)->Unit(benchmark::kMillisecond);

// Formulas are skipped, so text without formulas is the harder case for words.
void words_and_stems_of_prose(benchmark::State& state) {
  std::string prose;
  for (const Field& field : fields()) {
    std::size_t at = 0;
    for (const FormulaSpan& formula : field.formulas) {
      prose.append(field.text, at, formula.begin - 1 - at);
      at = formula.end + 1;
    }
    prose.append(field.text, at, std::string::npos);
  }
  WordReader reader;
  Word word;
  std::int64_t words = 0;
  for ([[maybe_unused]] const auto _ : state) {
    reader.start(prose);
    while (reader.next(word)) {
      benchmark::DoNotOptimize(word.stem.data());
      ++words;
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(prose.size()));
  state.SetItemsProcessed(words);
}
BENCHMARK(words_and_stems_of_prose)->Unit(benchmark::kMillisecond);

void sentences(benchmark::State& state) {
  std::vector<base::Span> found;
  for ([[maybe_unused]] const auto _ : state) {
    for (const Field& field : fields()) {
      find_sentences(field.text, field.formulas, found);
      benchmark::DoNotOptimize(found.data());
    }
  }
  state.SetBytesProcessed(state.iterations() * count_bytes());
}
BENCHMARK(sentences)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace noether::text
