#include "bench/ranking/judged_pool.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <random>
#include <sstream>

#include "bench/tsv.h"

namespace noether::bench {
namespace {

// Reads lines of fields separated by tabs, without quoting.
base::Result<std::vector<std::vector<std::string>>> read_plain_tsv(const std::string& path) {
  std::ifstream file(path);
  if (!file) return base::fail("cannot open " + path);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.ends_with('\r')) line.pop_back();
    std::vector<std::string>& row = rows.emplace_back();
    std::size_t start = 0;
    for (std::size_t tab; (tab = line.find('\t', start)) != std::string::npos; start = tab + 1) {
      row.push_back(line.substr(start, tab - start));
    }
    row.push_back(line.substr(start));
  }
  return rows;
}

class PoolBuilder {
 public:
  void add_formula(const std::string& id, const std::string& latex) {
    const auto item = items_.emplace(id, static_cast<std::uint32_t>(items_.size())).first->second;
    auto& items = formulas_[latex];
    if (std::ranges::find(items, item) == items.end()) items.push_back(item);
  }
  void shuffle(std::uint64_t seed) {
    std::vector<std::pair<std::string, std::vector<std::uint32_t>>> list(formulas_.begin(),
                                                                         formulas_.end());
    std::mt19937_64 random(seed);
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random() % i]);
    for (auto& [latex, items] : list) {
      pool.formulas.push_back(latex);
      pool.items.push_back(std::move(items));
    }
    pool.item_count = static_cast<std::uint32_t>(items_.size());
  }
  void add_query(std::string topic, std::string latex) {
    topics_[topic] = pool.queries.size();
    pool.queries.push_back({std::move(topic), std::move(latex), {}});
  }
  void add_grade(const std::string& topic, const std::string& id, int grade) {
    const auto query = topics_.find(topic);
    const auto item = items_.find(id);
    if (query == topics_.end() || item == items_.end()) return;
    pool.queries[query->second].grades[item->second] = grade;
  }

  JudgedPool pool;

 private:
  std::map<std::string, std::vector<std::uint32_t>> formulas_;  // by LaTeX
  std::map<std::string, std::uint32_t> items_;                  // by id
  std::map<std::string, std::size_t> topics_;
};

base::Result<void> add_judgements(const std::string& path, PoolBuilder& builder) {
  const auto rows = read_plain_tsv(path);
  if (!rows) return std::unexpected(rows.error());
  for (const auto& row : *rows) {
    if (row.size() < 4) continue;
    int grade = 0;
    std::from_chars(row[3].data(), row[3].data() + row[3].size(), grade);
    builder.add_grade(row[0], row[2], grade);
  }
  return {};
}

std::string between(const std::string& text, std::size_t from, const std::string& open,
                    const std::string& close) {
  const std::size_t begin = text.find(open, from);
  if (begin == std::string::npos) return {};
  const std::size_t start = begin + open.size();
  return text.substr(start, text.find(close, start) - start);
}

std::string unescape(std::string text) {
  const std::pair<std::string, std::string> kEntities[] = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}};
  for (const auto& [entity, character] : kEntities) {
    for (std::size_t at = 0; (at = text.find(entity, at)) != std::string::npos; ++at) {
      text.replace(at, entity.size(), character);
    }
  }
  return text;
}

}  // namespace

base::Result<JudgedPool> read_judged_pool(const std::string& folder, std::uint64_t seed) {
  PoolBuilder builder;
  const auto formulas = read_plain_tsv(folder + "/readable_latex.tsv");
  if (!formulas) return std::unexpected(formulas.error());
  for (std::size_t i = 1; i < formulas->size(); ++i) {
    builder.add_formula((*formulas)[i].at(0), (*formulas)[i].at(1));
  }
  builder.shuffle(seed);
  const auto queries = read_plain_tsv(folder + "/queries.tsv");
  if (!queries) return std::unexpected(queries.error());
  for (std::size_t i = 1; i < queries->size(); ++i) {
    builder.add_query((*queries)[i].at(0), (*queries)[i].at(2));
  }
  const auto judged = add_judgements(folder + "/qrels.tsv", builder);
  if (!judged) return std::unexpected(judged.error());
  return std::move(builder.pool);
}

base::Result<JudgedPool> read_collection_pool(const std::string& data, int year,
                                              std::uint64_t seed) {
  PoolBuilder builder;
  const auto table = read_tsv(data + "/collection/latex_representation_v3/1.tsv");
  if (!table) return std::unexpected(table.error());
  const auto id = static_cast<std::size_t>(table->column("visual_id"));
  const auto latex = static_cast<std::size_t>(table->column("formula"));
  for (const auto& row : table->rows) {
    if (!row.at(id).empty()) builder.add_formula(row[id], row.at(latex));
  }
  builder.shuffle(seed);

  const std::string path = data + "/topics/Topics_Task2_" + std::to_string(year) + ".xml";
  const std::ifstream file(path);
  if (!file) return base::fail("cannot open " + path);
  std::stringstream text;
  text << file.rdbuf();
  const std::string xml = text.str();
  const std::string kTopic = "<Topic number=\"";
  for (std::size_t at = 0; (at = xml.find(kTopic, at)) != std::string::npos; ++at) {
    builder.add_query(between(xml, at, kTopic, "\""),
                      unescape(between(xml, at, "<Latex>", "</Latex>")));
  }
  const auto judged = add_judgements(
      data + "/qrels/in-collection/qrel_task2_" + std::to_string(year) + "_visual_id.tsv", builder);
  if (!judged) return std::unexpected(judged.error());
  std::erase_if(builder.pool.queries, [](const JudgedPool::Query& query) {
    return std::ranges::none_of(query.grades, [](const auto& grade) { return grade.second >= 2; });
  });
  return std::move(builder.pool);
}

}  // namespace noether::bench
