#include "noether/evaluation/embedding/score_embedding.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "noether/base/bar_chart.h"

namespace noether::evaluation {
namespace {

using OrderedJson = nlohmann::ordered_json;

// The best model of the paper for each measure: its Tables 4, 6, 8, 10 and 15.
constexpr double kPaperClustering = 0.9761;
constexpr double kPaperChoice = 0.7641;
constexpr double kPaperMistake = 0.7799;
constexpr double kPaperNoMistake = 0.9554;
constexpr double kPaperAlgebra = 0.7038;
constexpr std::array<double, kRetrievalDepths.size()> kPaperRetrieval{0.9993, 0.9982, 0.9976,
                                                                      0.9941};

double share_of(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string percent(double share_of_1) { return fmt::format("{:.2f}", 100 * share_of_1); }

std::string text_of(const OrderedJson& json) {
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

OrderedJson class_json(const ClassScore& score) {
  return {{"precision", score.precision()},
          {"recall", score.recall()},
          {"f1", score.f1()},
          {"steps", score.there}};
}

}  // namespace

std::vector<ScoreRow> score_rows(const EmbeddingScores& scores) {
  std::vector<ScoreRow> rows;
  const auto decided = [&](std::size_t part, std::size_t whole) -> std::optional<double> {
    if (!scores.with_algebra) return std::nullopt;
    return share_of(part, whole);
  };
  if (scores.clustering) {
    rows.push_back({.task = "K-means",
                    .measure = "accuracy",
                    .paper = kPaperClustering,
                    .ours = scores.clustering->accuracy,
                    .decided = decided(scores.grouped, scores.expressions),
                    .ceiling = {}});
  }
  if (scores.choices) {
    rows.push_back({.task = "semantic understanding",
                    .measure = "accuracy",
                    .paper = kPaperChoice,
                    .ours = scores.choices->accuracy,
                    .decided = decided(scores.choices->decided, scores.choices->chosen.size()),
                    .ceiling = {}});
  }
  if (scores.mistakes) {
    const auto by_algebra = decided(scores.mistakes->decided, scores.mistakes->steps.size());
    rows.push_back({"mistake detection: mistake",
                    "F1",
                    kPaperMistake,
                    scores.mistakes->mistake.f1(),
                    by_algebra,
                    {}});
    rows.push_back({"mistake detection: no mistake",
                    "F1",
                    kPaperNoMistake,
                    scores.mistakes->no_mistake.f1(),
                    by_algebra,
                    {}});
  }
  if (scores.analogies) {
    rows.push_back({.task = "embedding algebra",
                    .measure = "accuracy",
                    .paper = kPaperAlgebra,
                    .ours = scores.analogies->accuracy,
                    .decided = decided(scores.analogies->decided, scores.analogies->right.size()),
                    .ceiling = {}});
  }
  if (scores.retrieval) {
    for (std::size_t d = 0; d < kRetrievalDepths.size(); ++d) {
      const double ceiling = scores.retrieval->best_possible[d];
      rows.push_back({fmt::format("formula retrieval at {}", kRetrievalDepths[d]),
                      "precision",
                      kPaperRetrieval[d],
                      scores.retrieval->precision[d],
                      {},
                      ceiling < 1 ? std::optional(ceiling) : std::nullopt});
    }
  }
  return rows;
}

std::string score_text(const EmbeddingScores& scores) {
  std::string text = fmt::format(
      "embedding  {}, width {}{}\nreads      {}\ndata       {}\n", scores.embedding, scores.width,
      scores.with_algebra ? "; algebra decides what it can" : "", scores.reads, scores.data);
  if (!scores.without_items.empty()) {
    text += fmt::format("no items   for {}\n", fmt::join(scores.without_items, ", "));
  }
  if (scores.unreadable > 0) {
    text += fmt::format("unreadable {} expressions, which count as wrong\n", scores.unreadable);
  }
  if (scores.mistakes) {
    text += fmt::format("threshold  {:.4f}, from {}{}\n", scores.mistakes->threshold,
                        scores.threshold_data,
                        scores.threshold_is_of_data ? " -- the derivations that are scored" : "");
  }
  if (scores.cost.decisions > 0) {
    text += fmt::format("algebra    {} pairs compared, {:.1f} ms each, {:.2f} s at most\n",
                        scores.cost.decisions,
                        1000 * scores.cost.seconds / static_cast<double>(scores.cost.decisions),
                        scores.cost.longest);
  }
  const std::vector<ScoreRow> rows = score_rows(scores);
  std::vector<std::vector<std::string>> table{{"task", "measure", "paper", "ours"}};
  if (scores.with_algebra) table[0].emplace_back("by algebra");
  table[0].emplace_back("");
  for (const ScoreRow& row : rows) {
    auto& cells = table.emplace_back();
    cells = {row.task, row.measure, percent(row.paper), percent(row.ours)};
    if (scores.with_algebra) cells.push_back(row.decided ? percent(*row.decided) : "");
    cells.push_back(row.ceiling ? fmt::format("(at most {})", percent(*row.ceiling)) : "");
  }
  return text + "\n" + base::text_table(table);
}

std::string score_json(const EmbeddingScores& scores, const TaskData& data) {
  OrderedJson json{{"embedding", scores.embedding},
                   {"reads", scores.reads},
                   {"width", scores.width},
                   {"without_items", scores.without_items},
                   {"unreadable", scores.unreadable},
                   {"with_algebra", scores.with_algebra},
                   {"data", data.path},
                   {"corpus", data.corpus},
                   {"corpus_digest", data.digest},
                   {"seed", data.seed},
                   {"all_clusters", data.as_they_are},
                   {"scores", OrderedJson::array()}};
  for (const ScoreRow& row : score_rows(scores)) {
    OrderedJson one{
        {"task", row.task}, {"measure", row.measure}, {"paper", row.paper}, {"score", row.ours}};
    if (row.decided) one["by_algebra"] = *row.decided;
    if (row.ceiling) one["best_possible"] = *row.ceiling;
    json["scores"].push_back(std::move(one));
  }
  if (scores.clustering) {
    json["k_means"] = {{"clusters", scores.clusters},
                       {"expressions", scores.expressions},
                       {"starts", scores.k_means_starts},
                       {"seed", scores.k_means_seed},
                       {"plain_accuracy", scores.clustering->plain_accuracy}};
  }
  if (scores.with_algebra) {
    json["decisions"] = {{"pairs", scores.cost.decisions},
                         {"seconds", scores.cost.seconds},
                         {"longest", scores.cost.longest}};
  }
  if (scores.choices) json["semantic"] = {{"items", scores.choices->chosen.size()}};
  if (scores.mistakes) {
    json["mistakes"] = {{"threshold", scores.mistakes->threshold},
                        {"threshold_data", scores.threshold_data},
                        {"threshold_is_of_data", scores.threshold_is_of_data},
                        {"mistake", class_json(scores.mistakes->mistake)},
                        {"no_mistake", class_json(scores.mistakes->no_mistake)}};
  }
  if (scores.analogies) {
    json["algebra"] = {{"analogies", data.analogies.size()}, {"pool", data.pool.size()}};
  }
  return text_of(json) + "\n";
}

std::string score_details(const EmbeddingScores& scores, const TaskData& data) {
  std::string lines;
  const auto add = [&](const OrderedJson& json) { lines += text_of(json) + "\n"; };
  const LabelledExpressions labelled = label_expressions(data.clusters);
  for (std::size_t i = 0; i < labelled.expressions.size(); ++i) {
    OrderedJson json{{"task", "clusters"},
                     {"cluster", labelled.cluster_of[i]},
                     {"expression", labelled.expressions[i]}};
    if (scores.clustering) json["clustered_right"] = bool{scores.clustering->right[i]};
    if (scores.retrieval) json["relevant_of_first_20"] = scores.retrieval->hits[i];
    if (scores.clustering || scores.retrieval) add(json);
  }
  for (std::size_t i = 0; scores.choices && i < data.choices.size(); ++i) {
    const egen::SemanticChoice& item = data.choices[i];
    const std::size_t chosen = scores.choices->chosen[i];
    add({{"task", "semantic"},
         {"query", item.query},
         {"answer", item.candidates[item.answer].expression},
         {"chosen", chosen < item.candidates.size()
                        ? OrderedJson(item.candidates[chosen].expression)
                        : OrderedJson()},
         {"right", chosen == item.answer}});
  }
  std::size_t step = 0;
  for (const egen::Derivation& derivation : data.derivations) {
    for (std::size_t i = 1; scores.mistakes && i < derivation.steps.size(); ++i, ++step) {
      const StepJudgement& judged = scores.mistakes->steps[step];
      add({{"task", "mistakes"},
           {"from", derivation.steps[i - 1].expression},
           {"to", derivation.steps[i].expression},
           {"similarity", judged.similarity},
           {"mistake", judged.is_mistake},
           {"called_mistake", judged.called_mistake}});
    }
  }
  for (std::size_t i = 0; scores.analogies && i < data.analogies.size(); ++i) {
    const egen::Analogy& analogy = data.analogies[i];
    add({{"task", "algebra"},
         {"relation", analogy.relation},
         {"x1", analogy.x1},
         {"y1", analogy.y1},
         {"x2", analogy.x2},
         {"y2", analogy.y2},
         {"predicted", scores.analogies->predicted[i]},
         {"right", bool{scores.analogies->right[i]}}});
  }
  return lines;
}

}  // namespace noether::evaluation
