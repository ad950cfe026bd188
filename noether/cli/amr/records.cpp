#include "noether/cli/amr/records.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "noether/amr/bank.h"
#include "noether/amr/parser/words.h"
#include "noether/base/byte_stream.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/console/reading_problems.h"
#include "noether/collection/tsv_reader.h"

namespace noether::cli {
namespace {

[[noreturn]] void refuse(std::string_view command, const std::string& path, std::size_t line,
                         std::string_view message) {
  fail(command, {fmt::format("{}: line {}: {}", path, line, message), {}, {}}, ExitCode::BadInput);
}

std::string text_member(const nlohmann::ordered_json& json, std::string_view name) {
  const auto found = json.find(name);
  if (found == json.end()) return {};
  if (found->is_string()) return found->get<std::string>();
  return found->is_number_integer() ? found->dump() : std::string();
}

std::string first_member(const nlohmann::ordered_json& json,
                         const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (std::string text = text_member(json, name); !text.empty()) return text;
  }
  return {};
}

std::vector<AmrRecord> json_records(std::string_view command, const std::string& path,
                                    std::string_view text, const std::vector<std::string>& fields,
                                    bool needs_graphs) {
  std::vector<AmrRecord> records;
  std::size_t line_number = 0;
  for (std::size_t at = 0; at < text.size();) {
    ++line_number;
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    at += line.size() + 1;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    AmrRecord record;
    record.line = line_number;
    record.json = nlohmann::ordered_json::parse(line, nullptr, false);
    if (!record.json.is_object())
      refuse(command, path, line_number, "the line is not a JSON object");
    record.graph = first_member(record.json, fields);
    if (record.graph.empty() && needs_graphs) {
      refuse(command, path, line_number, fmt::format("no graph under {}", fmt::join(fields, ", ")));
    }
    record.id = first_member(record.json, {"topic", "id"});
    record.sentence = first_member(record.json, {"context", "snt"});
    records.push_back(std::move(record));
  }
  return records;
}

// Keeps all entries, including broken ones: the commands report entries that they cannot read.
std::vector<AmrRecord> penman_records(std::string_view text) {
  std::vector<AmrRecord> records;
  amr::BankReader reader(text);
  std::size_t line = 1;
  while (true) {
    const std::size_t begin = reader.position();
    const auto entry = reader.next();
    if (entry && !*entry) return records;
    const std::string_view whole = text.substr(begin, reader.position() - begin);
    AmrRecord record;
    record.line = line;
    line += static_cast<std::size_t>(std::ranges::count(whole, '\n'));
    if (entry) {
      record.id = (*entry)->find("id");
      record.sentence = (*entry)->find("snt");
    }
    // Comments stand before the graph; blank lines around it are not kept.
    std::size_t part_line = record.line;
    for (std::size_t at = 0; at < whole.size(); ++part_line) {
      const std::string_view part = whole.substr(at, whole.find('\n', at) - at);
      at += part.size() + 1;
      if (part.starts_with('#')) {
        record.comments += part;
        record.comments += '\n';
      } else if (part.find_first_not_of(" \t\r") != std::string_view::npos) {
        if (record.graph.empty()) {
          record.graph_line = part_line;
        } else {
          record.graph += '\n';
        }
        record.graph += part;
      }
    }
    records.push_back(std::move(record));
  }
}

std::string_view topic_number(std::string_view topic) {
  return topic.substr(topic.rfind('.') + 1);  // the whole topic if it has no dot
}

// Tables of ARQMath have LaTeX, Presentation or Content MathML.
formula::Notation notation_of(std::string_view text) {
  if (text.find("<math") == std::string_view::npos) return formula::Notation::Latex;
  for (const std::string_view element : {"<apply", "<ci", "<cn", "<csymbol", "<cerror"}) {
    if (text.find(element) != std::string_view::npos) return formula::Notation::ContentMathML;
  }
  return formula::Notation::MathML;
}

// Formulas in the order of the sentence, then those that only the graph has.
std::vector<std::string> formula_ids(const AmrRecord& record) {
  std::vector<std::string> ids;
  for (const std::string* text : {&record.sentence, &record.graph}) {
    for (std::string& id : amr::formula_ids_in(*text)) {
      if (std::ranges::find(ids, id) == ids.end()) ids.push_back(std::move(id));
    }
  }
  return ids;
}

std::string queried_id(const AmrRecord& record) {
  const std::string id = text_member(record.json, "formula_id");
  return id.substr(id.rfind('_') + 1);
}

}  // namespace

std::string read_whole_text(std::string_view command, const std::string& path) {
  auto stream = base::open_byte_stream(path);
  if (!stream) fail(command, stream.error(), reading_error_code(path));
  std::string text;
  std::array<char, std::size_t{1} << 16> buffer;
  while (true) {
    const auto got = (*stream)->read(buffer);
    if (!got) fail(command, got.error(), ExitCode::BadInput);
    if (*got == 0) return text;
    text.append(buffer.data(), *got);
    if (text.size() > amr::kMaxBankBytes) {
      fail(command,
           {fmt::format("{}: more than {} bytes", path, amr::kMaxBankBytes), {}, "split the file"},
           ExitCode::BadInput);
    }
  }
}

