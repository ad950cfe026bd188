// A text that a model is writing, sentence by sentence.
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
  text::Field text;  // citations among the words
  bool begins_paragraph = false;
};

class WrittenText {
 public:
  // More of the text; the sentences that it completes.
  std::vector<WrittenSentence> add(std::string_view piece);
  // The rest, which may be no whole sentence.
  std::vector<WrittenSentence> end();

 private:
  std::vector<WrittenSentence> take(bool is_end);

  std::string pending_;           // not given out yet, as it was written
  bool is_begun_ = false;         // behind what the model thinks aloud
  std::size_t last_look_ = 0;     // how long pending_ was then
  bool begins_paragraph_ = true;  // the next sentence does
};

}  // namespace noether::answer
