// computed_answers FILE: counts the questions recognised as tasks for algebra and the right
// computed answers.
//
// FILE has JSON Lines with `id`, `source`, `question` and `answer`, as problem sets have them. The
// answer ends in \boxed{...} or in `Answer: ...`. A computed answer is right if algebra finds it
// equal to the given one. Rules are chosen on one half of the questions, by the digest of their
// ids, and reported on the other.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/decide/decide.h"
#include "noether/algebra/derivation/derivation_line.h"
#include "noether/answer/compute/compute.h"
#include "noether/base/hash.h"
#include "noether/evaluation/line_source.h"
#include "noether/text/delimited_text.h"

using namespace noether;

namespace {

[[noreturn]] void fail(const std::string& message) {
  fmt::print(stderr, "computed_answers: {}\n", message);
  std::exit(2);
}

// The content of the last \boxed{...}, or the text after `Answer:`.
std::optional<std::string> final_answer(std::string_view text) {
  constexpr std::string_view kBox = "\\boxed{";
  constexpr std::string_view kAnswer = "Answer: ";
  if (const std::size_t box = text.rfind(kBox); box != std::string_view::npos) {
    const std::size_t begin = box + kBox.size();
    int depth = 1;
    for (std::size_t i = begin; i < text.size(); ++i) {
      if (text[i] == '{') ++depth;
      if (text[i] == '}' && --depth == 0) return std::string(text.substr(begin, i - begin));
    }
  }
  if (const std::size_t at = text.rfind(kAnswer); at != std::string_view::npos) {
    return std::string(text.substr(at + kAnswer.size()));
  }
  return std::nullopt;
}

void erase_all(std::string& text, std::string_view part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) {
    text.erase(at, part.size());
  }
}

// The values of an answer: `x = 4`, `1, 2`, `\$5`; without units.
std::vector<std::string> values_of(std::string text) {
  erase_all(text, ",\\!");
  erase_all(text, "\\$");
  erase_all(text, "\\!");
  if (const std::size_t unit = text.find("\\text{"); unit != std::string::npos && unit > 0) {
    text.resize(unit);
  }
  std::vector<std::string> values;
  std::string value;
  int depth = 0;
  for (const char c : text + ',') {
    if (c == '{' || c == '(' || c == '[') ++depth;
    if (c == '}' || c == ')' || c == ']') --depth;
    if (c == ',' && depth == 0) {
      if (const std::size_t sign = value.find('='); sign != std::string::npos) {
        value.erase(0, sign + 1);
      }
      values.push_back(value);
      value.clear();
    } else {
      value += c;
    }
  }
  return values;
}

// Whether two lists have the same values; nothing if the second is not a list of expressions.
std::optional<bool> same_values(const std::vector<std::string>& ours,
                                const std::vector<std::string>& given) {
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool(vocabulary);
  algebra::ExpressionReader reader;
  std::vector<algebra::ExprId> wanted;
  for (const std::string& value : given) {
    const auto id = reader.read(formula::Notation::Latex, value, pool);
    if (!id) return std::nullopt;
    wanted.push_back(*id);
  }
  if (ours.size() != given.size()) return false;
  for (const std::string& value : ours) {
    const auto id = reader.read(formula::Notation::Latex, value, pool);
    if (!id) return false;
    const auto is_same = [&](algebra::ExprId other) {
      algebra::DecideOptions options;
      options.equality = algebra::Equality::WhereBothDefined;
      const auto verdict = algebra::decide(pool, *id, other, options).verdict;
      return verdict == algebra::Verdict::Proven || verdict == algebra::Verdict::Agrees;
    };
    const auto place = std::ranges::find_if(wanted, is_same);
    if (place == wanted.end()) return false;
    wanted.erase(place);
  }
  return true;
}

struct Counts {
  int questions = 0;
  int claimed = 0;
  int right = 0;
  int offered = 0;
  int offered_right = 0;
  int unread = 0;  // claimed, but the given answer is not an expression
};

void print(std::string_view name, const Counts& counts) {
  const auto share = [](int part, int whole) { return whole > 0 ? 100.0 * part / whole : 0.0; };
  fmt::print("{}\t{}\t{}\t{:.1f} %\t{}\t{:.1f} %\t{}\t{}\t{}\n", name, counts.questions,
             counts.claimed, share(counts.claimed, counts.questions), counts.right,
             share(counts.right, counts.claimed), counts.offered, counts.offered_right,
             counts.unread);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Counts the questions that algebra answers, and the right answers");
  std::string path;
  std::string half = "rules";
  std::string list;
  app.add_option("FILE", path, "JSON Lines; may be zstd")->required();
  app.add_option("--half", half, "rules: the half that rules were chosen on; told: the other; all")
      ->check(CLI::IsMember({"rules", "told", "all"}))
      ->capture_default_str();
  app.add_option("--list", list, "Shows the questions with this outcome")
      ->check(CLI::IsMember({"right", "wrong", "offered", "unread", "none"}));
  CLI11_PARSE(app, argc, argv);

  auto lines = evaluation::open_lines(path, std::size_t{1} << 20);
  if (!lines) fail(lines.error().message);
  std::map<std::string, Counts> by_source;
  Counts all;
  while (true) {
    const auto line = lines->next();
    if (!line) fail(line.error().message);
    if (!*line) break;
    const auto record = nlohmann::json::parse((*line)->text, nullptr, false);
    if (record.is_discarded()) fail(fmt::format("line {} is not JSON", (*line)->number));
    const std::string id = record.value("id", "");
    const bool is_told = base::digest_of(id).low % 2 == 1;
    if (half != "all" && is_told != (half == "told")) continue;
    const auto given = final_answer(record.value("answer", ""));
    if (!given) continue;
    const std::string asked = record.value("question", "");
    Counts counts{.questions = 1};
    std::string outcome = "none";
    answer::Question question;
    question.body = text::read_plain_text(asked, "question");
    const auto computed = answer::compute(question);
    if (computed && computed->task.kind != answer::TaskKind::Compare) {
      const auto is_right = same_values(computed->results, values_of(*given));
      if (!is_right) {
        outcome = "unread";
        counts.unread = 1;
      } else if (computed->is_sure) {
        outcome = *is_right ? "right" : "wrong";
        counts.claimed = 1;
        counts.right = *is_right ? 1 : 0;
      } else {
        outcome = "offered";
        counts.offered = 1;
        counts.offered_right = *is_right ? 1 : 0;
      }
    }
    if (outcome == list) {
      fmt::print("{}\t{}\n  given {}, computed {}\n", id, asked, *given,
                 computed ? fmt::format("{}", fmt::join(computed->results, " ; ")) : "nothing");
    }
    const std::string source = record.value("source", "");
    std::vector<Counts*> into = {&all, &by_source[source]};
    if (const std::size_t slash = source.find('/'); slash != std::string::npos) {
      into.push_back(&by_source[source.substr(0, slash)]);
    }
    for (Counts* sum : into) {
      sum->questions += counts.questions;
      sum->claimed += counts.claimed;
      sum->right += counts.right;
      sum->offered += counts.offered;
      sum->offered_right += counts.offered_right;
      sum->unread += counts.unread;
    }
  }
  fmt::print("source\tquestions\tclaimed\tshare\tright\tshare\toffered\tright\tunread\n");
  for (const auto& [source, counts] : by_source) print(source, counts);
  print("all", all);
  return 0;
}
