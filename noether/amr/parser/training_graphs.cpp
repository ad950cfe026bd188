#include "noether/amr/parser/training_graphs.h"

#include <nlohmann/json.hpp>

#include <algorithm>

#include "noether/amr/bank.h"
#include "noether/amr/parser/scan_text.h"
#include "noether/base/hash.h"

namespace noether::amr {
namespace {

base::Result<TrainingGraphs> read_topics(std::string_view text) {
  TrainingGraphs out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    const auto topic = nlohmann::json::parse(line, nullptr, false);
    if (!topic.is_object() || !topic.contains("context") || !topic.contains("amr_before_splice")) {
      ++out.left_out;
      continue;
    }
    auto tree = read_penman(topic["amr_before_splice"].get<std::string>());
    if (!tree) {
      ++out.left_out;
      continue;
    }
    out.graphs.push_back({topic.value("topic", ""),
                          split_words(topic["context"].get<std::string>()), *std::move(tree)});
  }
  return out;
}

// Those of PropBank's examples that are plain AMR; others have roles of their own, for places in
// space and for patients.
TrainingGraphs read_frame_graphs(std::string_view text) {
  TrainingGraphs out;
  take_until(text, "<example");
  while (!text.empty()) {
    std::string_view example = take_until(text, "<example");
    std::string_view graph = example;
    take_until(graph, "<amr version=\"2019\">");
    if (graph.empty()) continue;
    graph = take_until(graph, "</amr>");
    take_until(example, "<text>");
    const std::string_view sentence = take_until(example, "</text>");
    auto tree = read_penman(graph);
    // "&" begins a sign of XML.
    if (!tree || sentence.contains('&') || graph.contains('&')) {
      ++out.left_out;
      continue;
    }
    out.graphs.push_back({"", split_words(sentence), *std::move(tree)});
  }
  return out;
}

}  // namespace

base::Result<TrainingGraphs> read_training_graphs(std::string_view text, Wordings wordings) {
  if (text.starts_with('{')) return read_topics(text);
  if (text.starts_with("<?xml")) return read_frame_graphs(text);
  TrainingGraphs out;
  BankReader reader(text);
  while (true) {
    auto entry = reader.next();
    if (!entry) {
      ++out.left_out;
      continue;
    }
    if (!*entry) return out;
    const std::string_view sentence = (*entry)->find("snt");
    if (sentence.empty()) {
      ++out.left_out;
      continue;
    }
    const std::string id((*entry)->find("id"));
    for (const auto& [key, value] : (*entry)->metadata) {
      if (key == "alt" && wordings == Wordings::All)
        out.graphs.push_back({id, split_words(value), (*entry)->tree});
    }
    out.graphs.push_back({id, split_words(sentence), std::move((*entry)->tree)});
  }
}

bool is_held_out(std::string_view sentence, unsigned part) {
  return base::digest_of(sentence).low % kParts == part;
}

}  // namespace noether::amr
