// checked_answers FILE: counts the equations in answers that hold, by model or by source.
//
// FILE has JSON Lines with `answer`, and with `topic` and `model`, as machine answers have them, or
// with `id` and `source`, as problem sets have them. The solutions of a problem set are right, so
// each refuted equation in them is a mistake of the checker or a typing error.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "noether/answer/check/check.h"
#include "noether/evaluation/line_source.h"
#include "noether/text/delimited_text.h"

using namespace noether;

namespace {

[[noreturn]] void fail(const std::string& message) {
  fmt::print(stderr, "checked_answers: {}\n", message);
  std::exit(2);
}

struct Counts {
  int answers = 0;
  int equations = 0;
  std::map<answer::EquationVerdict, int> by_verdict = {};
};

// The model, or the problem set without its chapter: `MATH-test` for `MATH-test/Algebra`.
std::string origin_of(const nlohmann::json& record) {
  const std::string source = record.value("source", "");
  return record.value("model", source.substr(0, source.find('/')));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Counts the equations in machine answers that hold");
  std::string path;
  std::string list;
  app.add_option("FILE", path, "JSON Lines; may be zstd")->required();
  app.add_option("--list", list, "Shows the equations with this verdict, and their answers")
      ->check(CLI::IsMember({"proven", "agrees", "refuted", "undecided"}));
  bool reasons = false;
  app.add_flag("--reasons", reasons, "Counts the reasons of the equations that are undecided");
  CLI11_PARSE(app, argc, argv);

  auto lines = evaluation::open_lines(path, std::size_t{1} << 22);
  if (!lines) fail(lines.error().message);
  std::map<std::string, Counts> by_model;
  std::map<std::string, int> by_reason;
  while (true) {
    const auto line = lines->next();
    if (!line) fail(line.error().message);
    if (!*line) break;
    const auto record = nlohmann::json::parse((*line)->text, nullptr, false);
    if (record.is_discarded()) fail(fmt::format("line {} is not JSON", (*line)->number));
    const std::string model = origin_of(record);
    const text::Field field = text::read_plain_text(record.value("answer", ""), "answer");
    Counts& counts = by_model[model];
    ++counts.answers;
    for (const answer::CheckedEquation& checked : answer::check_equations(field)) {
      ++counts.equations;
      ++counts.by_verdict[checked.verdict];
      if (checked.verdict == answer::EquationVerdict::Undecided) ++by_reason[checked.reason];
      if (answer::equation_verdict_name(checked.verdict) != list) continue;
      const std::size_t begin = checked.span.begin < 200 ? 0 : checked.span.begin - 200;
      fmt::print("{} {}\t{}\n  {}\n  …{}…\n", model, record.value("topic", record.value("id", "")),
                 checked.latex, checked.reason,
                 field.text.substr(begin, checked.span.end - begin + 100));
    }
  }
  fmt::print("model\tanswers\tequations\tproven\tagrees\trefuted\tundecided\n");
  for (auto& [model, counts] : by_model) {
    using enum answer::EquationVerdict;
    fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{}\n", model, counts.answers, counts.equations,
               counts.by_verdict[Proven], counts.by_verdict[Agrees], counts.by_verdict[Refuted],
               counts.by_verdict[Undecided]);
  }
  if (reasons) {
    for (const auto& [reason, count] : by_reason) fmt::print("{}\t{}\n", count, reason);
  }
  return 0;
}
