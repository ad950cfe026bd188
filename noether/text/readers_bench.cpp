// Documents per second, one core: PlanetMath's entries as LaTeX, the posts of the ARQMath
// collection as HTML, in one pass and by the whole parser.
#include <benchmark/benchmark.h>
#include <expat.h>

#include <string_view>

#include "noether/text/bench_data.h"
#include "noether/text/html/html_readers.h"
#include "noether/text/html_text.h"
#include "noether/text/tex_text.h"

namespace noether::text {
namespace {

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

}  // namespace
}  // namespace noether::text
