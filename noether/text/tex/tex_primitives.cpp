#include "noether/text/tex/tex_stream.h"

#include <unordered_map>

namespace noether::text {
namespace {

void choose(TexStream& stream, bool first) {
  TexTokens yes;
  TexTokens no;
  stream.take_argument(yes);
  stream.take_argument(no);
  stream.push_front(first ? yes : no);
}

// \@ifnextchar X{then}{else}: looks at the token behind its three arguments.
void if_next(TexStream& stream) {
  TexTokens wanted;
  TexTokens yes;
  TexTokens no;
  if (!stream.take_argument(wanted) || wanted.empty()) return;
  stream.take_argument(yes);
  stream.take_argument(no);
  stream.skip_blanks();
  const TexToken next = stream.peek();
  const bool same = wanted[0].is_command("bgroup")
                        ? next.kind == TexKind::Open
                        : next.kind == wanted[0].kind && next.text.starts_with(wanted[0].text);
  stream.push_front(same ? yes : no);
}

void if_star(TexStream& stream) {
  TexTokens yes;
  TexTokens no;
  stream.take_argument(yes);
  stream.take_argument(no);
  const bool star = stream.take_star();
  stream.push_front(star ? yes : no);
}

// Takes the first of the four arguments, the form for a displayed formula.
void math_choice(TexStream& stream) {
  TexTokens display;
  TexTokens others;
  stream.take_argument(display);
  for (int i = 0; i < 3; ++i) stream.take_argument(others);
  stream.push_front(display);
}

// Skips a branch of a conditional, up to its \else or \fi.
void skip_branch(TexStream& stream, bool stop_at_else) {
  int depth = 1;
  for (;;) {
    const TexToken token = stream.take();
    if (token.kind == TexKind::End || token.kind == TexKind::Mark) {
      stream.push_front(token);
      return;
    }
    if (token.kind != TexKind::Command) continue;
    if (token.text.starts_with("if") && token.text != "iff") ++depth;
    if (stop_at_else && token.text == "else" && depth == 1) return;
    if (token.text == "fi" && --depth == 0) return;
  }
}

// Adds the blank of \xspace if the lexer dropped a blank as the end of a command.
void space_before_word(TexStream& stream) {
  const TexToken next = stream.peek();
  if (next.kind != TexKind::Text || next.text.empty()) return;
  const char c = next.text.front();
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
    stream.push_front(TexTokens{{TexKind::Blank, false, {}}});
  }
}

using PrimitiveHandler = void (*)(TexStream&, bool in_formula);

}  // namespace

bool expand_tex_primitive(const TexToken& command, TexStream& stream, bool in_formula) {
  static const std::unordered_map<std::string_view, PrimitiveHandler> handlers = {
      {"@ifnextchar", [](TexStream& s, bool) { if_next(s); }},
      {"kernel@ifnextchar", [](TexStream& s, bool) { if_next(s); }},
      {"@ifstar", [](TexStream& s, bool) { if_star(s); }},
      {"mathchoice", [](TexStream& s, bool) { math_choice(s); }},
      {"texorpdfstring", [](TexStream& s, bool) { choose(s, true); }},
      {"iffalse", [](TexStream& s, bool) { skip_branch(s, true); }},
      {"ifmmode",
       [](TexStream& s, bool in) {
         if (!in) skip_branch(s, true);
       }},
      // The reader takes the first branch of any other conditional.
      {"else", [](TexStream& s, bool) { skip_branch(s, false); }},
      {"fi", [](TexStream&, bool) {}},
      {"xspace",
       [](TexStream& s, bool in) {
         if (!in) space_before_word(s);
       }},
      {"relax", [](TexStream&, bool) {}},
      {"protect", [](TexStream&, bool) {}},
      {"ensuremath",
       [](TexStream& s, bool in) {
         if (in) return;
         TexTokens inside;
         if (!s.take_argument(inside)) return;
         inside.insert(inside.begin(), {TexKind::Math, false, "$"});
         inside.push_back({TexKind::Math, false, "$"});
         s.push_front(inside);
       }},
  };
  const auto it = handlers.find(command.text);
  if (it == handlers.end()) return false;
  it->second(stream, in_formula);
  return true;
}

}  // namespace noether::text
