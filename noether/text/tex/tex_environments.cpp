#include "noether/text/tex/tex_environments.h"

#include <unordered_map>
#include <vector>

namespace noether::text {
namespace {

using EnvironmentTable = std::unordered_map<std::string_view, TexEnvironmentInfo>;

struct PieceNames {
  std::string_view kind;
  std::vector<std::string_view> names;  // besides the kind itself
};

const std::vector<PieceNames>& piece_names() {
  static const std::vector<PieceNames> names = {
      {"theorem", {"thm", "theo", "thmplain", "maintheorem"}},
      {"lemma", {"lem", "lma", "sublemma"}},
      {"proposition", {"prop", "propn"}},
      {"corollary", {"cor", "coro", "corol"}},
      {"definition", {"defn", "defin", "dfn", "df", "defi", "defish"}},
      {"proof", {"pf", "prf"}},
      {"example", {"eg", "exa", "exm", "exmp", "examp"}},
      {"exercise", {"exer", "exc"}},
      {"problem", {"prob", "sproblem", "dproblem"}},
      {"question", {"ques", "quest"}},
      {"solution", {"sol", "soln"}},
      {"remark", {"rem", "rmk", "rema", "remarks"}},
      {"conjecture", {"conj"}},
      {"notation", {"notn", "abuse"}},
      {"claim", {}},
      {"fact", {}},
      {"axiom", {"ax"}},
      {"note", {"exnote"}},
      {"observation", {"obs"}},
      {"hypothesis", {"hyp"}},
      {"assumption", {"assum"}},
      {"algorithm", {"alg", "algo"}},
      {"construction", {"constr"}},
      {"property", {}},
      {"hint", {}},
      {"situation", {}},
      {"slogan", {"moral"}},
      {"abstract", {}},
  };
  return names;
}

EnvironmentTable make_environment_table() {
  using enum TexEnvironmentKind;
  EnvironmentTable table;
  for (const PieceNames& piece : piece_names()) {
    table[piece.kind] = {Piece, 0, false, piece.kind};
    for (const std::string_view name : piece.names) table[name] = {Piece, 0, false, piece.kind};
  }
  table["thebibliography"] = {Piece, 1, false, "bibliography"};
  for (const std::string_view name : {"equation", "displaymath", "math", "dmath", "myeqn"}) {
    table[name] = {Formula, 0, false, {}};
  }
  for (const std::string_view name :
       {"align", "alignat", "aligned", "gather", "multline", "flalign", "eqnarray", "split",
        "gathered", "narrowmultline"}) {
    table[name] = {FormulaLines, 0, false, {}};
  }
  for (const std::string_view name :
       {"verbatim", "Verbatim", "lstlisting", "alltt", "minted", "algorithmic", "code"}) {
    table[name] = {Verbatim, 0, false, {}};
  }
  for (const std::string_view name :
       {"comment", "tikzpicture", "pspicture", "picture", "asy", "asydef", "xy", "tikzcd",
        "prooftree", "oltableau", "diagram", "mathpar", "mathparpagebreakable", "filecontents",
        "pgfpicture", "forest", "bussproofs", "CD", "fitch"}) {
    table[name] = {Dropped, 0, false, {}};
  }
  for (const std::string_view name :
       {"tabular", "array", "longtable", "minipage", "multicols", "wrapfigure", "adjustwidth"}) {
    table[name] = {Plain, 1, true, {}};
  }
  table["tabularx"] = {Plain, 2, true, {}};
  table["list"] = {Plain, 2, false, {}};
  for (const std::string_view name : {"enumerate", "itemize", "figure", "table", "description",
                                      "tasks", "compactenum", "compactitem", "inparaenum"}) {
    table[name] = {Plain, 0, true, {}};
  }
  return table;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  return lower;
}

}  // namespace

TexEnvironmentInfo tex_environment(std::string_view name) {
  static const EnvironmentTable table = make_environment_table();
  if (name.ends_with('*')) {
    const TexEnvironmentInfo plain = tex_environment(name.substr(0, name.size() - 1));
    if (name == "tabular*") return {TexEnvironmentKind::Plain, 2, true, {}};
    return plain;
  }
  const auto it = table.find(name);
  return it == table.end() ? TexEnvironmentInfo{} : it->second;
}

std::string theorem_kind(std::string_view caption) {
  const std::string lower = lower_case(caption);
  for (const PieceNames& piece : piece_names()) {
    const std::size_t at = lower.find(piece.kind);
    if (at != std::string::npos && (at == 0 || lower[at - 1] == ' ')) {
      return std::string(piece.kind);
    }
  }
  return lower.empty() ? "theorem" : lower;
}

}  // namespace noether::text
