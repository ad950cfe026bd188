// The prompt of a language model: the question, numbered passages, and how to write.
// Questions and passages are data. They occur only in the user's message, between lines with a key
// that is drawn for each request, and every `<` in them is followed by a blank, so that a document
// can contain neither these lines nor the marks by which chat templates assign roles (<|im_start|>,
// </s>, …). The blank does not change a formula.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "noether/answer/generate/text_writer.h"

namespace noether::answer {

struct ChatPrompt {
  std::string system;
  std::string user;
};

// The key is one that no document knows; new_prompt_key draws one.
ChatPrompt chat_prompt(const WritingTask& task, std::string_view key);
std::string new_prompt_key();

// A text that cannot leave its quotes.
std::string quoted_as_data(std::string_view text);

// The text that the model should write if the passages do not answer, and a test for it.
inline constexpr std::string_view kDoesNotKnow = "I do not know.";
bool says_it_does_not_know(std::string_view text);

}  // namespace noether::answer
