// Measures how well Noether's trees agree with the official ones of ARQMath.
//
//   formula_fidelity read LATEX.tsv                 formulas read without an error node
//   formula_fidelity layout LATEX.tsv SLT.tsv       layout trees against Presentation MathML
//   formula_fidelity operators LATEX.tsv OPT.tsv    operator trees against Content MathML
//   formula_fidelity visual-ids LATEX.tsv SLT.tsv   visual ids, pairs of instances put together
//
// With --at-least the exit code is 1 if the (last) figure is lower. It is 77, which CTest counts as
// skipped, if a file is missing.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>

#include "bench/tree_agreement.h"
#include "bench/tsv.h"
#include "noether/formula/grammar/operator_grammar.h"
#include "noether/formula/ids.h"
#include "noether/formula/latex/reader.h"
#include "noether/formula/mathml/mathml.h"
#include "noether/formula/notation/sexpr.h"
#include "noether/formula/notation/tangent.h"

namespace {

using namespace noether;
using namespace noether::bench;
using namespace noether::formula;

Table load(const std::string& path) {
  auto table = read_tsv(path);
  if (!table) {
    fmt::print(stderr, "skipped: {}; set NOETHER_DATA to where the data is\n",
               table.error().message);
    std::exit(77);
  }
  return std::move(*table);
}

// Ids of topic formulas restart every year, so the year, if present, is part of the key.
std::string key_of(const Table& table, const std::vector<std::string>& row) {
  const int year = table.column("year");
  const int id = table.column("id");
  return (year < 0 ? std::string() : row[static_cast<std::size_t>(year)] + " ") +
         row[static_cast<std::size_t>(id)];
}

const std::string& formula_of(const Table& table, const std::vector<std::string>& row) {
  return row[static_cast<std::size_t>(table.column("formula"))];
}

std::unordered_map<std::string, std::string> formulas_by_key(const Table& table) {
  std::unordered_map<std::string, std::string> made;
  for (const auto& row : table.rows) made.emplace(key_of(table, row), formula_of(table, row));
  return made;
}

// Whether LaTeXML marked an unknown command. Content MathML no longer has the <merror> around it.
bool marks_error(const std::string& mathml) {
  return mathml.find("merror") != std::string::npos ||
         mathml.find("<mtext>\\") != std::string::npos;
}

struct Difference {
  double f1;
  std::string latex;
  std::string ours;
  std::string theirs;
};

void print_differences(std::vector<Difference> differences, int most) {
  std::ranges::stable_sort(differences, {}, &Difference::f1);
  for (int i = 0; i < most && i < static_cast<int>(differences.size()); ++i) {
    const Difference& d = differences[static_cast<std::size_t>(i)];
    fmt::print("{:.3f} {}\n  ours   {}\n  theirs {}\n", d.f1, d.latex, d.ours, d.theirs);
  }
}

void print_pairs(const Pairs& missing, const Pairs& extra, int most) {
  const auto print = [&](const char* title, const Pairs& pairs) {
    std::vector<std::pair<int, std::string>> sorted;
    for (const auto& [pair, count] : pairs) sorted.emplace_back(count, pair);
    std::ranges::sort(sorted, std::greater<>());
    fmt::print("{}\n", title);
    for (int i = 0; i < most && i < static_cast<int>(sorted.size()); ++i) {
      fmt::print("  {:5} {}\n", sorted[static_cast<std::size_t>(i)].first,
                 sorted[static_cast<std::size_t>(i)].second);
    }
  };
  print("pairs only the official trees have", missing);
  print("pairs only ours have", extra);
}

void collect_difference(const Pairs& a, const Pairs& b, Pairs& only_a) {
  for (const auto& [pair, count] : a) {
    const auto it = b.find(pair);
    const int rest = count - (it == b.end() ? 0 : std::min(count, it->second));
    if (rest > 0) only_a[pair] += rest;
  }
}

double run_read(const std::string& latex_path, int worst) {
  const Table table = load(latex_path);
  std::set<std::string> seen;
  LatexReader reader;
  OperatorGrammar grammar;
  LayoutTree layout;
  OperatorTree operators;
  long long all = 0;
  long long good = 0;
  for (const auto& row : table.rows) {
    const std::string& latex = formula_of(table, row);
    // The collection repeats formulas thousands of times, so each counts once; topics and other
    // lists count every formula.
    if (table.column("visual_id") >= 0 && !seen.insert(latex).second) continue;
    ++all;
    std::vector<base::Error> diagnostics;
    reader.read(latex, layout, diagnostics);
    grammar.build(layout, operators, diagnostics);
    const bool ok = diagnostics.empty() && !has_error(layout) && !has_error(operators);
    good += ok ? 1 : 0;
    if (!ok && worst-- > 0) {
      fmt::print("! {}\n    {}\n", latex, diagnostics.empty() ? "?" : diagnostics[0].message);
    }
  }
  fmt::print("read formulas={} ok={} failed={} percent={:.3f}\n", all, good, all - good,
             100.0 * static_cast<double>(good) / static_cast<double>(all));
  return static_cast<double>(good) / static_cast<double>(all);
}

double run_layout(const std::string& latex_path, const std::string& slt_path, int worst) {
  const Table latex = load(latex_path);
  const auto official = formulas_by_key(load(slt_path));
  LatexReader reader;
  LayoutTree ours;
  LayoutTree theirs;
  Agreement agreement;
  std::vector<Difference> differences;
  Pairs missing;
  Pairs extra;
  int compared = 0;
  int equal = 0;
  int unreadable = 0;
  for (const auto& row : latex.rows) {
    const auto it = official.find(key_of(latex, row));
    if (it == official.end() || marks_error(it->second)) continue;
    std::vector<base::Error> diagnostics;
    if (!read_presentation(it->second, theirs, diagnostics)) {
      ++unreadable;
      continue;
    }
    reader.read(formula_of(latex, row), ours, diagnostics);
    const Pairs a = layout_pairs(ours);
    const Pairs b = layout_pairs(theirs);
    Agreement one;
    one.add(a, b);
    agreement.add(a, b);
    ++compared;
    if (a == b) {
      ++equal;
    } else if (worst > 0) {
      Difference d{one.f1(), formula_of(latex, row), {}, {}};
      write_tangent_slt(ours, d.ours);
      write_tangent_slt(theirs, d.theirs);
      differences.push_back(std::move(d));
      collect_difference(b, a, missing);
      collect_difference(a, b, extra);
    }
  }
  if (worst > 0) {
    print_pairs(missing, extra, worst);
    print_differences(std::move(differences), worst);
  }
  fmt::print(
      "layout formulas={} not-well-formed={} all-pairs-equal={} precision={:.4f} recall={:.4f} "
      "f1={:.4f}\n",
      compared, unreadable, equal, agreement.precision(), agreement.recall(), agreement.f1());
  return agreement.f1();
}

// LaTeXML reads sin typed as letters as a product of three.
void separate_letters(LayoutTree& layout) {
  for (NodeId id = 0; id < layout.node_count(); ++id) layout.node(id).touches_previous = false;
}

double run_operators(const std::string& latex_path, const std::string& opt_path, int worst) {
  const Table latex = load(latex_path);
  const auto official = formulas_by_key(load(opt_path));
  LatexReader reader;
  OperatorGrammar grammar;
  LayoutTree layout;
  OperatorTree ours;
  OperatorTree theirs;
  Agreement strict;
  // Agreement up to names typed as letters (sin for \sin), then up to each convention.
  std::vector<Agreement> by_convention(conventions().size() + 1);
  std::vector<Difference> differences;
  Pairs missing;
  Pairs extra;
  int compared = 0;
  int equal = 0;
  int unreadable = 0;
  int fragments = 0;
  for (const auto& row : latex.rows) {
    const auto it = official.find(key_of(latex, row));
    if (it == official.end() || marks_error(it->second)) continue;
    // If LaTeXML's own grammar gave up, there is no official tree to compare with.
    if (it->second.find("cerror") != std::string::npos) {
      ++fragments;
      continue;
    }
    std::vector<base::Error> diagnostics;
    if (!read_content(it->second, theirs, diagnostics)) {
      ++unreadable;
      continue;
    }
    reader.read(formula_of(latex, row), layout, diagnostics);
    grammar.build(layout, ours, diagnostics);
    strict.add(operator_pairs(ours), operator_pairs(theirs));
    OperatorTree a;
    OperatorTree b = theirs;
    separate_letters(layout);
    grammar.build(layout, a, diagnostics);
    by_convention[0].add(operator_pairs(a), operator_pairs(b));
    for (std::size_t i = 0; i < conventions().size(); ++i) {
      a = conventions()[i].apply(a);
      b = conventions()[i].apply(b);
      by_convention[i + 1].add(operator_pairs(a), operator_pairs(b));
    }
    const Pairs left = operator_pairs(a);
    const Pairs right = operator_pairs(b);
    ++compared;
    Agreement one;
    one.add(left, right);
    if (left == right) {
      ++equal;
    } else if (worst > 0) {
      Difference d{one.f1(), formula_of(latex, row), {}, {}};
      write_sexpr(a, d.ours);
      write_sexpr(b, d.theirs);
      differences.push_back(std::move(d));
      collect_difference(right, left, missing);
      collect_difference(left, right, extra);
    }
  }
  if (worst > 0) {
    print_pairs(missing, extra, worst);
    print_differences(std::move(differences), worst);
  }
  fmt::print("operators formulas={} not-well-formed={} given-up-by-latexml={} all-pairs-equal={}\n",
             compared, unreadable, fragments, equal);
  fmt::print("operators strict precision={:.4f} recall={:.4f} f1={:.4f}\n", strict.precision(),
             strict.recall(), strict.f1());
  fmt::print("operators up-to=\"names typed as letters are letters\" f1={:.4f}\n",
             by_convention[0].f1());
  for (std::size_t i = 0; i < conventions().size(); ++i) {
    fmt::print("operators up-to=\"{}\" f1={:.4f}\n", conventions()[i].name,
               by_convention[i + 1].f1());
  }
  return by_convention.back().f1();
}

// Removes the alttext of MathML, which repeats the LaTeX instead of the drawing.
std::string without_alttext(std::string mathml) {
  const std::size_t begin = mathml.find(" alttext=\"");
  if (begin == std::string::npos) return mathml;
  const std::size_t end = mathml.find('"', begin + 10);
  if (end != std::string::npos) mathml.erase(begin, end + 1 - begin);
  return mathml;
}

struct Clustering {
  std::map<std::pair<std::string, std::string>, long long> both;
  std::map<std::string, long long> ours;
  std::map<std::string, long long> theirs;

