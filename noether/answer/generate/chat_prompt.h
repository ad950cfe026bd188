// What a language model is asked: the question, numbered passages, and how to write.
//
// Questions and passages are data. They stand in the user's message only, between lines with a key
// that is drawn for each request, and no `<` in them is followed by anything but a blank, so that
// neither the lines nor the signs that chat templates give roles with (<|im_start|>, </s>, …) can
// be written in a document. A formula reads the same with the blank.
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

// What the model is asked to write when the passages do not answer, and whether a text says so.
inline constexpr std::string_view kDoesNotKnow = "I do not know.";
bool says_it_does_not_know(std::string_view text);

}  // namespace noether::answer
