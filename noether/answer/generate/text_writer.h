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
  std::uint32_t field = 0;  // a field of the document
  base::Span span;          // bytes of the text of the field
  text::Field text;         // the text of these bytes
};

struct WritingTask {
  const Question& question;
  std::span<const Passage> passages;  // cited by their numbers, which begin at 1
  std::size_t limit = 1200;           // approximate characters of the answer
  search::IsOver is_over = {};
};

enum class TextEnd : std::uint8_t {
  Whole,   // the writer finished its text
  Full,    // the writer reached its limit before it finished
  Enough,  // the listener wanted no more text
};

// Several threads may use one object at once.
class TextWriter {
 public:
  virtual ~TextWriter() = default;
  // The name of the model, for people. It may be empty, and contains no address, because visitors
  // of a server see it.
  virtual std::string name() const = 0;
  // Whether the writer reads the passages and cites them.
  virtual bool reads_passages() const = 0;
  // Receives the text piece by piece, and returns whether to continue.
  using OnText = std::function<bool(std::string_view piece)>;
  // An error may follow after some of the text.
  virtual base::Result<TextEnd> write(const WritingTask& task, const OnText& on_text) const = 0;
};

}  // namespace noether::answer
