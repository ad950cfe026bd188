#include "noether/text/tex/tex_stream.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "noether/text/tex/tex_vocabulary.h"

namespace noether::text {
namespace {

// Commands that the reader of text handles better than any definition of them would.
bool is_structural(std::string_view name) {
  static const std::unordered_set<std::string_view> names = {
      "begin",
      "end",
      "section",
      "subsection",
      "subsubsection",
      "chapter",
      "part",
      "item",
      "label",
      "ref",
      "eqref",
      "cite",
      "par",
      "title",
      "author",
      "footnote",
      "index",
      "paragraph",
      "maketitle",
      "date",
      "documentclass",
      "input",
      "newcommand",
      "newtheorem",
      "(",
      ")",
      "[",
      "]",
      "\\",
      "verb",
      "caption",
      "bibitem",
      "emph",
      "textbf",
      "textit",
      "text",
      "mbox",
      "proofname",
      "left",
      "right",
      "def",
      "ensuremath",
  };
  return names.contains(name);
}

int digit(const TexTokens& tokens) {
  if (tokens.size() != 1 || tokens[0].text.size() != 1) return 0;
  const char c = tokens[0].text[0];
  return c >= '0' && c <= '9' ? c - '0' : 0;
}

std::string_view first_command(const TexTokens& tokens) {
  for (const TexToken& token : tokens) {
    if (token.kind == TexKind::Command) return token.text;
  }
  return {};
}

// The text of tokens that form a name and are adjacent in the source: theorem*.
std::string_view name_of(const TexTokens& tokens) {
  std::string_view name;
  for (const TexToken& token : tokens) {
    if (name.empty()) {
      name = token.text;
    } else if (token.text.data() == name.data() + name.size()) {
      name = {name.data(), name.size() + token.text.size()};
    } else {
      return {};
    }
  }
  return name;
}

void define(TexStream& stream, std::string_view name, TexMacro macro, bool keep_known = false) {
  if (name.empty() || is_structural(name)) return;
  if (keep_known && stream.macros().macro(name) != nullptr) return;
  stream.macros().define(name, std::move(macro));
}

// [n][default], as in \newcommand and \newenvironment.
void read_parameters(TexStream& stream, TexMacro& macro) {
  TexTokens count;
  if (!stream.take_optional(count)) return;
  macro.parameters = digit(count);
  macro.first_is_optional = stream.take_optional(macro.default_argument) && macro.parameters > 0;
}

// \newcommand{\name}[n][default]{body}
void new_command(TexStream& stream, bool keep_known) {
  stream.take_star();
  TexTokens name;
  if (!stream.take_argument(name)) return;
  TexMacro macro;
  read_parameters(stream, macro);
  if (stream.take_argument(macro.body)) {
    define(stream, first_command(name), std::move(macro), keep_known);
  }
}

// \def\name#1#2{body}. A definition with other text among the parameters is ignored.
void def(TexStream& stream) {
  stream.skip_blanks();
  const TexToken name = stream.take();
  if (name.kind != TexKind::Command) {
    stream.push_front(name);
    return;
  }
  TexMacro macro;
  bool simple = true;
  for (;;) {
    const TexToken token = stream.take();
    if (token.kind == TexKind::Open) {
      stream.push_front(token);
      break;
    }
    if (token.kind == TexKind::Parameter) {
      macro.parameters = std::min(macro.parameters + 1, 9);
    } else if (token.kind == TexKind::End || token.kind == TexKind::Paragraph ||
               token.kind == TexKind::Close || token.kind == TexKind::Mark) {
      stream.push_front(token);
      return;
    } else if (token.kind != TexKind::Blank) {
      simple = false;
    }
  }
  if (stream.take_argument(macro.body) && simple) define(stream, name.text, std::move(macro));
}

// \let\name=\other: the current meaning of \other.
void let(TexStream& stream) {
  stream.skip_blanks();
  const TexToken name = stream.take();
  stream.skip_blanks();
  TexToken meaning = stream.take();
  if (meaning.is_text("=")) {
    stream.skip_blanks();
    meaning = stream.take();
  }
  if (name.kind != TexKind::Command || meaning.kind == TexKind::End ||
      meaning.kind == TexKind::Mark) {
    return;
  }
  TexMacro macro;
  if (meaning.kind == TexKind::Command) {
    if (const TexMacro* known = stream.macros().macro(meaning.text)) {
      macro = *known;
    } else {
      meaning.primitive = true;
      macro.body.push_back(meaning);
    }
  } else {
    macro.body.push_back(meaning);
  }
  define(stream, name.text, std::move(macro));
}

// \DeclareMathOperator{\name}{text}
void declare_operator(TexStream& stream) {
  const bool limits = stream.take_star();
  TexTokens name;
  TexTokens text;
  if (!stream.take_argument(name) || !stream.take_argument(text)) return;
  TexMacro macro;
  macro.body.push_back({TexKind::Command, true, "operatorname"});
  if (limits) macro.body.push_back({TexKind::Text, false, "*"});
  macro.body.push_back({TexKind::Open, false, "{"});
  macro.body.insert(macro.body.end(), text.begin(), text.end());
  macro.body.push_back({TexKind::Close, false, "}"});
  define(stream, first_command(name), std::move(macro));
}

// \DeclarePairedDelimiter{\abs}{\lvert}{\rvert}
void declare_delimiters(TexStream& stream) {
  TexTokens name;
  TexTokens open;
  TexTokens close;
  if (!stream.take_argument(name) || !stream.take_argument(open) || !stream.take_argument(close)) {
    return;
  }
  TexMacro macro;
  macro.parameters = 1;
  macro.body = open;
  macro.body.push_back({TexKind::Blank, false, {}});
  macro.body.push_back({TexKind::Parameter, false, "1"});
  macro.body.insert(macro.body.end(), close.begin(), close.end());
  define(stream, first_command(name), std::move(macro));
}

void new_environment(TexStream& stream) {
  stream.take_star();
  TexTokens name;
  if (!stream.take_argument(name)) return;
  TexEnvironment environment;
  read_parameters(stream, environment.begin);
  if (!stream.take_argument(environment.begin.body) ||
      !stream.take_argument(environment.end.body)) {
    return;
  }
  const std::string_view text = name_of(name);
  // A document that changes the look of its proofs or equations does not change their meaning.
  const bool calls_itself = std::ranges::any_of(
      environment.begin.body, [&](const TexToken& token) { return token.is_text(text); });
  if (text.empty() || calls_itself || tex_environment(text).kind != TexEnvironmentKind::Plain) {
    return;
  }
  stream.macros().define_environment(text, std::move(environment));
}

// \newtheorem{name}[counter]{Caption}[within], and \declaretheorem[name=Caption]{name}.
void new_theorem(TexStream& stream, bool declare) {
  stream.take_star();
  TexTokens options;
  TexTokens name;
  TexTokens caption;
  if (declare) stream.take_optional(options);
  if (!stream.take_argument(name)) return;
  if (!declare) {
    stream.take_optional(options);
    if (!stream.take_argument(caption)) return;
    stream.take_optional(options);
  }
  const std::string_view text = name_of(name);
  if (text.empty()) return;
  std::string printed;
  TexWriter writer(printed);
  for (const TexToken& token : declare ? name : caption) {
    if (token.kind == TexKind::Text || token.kind == TexKind::Blank) writer.write(token);
  }
  const TexEnvironmentInfo known = tex_environment(text);
  if (known.kind == TexEnvironmentKind::Piece) {
    stream.macros().declare_theorem(text, std::string(known.piece));
  } else {
    stream.macros().declare_theorem(text, theorem_kind(printed));
  }
}

using DefinitionHandler = void (*)(TexStream&);

}  // namespace

bool read_tex_definition(const TexToken& command, TexStream& stream) {
  static const std::unordered_map<std::string_view, DefinitionHandler> handlers = {
      {"newcommand", [](TexStream& s) { new_command(s, false); }},
      {"renewcommand", [](TexStream& s) { new_command(s, false); }},
      {"providecommand", [](TexStream& s) { new_command(s, true); }},
      {"DeclareRobustCommand", [](TexStream& s) { new_command(s, false); }},
      {"def", def},
      {"gdef", def},
      {"edef", def},
      {"xdef", def},
      {"let", let},
      {"DeclareMathOperator", declare_operator},
      {"DeclarePairedDelimiter", declare_delimiters},
      {"newenvironment", new_environment},
      {"renewenvironment", new_environment},
      {"newtheorem", [](TexStream& s) { new_theorem(s, false); }},
      {"spnewtheorem", [](TexStream& s) { new_theorem(s, false); }},
      {"declaretheorem", [](TexStream& s) { new_theorem(s, true); }},
      {"newif", [](TexStream& s) { s.take(); }},
  };
  const auto it = handlers.find(command.text);
  if (it == handlers.end()) return false;
  it->second(stream);
  return true;
}

}  // namespace noether::text
