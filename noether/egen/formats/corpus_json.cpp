#include "noether/egen/formats/corpus_json.h"

namespace noether::egen {

OrderedJson plan_json(const CorpusPlan& plan) {
  OrderedJson json;
  json["version"] = kCorpusVersion;
  json["command"] = plan.command;
  json["format"] = format_name(plan.format);
  json["initial_expressions"] = plan.clusters;
  json["clusters_per_block"] = plan.clusters_per_block;
  json["part"] = {{"index", plan.part.index}, {"count", plan.part.count}};
  json["parameters"] = plan.parameters;
  json["rule_names"] = plan.rule_names;
  return json;
}

CorpusPlan plan_from_json(const OrderedJson& json) {
  CorpusPlan plan;
  json.at("command").get_to(plan.command);
  const auto format = format_by_name(json.at("format").get<std::string>());
  plan.clusters = whole_number_at<std::uint64_t>(json, "initial_expressions");
  plan.clusters_per_block = whole_number_at<std::uint64_t>(json, "clusters_per_block");
  plan.part.index = whole_number_at<std::uint32_t>(json.at("part"), "index");
  plan.part.count = whole_number_at<std::uint32_t>(json.at("part"), "count");
  if (!format || plan.clusters_per_block == 0 || plan.part.index >= plan.part.count) {
    throw OrderedJson::other_error::create(501, "a value is out of its range", &json);
  }
  plan.format = *format;
  json.at("parameters").get_to(plan.parameters);
  json.at("rule_names").get_to(plan.rule_names);
  return plan;
}

}  // namespace noether::egen
