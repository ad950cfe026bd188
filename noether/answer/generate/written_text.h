// Splits the text that a model is writing into sentences.
// Formulas between \( \), \[ \] or dollar signs become formulas of a field. A sentence is passed on
// when the next one has begun, so that a citation after its full stop still belongs to it, and
// never while a formula is open.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "noether/text/document.h"

namespace noether::answer {

struct WrittenSentence {
  text::Field text;  // contains the citations
  bool begins_paragraph = false;
};

class WrittenText {
 public:
  // Adds a piece of the text, and returns the sentences that it completes.
  std::vector<WrittenSentence> add(std::string_view piece);
  // Returns the rest, which may not be a whole sentence.
  std::vector<WrittenSentence> end();

 private:
  std::vector<WrittenSentence> take(bool is_end);

  std::string pending_;           // the text not returned yet, as the model wrote it
  bool is_begun_ = false;         // the part in which a model may think aloud has ended
  std::size_t last_look_ = 0;     // the size of pending_ at the last look
  bool begins_paragraph_ = true;  // whether the next sentence begins a paragraph
};

}  // namespace noether::answer
