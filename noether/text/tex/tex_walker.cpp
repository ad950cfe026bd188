#include "noether/text/tex/tex_walker.h"

#include <algorithm>

#include "noether/text/tex/tex_stream.h"

namespace noether::text {

TexWalker::TexWalker(std::string_view source, TexMacros& macros, bool has_preamble)
    : stream_(source, macros), preamble_(has_preamble) {
  document_.title.name = "title";
  open_piece("text", 0, {}, 1);
}

TexDocument TexWalker::read() {
  // A surplus mark or brace ends a walk, but never the document.
  while (!done_) walk();
  document_.pieces = finished_pieces();
  return std::move(document_);
}

void TexWalker::walk() {
  while (!done_) {
    const TexToken token = stream_.take();
    if (token.kind == TexKind::Command) {
      command(token);
      continue;
    }
    if (token.kind == TexKind::End) done_ = true;
    if (token.kind == TexKind::End || token.kind == TexKind::Mark) return;
    if (preamble_ && title_ == nullptr) continue;
    switch (token.kind) {
      case TexKind::Text:
        text(token);
        break;
      case TexKind::Math:
        dollar();
        break;
      case TexKind::Blank:
      case TexKind::Tie:
      case TexKind::Align:
        out().append_blank();
        break;
      case TexKind::Paragraph:
        out().end_paragraph();
        break;
      case TexKind::Script:
        out().append(token.text);
        break;
      default:
        break;
    }
  }
}

void TexWalker::text(const TexToken& token) {
  if (token.text.find_first_of("-`'!") == std::string_view::npos) {
    out().append(token.text);
    return;
  }
  scratch_.clear();
  append_prose(token.text, scratch_);
  out().append(scratch_);
  // Conditional words of Open Logic with an article: !!a{formula}.
  if (token.text.ends_with("!!a")) out().append_blank();
}

void TexWalker::dollar() {
  const TexToken next = stream_.take();
  if (next.kind == TexKind::Math) {
    formula(TexFormulaEnd::TwoDollars);
    return;
  }
  stream_.push_front(next);
  formula(TexFormulaEnd::Dollar);
}

void TexWalker::formula(TexFormulaEnd end, std::string_view environment, bool keep) {
  const TexFormula formula = read_tex_formula(stream_, end, environment, keep);
  if (formula.diagram) {
    out().append_blank();
  } else if (end == TexFormulaEnd::Dollar || end == TexFormulaEnd::Parenthesis) {
    out().append_formula(formula.latex);
  } else {
    // A displayed formula is separated from the words around it.
    out().append_blank();
    out().append_formula(formula.latex);
    out().append_blank();
  }
}

void TexWalker::command(const TexToken& token) {
  if (!token.primitive) {
    if (const TexMacro* macro = stream_.macros().macro(token.text)) {
      stream_.expand(*macro, false);
      return;
    }
    if (read_tex_definition(token, stream_)) return;
    if (expand_tex_primitive(token, stream_, false)) return;
  }
  if (const std::optional<TexCommand> known = tex_command(token.text)) {
    known_command(*known, token);
  } else if (token.text.starts_with("pm") && token.text.size() > 4) {
    metadata(token.text.substr(2));
  } else if (token.text.starts_with("index")) {
    drop_arguments(1);
  }
}

void TexWalker::known_command(const TexCommand& command, const TexToken& token) {
  using enum TexCommand::Kind;
  const bool silent = preamble_ && title_ == nullptr;
  TexTokens argument;
  switch (command.kind) {
    case Symbol:
      if (!silent) out().append(command.text);
      break;
    case Accent:
      if (!silent) accent(command.text);
      break;
    case Blank:
      if (token.text == "\\") {
        stream_.take_star();
        if (stream_.peek().is_text("[")) stream_.take_optional(argument);
      }
      out().append_blank();
      break;
    case Paragraph:
      out().end_paragraph();
      break;
    case Drop:
      if (command.arguments > 0) drop_arguments(command.arguments);
      break;
    case Entry:
      out().end_paragraph();
      drop_arguments(command.arguments);
      break;
    case DropFirst:
      drop_arguments(command.arguments);
      break;
    case DropSecond: {
      TexTokens target;
      stream_.take_argument(argument);
      stream_.take_argument(target);
      stream_.push_front(argument);
      break;
    }
    case DropLength:
      stream_.skip_blanks();
      if (const TexToken next = stream_.take(); next.is_text("=")) {
        stream_.take();
      } else if (next.kind != TexKind::Text) {
        stream_.push_front(next);
      }
      break;
    case Section:
      section(command.arguments);
      break;
    case Label: {
      const std::string label = stream_.argument_text();
      // After text, the label belongs to an item or an equation.
      Draft& draft = drafts_[open_.back().index];
      if (draft.piece.label.empty() && draft.body.empty()) draft.piece.label = label;
      break;
    }
    case Item:
      out().end_paragraph();
      if (stream_.take_optional(argument)) {
        argument.push_back({TexKind::Blank, false, {}});
        stream_.push_front(argument);
      }
      break;
    case Begin:
      begin_environment();
      break;
    case End:
      end_environment();
      break;
    case Verb:
      verb();
      break;
    case Title:
      stream_.take_optional(argument);
      argument.clear();
      stream_.take_argument(argument);
      if (document_.title.text.empty()) document_.title = render(std::move(argument), "title");
      break;
    case Author:
      stream_.take_optional(argument);
      argument.clear();
      stream_.take_argument(argument);
      document_.properties.emplace_back("author", render(std::move(argument), "author").text);
      break;
    case AtLetter:
      stream_.lexer().set_at_letter(true);
      break;
    case AtOther:
      stream_.lexer().set_at_letter(false);
      break;
    case EndInput:
      done_ = true;
      break;
    case OpenFormula:
      if (!silent) {
        formula(token.text == "(" ? TexFormulaEnd::Parenthesis : TexFormulaEnd::Bracket);
      }
      break;
  }
}

// PlanetMath: \pmtitle{..} is the title; \pmclassification{msc}{03B70} and the others are
// properties.
void TexWalker::metadata(std::string_view name) {
  constexpr std::string_view kNames[] = {"canonicalname", "created", "modified", "owner",
                                         "modifier",      "title",   "record",   "privacy",
                                         "author",        "type",    "comment",  "classification",
                                         "synonym",       "related", "keywords", "defines"};
  if (std::ranges::find(kNames, name) == std::ranges::end(kNames)) return;
  TexTokens argument;
  if (!stream_.take_argument(argument)) return;
  TexTokens second;
  if (stream_.peek().kind == TexKind::Open) stream_.take_argument(second);
  if (name == "title") {
    document_.title = render(std::move(argument), "title");
    return;
  }
  if (name == "classification") argument = std::move(second);
  std::string value = render(std::move(argument), name).text;
  if (!value.empty()) document_.properties.emplace_back(name, std::move(value));
}

void TexWalker::drop_arguments(int count) {
  TexTokens ignored;
  stream_.take_star();
  while (stream_.peek().is_text("[") && stream_.take_optional(ignored)) {
  }
  for (int i = 0; i < count; ++i) {
    // Text without braces is not an argument of a command that is dropped.
    const TexToken next = stream_.peek();
    if (next.kind != TexKind::Open && next.kind != TexKind::Blank) return;
    stream_.skip_blanks();
    if (stream_.peek().kind != TexKind::Open) return;
    stream_.take_argument(ignored);
  }
}

void TexWalker::accent(std::string_view combining) {
  TexTokens argument;
  if (!stream_.take_argument(argument) || argument.empty()) return;
  const TexToken letter = argument.front();
  if (letter.kind == TexKind::Command && (letter.text == "i" || letter.text == "j")) {
    out().append(accented(letter.text, combining));
  } else if (letter.kind == TexKind::Text) {
    const std::size_t first = std::min<std::size_t>(1, letter.text.size());
    const bool ascii = static_cast<unsigned char>(letter.text.front()) < 0x80;
    out().append(ascii ? accented(letter.text.substr(0, first), combining) : "");
    if (ascii) argument.front().text.remove_prefix(first);
  }
  if (letter.kind == TexKind::Command || argument.front().text.empty()) {
    argument.erase(argument.begin());
  }
  stream_.push_front(argument);
}

void TexWalker::verb() {
  if (!stream_.in_source()) return;
  std::string_view rest = stream_.lexer().rest();
  if (rest.starts_with('*')) {
    stream_.lexer().skip(1);
    rest.remove_prefix(1);
  }
  rest = rest.substr(0, std::min(rest.find('\n'), std::size_t{1'000}));
  if (rest.empty()) return;
  const std::size_t end = rest.find(rest.front(), 1);
  if (end == std::string_view::npos) return;
  out().append(rest.substr(1, end - 1));
  stream_.lexer().skip(end + 1);
}

Field TexWalker::render(TexTokens tokens, std::string_view name) {
  FieldBuilder field{std::string(name)};
  if (tokens.empty() || nesting_ >= kMaxNesting) return field.take();
  ++nesting_;
  FieldBuilder* outer = title_;
  title_ = &field;
  tokens.push_back({TexKind::Mark, false, {}});
  stream_.push_front(tokens);
  walk();
  title_ = outer;
  --nesting_;
  return field.take();
}

}  // namespace noether::text
