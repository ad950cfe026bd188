// Problems and solutions as decoders read and write them: `PROBLEM: … SOLUTION: …`, as Reusch,
// Thiele and Lehner (ARQMath 2022) trained GPT-2.
#pragma once

#include <string>
#include <string_view>

namespace noether::neural {

// Asks for a short solution after a prompt.
inline constexpr std::string_view kHint = " HINT:";

inline std::string problem_prompt(std::string_view problem) {
  return "PROBLEM: " + std::string(problem) + " SOLUTION:";
}
// The text that follows such a prompt.
inline std::string solution_text(std::string_view solution) { return " " + std::string(solution); }

}  // namespace noether::neural
