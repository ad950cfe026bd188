#include "noether/text/tex/tex_vocabulary.h"

#include <utf8proc.h>

#include <cstdlib>
#include <unordered_map>
#include <vector>

namespace noether::text {
namespace {

using enum TexCommand::Kind;
using CommandTable = std::unordered_map<std::string_view, TexCommand>;
using Names = std::initializer_list<std::string_view>;

void add(CommandTable& table, TexCommand command, Names names) {
  for (const std::string_view name : names) table[name] = command;
}

void add_characters(CommandTable& table) {
  struct Drawn {
    std::string_view name;
    std::string_view text;
  };
  for (const Drawn& symbol : std::initializer_list<Drawn>{{"&", "&"},
                                                          {"%", "%"},
                                                          {"$", "$"},
                                                          {"#", "#"},
                                                          {"_", "_"},
                                                          {"{", "{"},
                                                          {"}", "}"},
                                                          {"ss", "ß"},
                                                          {"ae", "æ"},
                                                          {"AE", "Æ"},
                                                          {"oe", "œ"},
                                                          {"OE", "Œ"},
                                                          {"o", "ø"},
                                                          {"O", "Ø"},
                                                          {"aa", "å"},
                                                          {"AA", "Å"},
                                                          {"l", "ł"},
                                                          {"L", "Ł"},
                                                          {"i", "i"},
                                                          {"j", "j"},
                                                          {"S", "§"},
                                                          {"P", "¶"},
                                                          {"copyright", "©"},
                                                          {"pounds", "£"},
                                                          {"ldots", "…"},
                                                          {"dots", "…"},
                                                          {"textellipsis", "…"},
                                                          {"textendash", "–"},
                                                          {"textemdash", "—"},
                                                          {"LaTeX", "LaTeX"},
                                                          {"TeX", "TeX"},
                                                          {"slash", "/"},
                                                          {"textbackslash", "\\"},
                                                          {"dag", "†"},
                                                          {"ddag", "‡"},
                                                          {"textdegree", "°"},
                                                          {"textasciitilde", "~"},
                                                          {"textquotedblleft", "“"},
                                                          {"textquotedblright", "”"},
                                                          {"lq", "‘"},
                                                          {"rq", "’"},
                                                          {"dh", "ð"},
                                                          {"th", "þ"},
                                                          {"textquoteleft", "‘"},
                                                          {"textquoteright", "’"},
                                                          {"textbar", "|"},
                                                          {"AmS", "AMS"}}) {
    table[symbol.name] = {Symbol, 0, symbol.text};
  }
  for (const Drawn& accent : std::initializer_list<Drawn>{{"`", "\u0300"},
                                                          {"'", "\u0301"},
                                                          {"^", "\u0302"},
                                                          {"~", "\u0303"},
                                                          {"=", "\u0304"},
                                                          {"u", "\u0306"},
                                                          {".", "\u0307"},
                                                          {"\"", "\u0308"},
                                                          {"r", "\u030A"},
                                                          {"H", "\u030B"},
                                                          {"v", "\u030C"},
                                                          {"d", "\u0323"},
                                                          {"c", "\u0327"},
                                                          {"k", "\u0328"},
                                                          {"b", "\u0331"}}) {
    table[accent.name] = {Accent, 0, accent.text};
  }
  add(table, {Blank, 0, {}},
      {" ", ",", ";", ":", "quad", "qquad", "space", "hfill", "newline", "linebreak", "\\",
       "tabularnewline", "enspace", "thinspace", "cr", "nobreakspace", "footnote", "\n", "\t"});
  add(table, {Drop, 0, {}}, {"!", "/", "-", "@", "noindent", "centering", "hline", "maketitle"});
  add(table, {Paragraph, 0, {}},
      {"par", "bigskip", "medskip", "smallskip", "newpage", "clearpage", "pagebreak", "bigbreak",
       "medbreak", "smallbreak", "vfill", "caption"});
}

void add_references(CommandTable& table) {
  table["label"] = {Label, 1, {}};
  table["bibitem"] = {Entry, 1, {}};
  add(table, {Drop, 1, {}},
      {"ref",
       "eqref",
       "autoref",
       "cref",
       "Cref",
       "pageref",
       "nameref",
       "vref",
       "cite",
       "citep",
       "citet",
       "citeauthor",
       "nocite",
       "index",
       "glossary",
       "vspace",
       "hspace",
       "stepcounter",
       "refstepcounter",
       "usepackage",
       "documentclass",
       "RequirePackage",
       "input",
       "include",
       "bibliography",
       "bibliographystyle",
       "includegraphics",
       "pagestyle",
       "thispagestyle",
       "theoremstyle",
       "color",
       "hypersetup",
       "newcounter",
       "newlength",
       "newsavebox",
       "usetikzlibrary",
       "tikzset",
       "special",
       "hyphenation",
       "markright",
       "date",
       "thanks",
       "url",
       "xymatrix",
       "xyoption",
       "psset",

       "indexdef",
       "tag",
       "selectlanguage",
       "pagenumbering",
       "PMlinkescapephrase",
       "PMlinkescapeword",
       "epsfig",
       "cline",
       "diagram",
       "usetag",
       "olfileid",
       "olsection",
       "vphantom",
       "hphantom",
       "phantom",
       "graphicspath",
       "asyinclude",
       "pdfbookmark",
       "vtop",
       "begingroup",
       "linespread"});
  add(table, {Drop, 2, {}},
      {"setlength", "addtolength", "setcounter", "addtocounter", "numberwithin", "rule", "markboth",
       "indexsee", "titleformat", "definecolor", "settowidth", "newcolumntype", "ollabel"});
  add(table, {Drop, 3, {}}, {"addcontentsline", "definecolor", "DeclareMathSymbol", "olfileid"});
  add(table, {DropFirst, 1, {}},
      {"href", "textcolor", "parbox", "raisebox", "scalebox", "rotatebox", "hypertarget",
       "hyperlink", "colorbox", "foreignlanguage", "marginnote", "fontencoding"});
  add(table, {DropFirst, 2, {}}, {"resizebox", "multicolumn", "fontsize", "multirow"});
  add(table, {DropSecond, 0, {}},
      {"PMlinkname", "PMlinkid", "PMlinkexternal", "PMlinktofile", "htmladdnormallink"});
  add(table, {DropLength, 0, {}},
      {"vskip", "hskip", "kern", "parindent", "parskip", "textwidth", "textheight", "oddsidemargin",
       "evensidemargin", "topmargin", "baselineskip", "hsize", "vsize"});
}

CommandTable make_command_table() {
  CommandTable table;
  add_characters(table);
  add_references(table);
  constexpr std::string_view kSections[] = {
      "part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph"};
  int level = 1;
  for (const std::string_view name : kSections) table[name] = {Section, level++, {}};
  add(table, {Item, 0, {}}, {"item", "tagitem"});
  table["begin"] = {Begin, 0, {}};
  table["end"] = {End, 0, {}};
  add(table, {Verb, 0, {}}, {"verb", "lstinline"});
  table["title"] = {Title, 0, {}};
  table["author"] = {Author, 0, {}};
  table["makeatletter"] = {AtLetter, 0, {}};
  table["makeatother"] = {AtOther, 0, {}};
  table["endinput"] = {EndInput, 0, {}};
  add(table, {OpenFormula, 0, {}}, {"(", "["});
  return table;
}

}  // namespace

std::optional<TexCommand> tex_command(std::string_view name) {
  static const CommandTable table = make_command_table();
  const auto it = table.find(name);
  if (it == table.end()) return std::nullopt;
  return it->second;
}

std::string accented(std::string_view letter, std::string_view combining) {
  if (letter.empty()) return {};
  std::string text;
  text += letter;
  text += combining;
  utf8proc_uint8_t* composed = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &composed,
                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  if (size > 0) {
    text.assign(reinterpret_cast<const char*>(composed), static_cast<std::size_t>(size));
  }
  std::free(composed);
  return text;
}

void append_prose(std::string_view text, std::string& out) {
  struct Ligature {
    std::string_view typed;
    std::string_view printed;
  };
  constexpr Ligature kLigatures[] = {{"---", "—"}, {"--", "–"}, {"``", "“"},
                                     {"''", "”"},  {"`", "‘"},  {"!!", ""}};
  std::size_t begin = 0;
  for (std::size_t at = text.find_first_of("-`'!"); at != std::string_view::npos;
       at = text.find_first_of("-`'!", at)) {
    const Ligature* found = nullptr;
    for (const Ligature& ligature : kLigatures) {
      if (found == nullptr && text.substr(at).starts_with(ligature.typed)) found = &ligature;
    }
    if (found == nullptr) {
      ++at;
      continue;
    }
    out.append(text, begin, at - begin);
    out += found->printed;
    at += found->typed.size();
    begin = at;
  }
  out.append(text, begin, std::string_view::npos);
}

namespace {

using EnvironmentTable = std::unordered_map<std::string_view, TexEnvironmentInfo>;

struct PieceNames {
  std::string_view kind;
  std::vector<std::string_view> names;  // in addition to the kind itself
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
