#include "noether/text/tex/tex_text.h"

#include <deque>

#include "noether/base/utf8.h"
#include "noether/text/tex/tex_stream.h"
#include "noether/text/tex/tex_walker.h"

namespace noether::text {
namespace {

// A source that is not UTF-8 is usually Latin-1.
std::string_view as_utf8(std::string_view source, std::string& copy) {
  if (!base::find_invalid_utf8(source)) return source;
  copy.clear();
  for (const base::CodePoint& c : base::code_points(source)) {
    const auto byte = static_cast<unsigned char>(c.bytes.front());
    base::append_code_point(copy, c.valid ? c.value : byte < 0xA0 ? U' ' : byte);
  }
  return copy;
}

}  // namespace

class TexDefinitions {
 public:
  void read(std::string_view tex) {
    std::string copy;
    const std::string& source = sources_.emplace_back(as_utf8(tex, copy));
    TexStream stream(source, macros_);
    stream.lexer().set_at_letter(source.find("\\makeatletter") == std::string::npos &&
                                 source.find("\\ProvidesPackage") != std::string::npos);
    for (TexToken token = stream.take(); token.kind != TexKind::End; token = stream.take()) {
      if (token.kind != TexKind::Command) continue;
      if (token.text == "makeatletter" || token.text == "makeatother") {
        stream.lexer().set_at_letter(token.text == "makeatletter");
      } else {
        read_tex_definition(token, stream);
      }
    }
  }

  const TexMacros& macros() const { return macros_; }

 private:
  std::deque<std::string> sources_;  // names and bodies point into these
  TexMacros macros_;
};

TexReader::TexReader() : definitions_(std::make_unique<TexDefinitions>()) {}
TexReader::~TexReader() = default;
TexReader::TexReader(TexReader&&) noexcept = default;
TexReader& TexReader::operator=(TexReader&&) noexcept = default;

void TexReader::read_definitions(std::string_view tex) { definitions_->read(tex); }

TexDocument TexReader::read(std::string_view tex) {
  std::string copy;
  const std::string_view source = as_utf8(tex, copy);
  if (source.find("\\begin{document}") != std::string_view::npos) {
    TexMacros own(&definitions_->macros());
    TexWalker walker(source, own, true);
    TexDocument document = walker.read();
    // In a comment or in verbatim text, \begin{document} has no effect.
    if (!walker.all_preamble()) return document;
  }
  TexMacros own(&definitions_->macros());
  return TexWalker(source, own, false).read();
}

}  // namespace noether::text
