#include "noether/collection/known_questions.h"

#include <algorithm>

#include "noether/base/ascii.h"

namespace noether::collection {
namespace {

// Shorter titles, such as "Evaluate the limit", are those of many questions.
constexpr std::size_t kShortestTitle = 30;
constexpr std::size_t kStretchOfBody = 60;

std::string letters_and_digits(std::string_view text) {
  std::string folded = base::lowered(text);
  std::erase_if(folded, [](char c) { return !base::is_letter(c) && !base::is_digit(c); });
  return folded;
}

}  // namespace

void KnownQuestions::add(std::string_view title, std::string_view body) {
  if (std::string folded = letters_and_digits(title); folded.size() >= kShortestTitle) {
    stretches_.push_back(std::move(folded));
  }
  const std::string folded = letters_and_digits(body);
  if (folded.size() >= kStretchOfBody) {
    stretches_.push_back(folded.substr((folded.size() - kStretchOfBody) / 2, kStretchOfBody));
  }
}

bool KnownQuestions::has(std::string_view text) const {
  if (stretches_.empty()) return false;
  const std::string folded = letters_and_digits(text);
  return std::ranges::any_of(stretches_, [&](const std::string& stretch) {
    return folded.find(stretch) != std::string::npos;
  });
}

}  // namespace noether::collection