AmrRecords read_amr_records(std::string_view command, const std::string& path,
                            const std::vector<std::string>& fields, bool needs_graphs) {
  const std::string text = read_whole_text(command, path);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  AmrRecords file;
  file.is_json = first != std::string::npos && text[first] == '{';
  file.records =
      file.is_json ? json_records(command, path, text, fields, needs_graphs) : penman_records(text);
  for (std::size_t i = 0; i < file.records.size(); ++i) {
    if (file.records[i].id.empty()) file.records[i].id = fmt::format("{}", i + 1);
  }
  return file;
}

base::Result<amr::PenmanTree> read_graph_of(const AmrRecord& record, const std::string& path) {
  const bool is_json = record.json.is_object();
  auto tree = amr::read_penman(record.graph, is_json ? 1 : record.graph_line);
  if (!tree) {
    tree.error().message =
        fmt::format("{}: {}", is_json ? place_of(record, path) : path, tree.error().message);
  }
  return tree;
}

std::string place_of(const AmrRecord& record, const std::string& path) {
  return fmt::format("{}: record {} (line {})", path, record.id, record.line);
}

std::size_t take_graphs(std::string_view command, const std::string& path, AmrRecords& records) {
  const std::string text = read_whole_text(command, path);
  const auto source = amr::GraphSource::read(text);
  if (!source) {
    fail(command, {fmt::format("{}: {}", path, source.error().message), {}, {}},
         ExitCode::BadInput);
  }
  std::size_t taken = 0;
  for (AmrRecord& record : records.records) {
    if (const amr::BankEntry* entry = source->find(record.id)) {
      record.graph = amr::write_indented(entry->tree);
      ++taken;
    } else if (record.graph.empty()) {
      fail(command, {fmt::format("{}: no graph has the id {}", path, record.id), {}, {}},
           ExitCode::BadInput);
    }
  }
  return taken;
}

TopicFormulas TopicFormulas::read(std::string_view command, const std::string& path) {
  ReadingProblems reported{std::string(command), true};
  auto reader = collection::TsvReader::open(path, *reported.options().problems);
  if (!reader) fail(command, reader.error(), reading_error_code(path));
  const auto next = [&](collection::TsvRecord& record) {
    const auto more = reader->next(record);
    if (!more) fail(command, more.error(), ExitCode::BadInput);
    return *more;
  };
  TopicFormulas formulas;
  collection::TsvRecord record;
  if (!next(record)) return formulas;
  const std::size_t columns = record.values.size();
  const std::size_t id = collection::find_column(record, "id");
  const std::size_t topic = collection::find_column(record, "topic_id");
  const std::size_t text = collection::find_column(record, "formula");
  if (id == columns || text == columns) {
    refuse(command, path, record.line, "the first line does not name the columns id and formula");
  }
  formulas.by_topic_ = topic != columns;
  while (next(record)) {
    if (record.values.size() != columns) {
      refuse(command, path, record.line,
             fmt::format("{} values, but there are {} columns", record.values.size(), columns));
    }
    const std::string_view number = std::string_view(record.values[id]);
    const std::string key(formulas.by_topic_ ? topic_number(record.values[topic])
                                             : std::string_view());
    formulas.formulas_[key][std::string(number.substr(number.rfind('_') + 1))] =
        std::move(record.values[text]);
  }
  reported.finish();
  return formulas;
}

const amr::FormulaTexts& TopicFormulas::of(std::string_view topic) const {
  static const amr::FormulaTexts kNone;
  const auto found = formulas_.find(std::string(by_topic_ ? topic_number(topic) : ""));
  return found == formulas_.end() ? kNone : found->second;
}

amr::FormulaTexts number_formulas(std::string& sentence, amr::Graph* graph) {
  amr::FormulaTexts formulas;
  std::string numbered;
  std::size_t at = 0;
  for (const amr::Word& word : amr::split_words(sentence).words) {
    if (!word.is_formula() || amr::formula_id_of(word.text)) continue;
    const std::string number = fmt::format("{}", formulas.size() + 1);
    numbered += sentence.substr(at, word.span.begin - at) + "eqx" + number + "eqx";
    at = word.span.end;
    for (amr::Edge& edge : graph == nullptr ? std::span<amr::Edge>() : std::span(graph->edges)) {
      if (!edge.is_attribute() || amr::without_quotes(edge.constant) != word.text) continue;
      edge.constant = "eqx" + number + "eqx";
    }
    formulas.emplace(number, word.text);
  }
  sentence = numbered + sentence.substr(at);
  return formulas;
}

RecordFormulas::RecordFormulas(const AmrRecord& record, const amr::FormulaTexts& texts,
                               formula::FormulaReader& reader) {
  const std::vector<std::string> ids = formula_ids(record);
  const std::string queried = queried_id(record);
  read_.resize(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto text = texts.find(ids[i]);
    const bool is_read =
        text != texts.end() && reader.read(notation_of(text->second), text->second, read_[i]);
    if (!is_read) ++unread_;
    formulas_.push_back({ids[i], is_read ? &read_[i] : nullptr, ids[i] == queried});
  }
}

}  // namespace noether::cli
