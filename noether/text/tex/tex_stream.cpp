#include "noether/text/tex/tex_stream.h"

#include <algorithm>
#include <array>

#include "noether/base/ascii.h"
#include "noether/base/utf8.h"

namespace noether::text {
namespace {}  // namespace

void TexMacros::define(std::string_view name, TexMacro macro) {
  // \renewcommand{\phi}{\mathop{\phi}}: the name inside has its earlier meaning.
  for (TexToken& token : macro.body) {
    if (token.is_command(name)) token.primitive = true;
  }
  macros_.insert_or_assign(name, std::move(macro));
}

TexStream::TexStream(std::string_view source, TexMacros& macros)
    : lexer_(source),
      macros_(macros),
      max_produced_(16 * source.size() + 100'000),
      max_arguments_(64 * source.size() + 1'000'000) {}

void TexStream::drop_read_frames() {
  while (depth_ > 0 && frames_[depth_ - 1].at == frames_[depth_ - 1].tokens.size()) --depth_;
}

TexToken TexStream::take() {
  drop_read_frames();
  if (depth_ > 0) {
    Frame& frame = frames_[depth_ - 1];
    return frame.tokens[frame.at++];
  }
  expansions_ = 0;
  produced_ = 0;
  return lexer_.next();
}

TexToken TexStream::take_expanded() {
  for (;;) {
    const TexToken token = take();
    if (token.kind != TexKind::Command || token.primitive) return token;
    const TexMacro* macro = macros_.macro(token.text);
    if (macro == nullptr) return token;
    expand(*macro, false);
  }
}

TexToken TexStream::peek() {
  const TexToken token = take();
  push_front(token);
  return token;
}

TexStream::Frame& TexStream::new_frame() {
  drop_read_frames();
  if (depth_ == frames_.size()) frames_.emplace_back();
  Frame& frame = frames_[depth_++];
  frame.tokens.clear();
  frame.at = 0;
  return frame;
}

void TexStream::push_front(const TexTokens& tokens) {
  if (tokens.empty()) return;
  new_frame().tokens = tokens;
}

void TexStream::push_front(TexToken token) {
  // In most cases the token was just taken from this frame.
  if (depth_ > 0 && frames_[depth_ - 1].at > 0) {
    Frame& frame = frames_[depth_ - 1];
    frame.tokens[--frame.at] = token;
    return;
  }
  new_frame().tokens.push_back(token);
}

void TexStream::skip_blanks() {
  TexToken token = take();
  while (token.kind == TexKind::Blank) token = take();
  push_front(token);
}

bool TexStream::take_argument(TexTokens& out) {
  skip_blanks();
  TexToken token = take();
  switch (token.kind) {
    case TexKind::End:
      return false;
    case TexKind::Close:
    case TexKind::Paragraph:
    case TexKind::Mark:
      push_front(token);
      return false;
    case TexKind::Text: {
      const std::size_t first = base::decode_code_point(token.text).bytes.size();
      if (first < token.text.size()) {
        push_front({TexKind::Text, false, token.text.substr(first)});
        token.text = token.text.substr(0, first);
      }
      out.push_back(token);
      return true;
    }
    case TexKind::Open:
      break;
    default:
      out.push_back(token);
      return true;
  }
  int depth = 1;
  for (;;) {
    token = take();
    if (token.kind == TexKind::End) return true;
    if (token.kind == TexKind::Mark) {
      push_front(token);
      return true;
    }
    if (token.kind == TexKind::Open) ++depth;
    if (token.kind == TexKind::Close && --depth == 0) return true;
    out.push_back(token);
    if (!may_grow(out)) return true;
  }
}

bool TexStream::take_optional(TexTokens& out) {
  skip_blanks();
  TexToken token = take();
  if (!token.is_text("[")) {
    push_front(token);
    return false;
  }
  int depth = 0;
  for (;;) {
    token = take();
    if (token.kind == TexKind::End) return true;
    // A bracket that is never closed does not open an argument: losing it is better than losing the
    // document.
    if (token.kind == TexKind::Mark || token.kind == TexKind::Paragraph) {
      push_front(token);
      return true;
    }
    if (token.kind == TexKind::Open) ++depth;
    if (token.kind == TexKind::Close && --depth < 0) {
      push_front(token);
      return true;
    }
    if (depth == 0 && token.is_text("]")) return true;
    out.push_back(token);
    if (!may_grow(out)) return true;
  }
}

bool TexStream::take_star() {
  const TexToken token = take();
  if (token.is_text("*")) return true;
  push_front(token);
  return false;
}

std::string TexStream::argument_text() {
  TexTokens tokens;
  take_argument(tokens);
  std::string text;
  TexWriter writer(text);
  for (const TexToken& token : tokens) writer.write(token);
  return text;
}

void TexStream::expand(const TexMacro& macro, bool as_group) {
  if (all_produced_ > max_produced_) return;
  if (++expansions_ > kMaxExpansionsPerCall || produced_ > kMaxTokensPerCall) {
    // Drops only tokens that macros made; marks belong to the caller.
    TexTokens marks;
    for (std::size_t i = 0; i < depth_; ++i) {
      const Frame& frame = frames_[i];
      for (std::size_t j = frame.at; j < frame.tokens.size(); ++j) {
        if (frame.tokens[j].kind == TexKind::Mark) marks.push_back(frame.tokens[j]);
      }
    }
    depth_ = 0;
    push_front(marks);
    return;
  }
  std::array<TexTokens, 9> arguments;
  for (std::size_t i = 0; i < static_cast<std::size_t>(macro.parameters); ++i) {
    if (i == 0 && macro.first_is_optional) {
      if (!take_optional(arguments[0])) arguments[0] = macro.default_argument;
    } else if (!take_argument(arguments[i])) {
      break;
    }
  }
  TexTokens& out = new_frame().tokens;
  if (as_group) out.push_back({TexKind::Open, false, "{"});
  for (const TexToken& token : macro.body) {
    if (token.kind == TexKind::Parameter && !token.text.empty()) {
      const TexTokens& argument = arguments[static_cast<std::size_t>(token.text[0] - '1')];
      out.insert(out.end(), argument.begin(), argument.end());
    } else {
      out.push_back(token);
    }
    if (out.size() > kMaxTokensPerCall) break;
  }
  if (as_group) out.push_back({TexKind::Close, false, "}"});
  produced_ += out.size() + 1;
  all_produced_ += out.size() + 1;
}

void TexWriter::write(std::string_view latex) {
  if (latex.empty()) return;
  if (after_word_ && (base::is_letter(latex[0]) || latex[0] == '@')) out_ += ' ';
  out_ += latex;
  after_word_ = false;
}

void TexWriter::write(const TexToken& token) {
  switch (token.kind) {
    case TexKind::Command:
      out_ += '\\';
      out_ += token.text;
      after_word_ = !token.text.empty() && base::is_letter(token.text[0]);
      return;
    case TexKind::Blank:
    case TexKind::Paragraph:
      if (!out_.empty() && out_.back() != ' ') out_ += ' ';
      after_word_ = false;
      return;
    case TexKind::Parameter:
      write("#");
      write(token.text);
      return;
    case TexKind::Mark:
    case TexKind::End:
      return;
    default:
      write(token.text);
  }
}

}  // namespace noether::text
