// A writer of answers: a model behind an endpoint, or one of Noether's decoders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "noether/answer/answer.h"
#include "noether/answer/question.h"
#include "noether/base/error.h"
#include "noether/search/is_over.h"
#include "noether/text/document.h"

namespace noether::answer {

// A part of a document that a writer may read and cite.
struct Passage {
  Source source;
  std::uint32_t field = 0;  // of the document
  base::Span span;          // bytes of the field's text
  text::Field text;         // these bytes
};

struct WritingTask {
  const Question& question;
  std::span<const Passage> passages;  // cited by their numbers from 1
  std::size_t limit = 1200;           // characters of the answer, about
  search::IsOver is_over = {};
};

enum class TextEnd : std::uint8_t {
  Whole,   // the writer came to its end
  Full,    // it may not write more, and would have gone on
  Enough,  // the listener wanted no more
};

// Any number of threads may use one.
class TextWriter {
 public:
  virtual ~TextWriter() = default;
  // For people: which model writes. It may be empty, and has no address: visitors of a server see
  // it.
  virtual std::string name() const = 0;
  // Whether it reads the passages and cites them.
  virtual bool reads_passages() const = 0;
  // Gets the text piece by piece, and returns whether to continue.
  using OnText = std::function<bool(std::string_view piece)>;
  // An error may come after some of the text.
  virtual base::Result<TextEnd> write(const WritingTask& task, const OnText& on_text) const = 0;
};

}  // namespace noether::answer
