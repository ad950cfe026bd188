#include "noether/egen/tasks/task_files.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "noether/base/line_reader.h"
#include "noether/egen/formats/whole_number.h"

namespace noether::egen {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t kMaxTaskLineBytes = std::size_t{16} << 20;

std::string line_of(const OrderedJson& json) {
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

std::string_view origin_name(SemanticChoice::Origin origin) {
  switch (origin) {
    case SemanticChoice::Origin::Answer:
      return "answer";
    case SemanticChoice::Origin::OfQuery:
      return "of-query";
    case SemanticChoice::Origin::OfAnswer:
      return "of-answer";
  }
  return "answer";
}

SemanticChoice::Origin origin_by_name(const std::string& name) {
  using enum SemanticChoice::Origin;
  for (const auto origin : {Answer, OfQuery, OfAnswer}) {
    if (origin_name(origin) == name) return origin;
  }
  throw std::invalid_argument(fmt::format("`{}` is not an origin of a candidate", name));
}

OrderedJson change_json(const std::optional<Change>& change) {
  return change ? OrderedJson(change_name(*change)) : OrderedJson();
}

std::optional<Change> change_of(const OrderedJson& json) {
  if (json.is_null()) return std::nullopt;
  const auto name = json.get<std::string>();
  const auto change = change_by_name(name);
  if (!change) throw std::invalid_argument(fmt::format("`{}` is not a kind of change", name));
  return change;
}

// These functions throw on invalid data; `read_line` converts the exception to an Error.

void read_item(const OrderedJson& json, SemanticChoice& item) {
  item.cluster_id = whole_number_at<std::uint64_t>(json, "cluster");
  item.query = json.at("query").get<std::string>();
  for (const OrderedJson& candidate : json.at("candidates")) {
    item.candidates.push_back({candidate.at("expression").get<std::string>(),
                               origin_by_name(candidate.at("origin").get<std::string>()),
                               change_of(candidate.at("change"))});
  }
  item.answer = whole_number_at<std::size_t>(json, "answer");
  if (item.candidates.size() != kChoices || item.answer >= kChoices) {
    throw std::invalid_argument(
        fmt::format("an item has {} candidates, one of them the answer", kChoices));
  }
}

void read_item(const OrderedJson& json, Derivation& item) {
  item.cluster_id = whole_number_at<std::uint64_t>(json, "cluster");
  for (const OrderedJson& step : json.at("steps")) {
    item.steps.push_back({step.at("expression").get<std::string>(),
                          step.at("rule").get<std::string>(), change_of(step.at("mistake"))});
  }
  if (item.steps.empty()) throw std::invalid_argument("a derivation has at least one step");
}

void read_item(const OrderedJson& json, Analogy& item) {
  item.relation = json.at("relation").get<std::string>();
  item.x1 = json.at("x1").get<std::string>();
  item.y1 = json.at("y1").get<std::string>();
  item.x2 = json.at("x2").get<std::string>();
  item.y2 = json.at("y2").get<std::string>();
  item.paper = whole_number_at<unsigned>(json, "paper");
  for (const OrderedJson& group : json.at("excluded")) {
    const auto number = whole_number<std::uint64_t>(group);
    if (!number)
      throw std::invalid_argument(
          "\"excluded\" contains something that is not a number of a group");
    item.excluded.push_back(*number);
  }
}

void read_item(const OrderedJson& json, PoolEntry& item) {
  item.expression = json.at("expression").get<std::string>();
  item.group = whole_number_at<std::uint64_t>(json, "group");
}

void read_item(const OrderedJson& json, RetrievalCluster& item) {
  item.cluster_id = whole_number_at<std::uint64_t>(json, "cluster");
  item.expressions = json.at("expressions").get<std::vector<std::string>>();
}

template <typename Item>
base::Result<void> read_line(std::string_view line, Item& item) {
  item = Item();
  try {
    read_item(OrderedJson::parse(line), item);
  } catch (const std::exception& error) {
    return base::fail(error.what());
  }
  return {};
}

template <typename Item>
base::Result<std::vector<Item>> read_items(const std::string& path) {
  auto reader = base::LineReader::open(path, kMaxTaskLineBytes);
  if (!reader) return std::unexpected(reader.error());
  std::vector<Item> items;
  while (true) {
    const auto line = reader->next();
    if (!line) return std::unexpected(line.error());
    if (!*line) return items;
    const auto at = [&](std::string_view what) {
      return base::fail(fmt::format("{}:{}: {}", path, (*line)->number, what), {},
                        "`noether corpus tasks` writes such files; see docs/tasks.md");
    };
    if ((*line)->too_long) return at("the line is too long");
    const auto read = read_line((*line)->text, items.emplace_back());
    if (!read) return at(read.error().message);
  }
}

}  // namespace

std::string json_line(const SemanticChoice& item) {
  OrderedJson candidates = OrderedJson::array();
  for (const SemanticChoice::Candidate& candidate : item.candidates) {
    candidates.push_back({{"expression", candidate.expression},
                          {"origin", origin_name(candidate.origin)},
                          {"change", change_json(candidate.change)}});
  }
  return line_of({{"cluster", item.cluster_id},
                  {"query", item.query},
                  {"candidates", candidates},
                  {"answer", item.answer}});
}

std::string json_line(const Derivation& item) {
  OrderedJson steps = OrderedJson::array();
  for (const DerivationStep& step : item.steps) {
    steps.push_back({{"expression", step.expression},
                     {"rule", step.rule},
                     {"mistake", change_json(step.mistake)}});
  }
  return line_of({{"cluster", item.cluster_id}, {"steps", steps}});
}

std::string json_line(const Analogy& item) {
  return line_of({{"relation", item.relation},
                  {"x1", item.x1},
                  {"y1", item.y1},
                  {"x2", item.x2},
                  {"y2", item.y2},
                  {"paper", item.paper},
                  {"excluded", item.excluded}});
}

std::string json_line(const PoolEntry& item) {
  return line_of({{"expression", item.expression}, {"group", item.group}});
}

std::string json_line(const RetrievalCluster& item) {
  return line_of({{"cluster", item.cluster_id}, {"expressions", item.expressions}});
}

base::Result<void> read_json_line(std::string_view line, SemanticChoice& item) {
  return read_line(line, item);
}
base::Result<void> read_json_line(std::string_view line, Derivation& item) {
  return read_line(line, item);
}
base::Result<void> read_json_line(std::string_view line, Analogy& item) {
  return read_line(line, item);
}
base::Result<void> read_json_line(std::string_view line, PoolEntry& item) {
  return read_line(line, item);
}
base::Result<void> read_json_line(std::string_view line, RetrievalCluster& item) {
  return read_line(line, item);
}

base::Result<std::vector<SemanticChoice>> read_semantic_choices(const std::string& path) {
  return read_items<SemanticChoice>(path);
}
base::Result<std::vector<Derivation>> read_derivations(const std::string& path) {
  return read_items<Derivation>(path);
}
base::Result<std::vector<Analogy>> read_analogies(const std::string& path) {
  return read_items<Analogy>(path);
}
base::Result<std::vector<PoolEntry>> read_analogy_pool(const std::string& path) {
  return read_items<PoolEntry>(path);
}
base::Result<std::vector<RetrievalCluster>> read_retrieval_clusters(const std::string& path) {
  return read_items<RetrievalCluster>(path);
}

}  // namespace noether::egen