  void add(const std::string& our_id, const std::string& their_id) {
    ++both[{our_id, their_id}];
    ++ours[our_id];
    ++theirs[their_id];
  }
  double print(std::string_view name) const {
    const auto pairs = [](const auto& counts) {
      long long sum = 0;
      for (const auto& [key, n] : counts) sum += n * (n - 1) / 2;
      return sum;
    };
    const auto common = static_cast<double>(pairs(both));
    const double precision = common / static_cast<double>(pairs(ours));
    const double recall = common / static_cast<double>(pairs(theirs));
    const double f1 = 2 * precision * recall / (precision + recall);
    fmt::print("visual-ids {} pairs={} precision={:.4f} recall={:.4f} f1={:.4f}\n", name,
               pairs(theirs), precision, recall, f1);
    return f1;
  }
};

double run_visual_ids(const std::string& latex_path, const std::string& slt_path, int worst) {
  const Table latex = load(latex_path);
  const auto official = formulas_by_key(load(slt_path));
  const auto id_column = static_cast<std::size_t>(latex.column("visual_id"));
  // ARQMath gave different ids to formulas with byte-identical MathML ("0" has two, each hundreds
  // of times). The repaired reference gives identical MathML its most frequent id.
  std::map<std::string, std::map<std::string, int>> votes;
  for (const auto& row : latex.rows) {
    if (row[id_column].empty()) continue;
    const auto it = official.find(key_of(latex, row));
    if (it != official.end()) ++votes[without_alttext(it->second)][row[id_column]];
  }
  Clustering raw;
  Clustering repaired;
  Clustering bound;  // the best any reader of the formula can do against the raw ids
  LatexReader reader;
  LayoutTree layout;
  std::map<std::string, std::map<std::string, int>> by_ours;
  for (const auto& row : latex.rows) {
    if (row[id_column].empty()) continue;
    std::vector<base::Error> diagnostics;
    reader.read(formula_of(latex, row), layout, diagnostics);
    const std::string id = visual_id(layout).hex();
    raw.add(id, row[id_column]);
    const auto it = official.find(key_of(latex, row));
    const auto& candidates = votes[without_alttext(it == official.end() ? "" : it->second)];
    std::string majority = row[id_column];
    int most = 0;
    for (const auto& [candidate, count] : candidates) {
      if (count > most) {
        most = count;
        majority = candidate;
      }
    }
    repaired.add(id, majority);
    bound.add(majority, row[id_column]);
    if (worst > 0) ++by_ours[majority][formula_of(latex, row) + "  " + id.substr(0, 6)];
  }
  if (worst > 0) {
    std::vector<std::pair<long long, std::string>> split;
    for (const auto& [id, spellings] : by_ours) {
      std::map<std::string, long long> sizes;
      for (const auto& [spelling, count] : spellings) {
        sizes[spelling.substr(spelling.size() - 6)] += count;
      }
      long long lost = 0;
      long long sum = 0;
      for (const auto& [key, n] : sizes) {
        lost += sum * n;
        sum += n;
      }
      if (lost == 0) continue;
      std::string text;
      std::vector<std::pair<int, std::string>> sorted;
      for (const auto& [spelling, count] : spellings) sorted.emplace_back(count, spelling);
      std::ranges::sort(sorted, std::greater<>());
      for (std::size_t i = 0; i < sorted.size() && i < 6; ++i) {
        text += fmt::format(" | {} {}", sorted[i].first, sorted[i].second);
      }
      split.emplace_back(lost, id + text);
    }
    std::ranges::sort(split, std::greater<>());
    for (int i = 0; i < worst && i < static_cast<int>(split.size()); ++i) {
      fmt::print("{} {}\n", split[static_cast<std::size_t>(i)].first,
                 split[static_cast<std::size_t>(i)].second);
    }
  }
  raw.print("as-published");
  bound.print("as-published-upper-bound");
  return repaired.print("repaired");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Compares Noether's trees with ARQMath's official ones", "formula_fidelity");
  app.require_subcommand(1);
  std::string latex;
  std::string other;
  int worst = 0;
  double at_least = 0;
  double reached = 0;
  const auto add = [&](const char* name, const char* help, bool two, auto run) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->add_option("LATEX", latex, "TSV with LaTeX")->required();
    if (two) sub->add_option("OFFICIAL", other, "TSV with the official MathML")->required();
    sub->add_option("--worst", worst, "also print this many differences");
    sub->add_option("--at-least", at_least, "exit with 1 when the figure is lower");
    sub->callback([&, run] { reached = run(); });
  };
  add("read", "formulas read without an error node", false, [&] { return run_read(latex, worst); });
  add("layout", "layout trees against Presentation MathML", true,
      [&] { return run_layout(latex, other, worst); });
  add("operators", "operator trees against Content MathML", true,
      [&] { return run_operators(latex, other, worst); });
  add("visual-ids", "visual ids, pairs of instances put together", true,
      [&] { return run_visual_ids(latex, other, worst); });
  CLI11_PARSE(app, argc, argv);
  if (reached >= at_least) return 0;
  fmt::print("below {}\n", at_least);
  return 1;
}
