// noether check and POST /api/v1/check print the same words about the same lines.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "noether/base/json_text.h"
#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"
#include "noether/server/api/api.h"

namespace noether::cli {
namespace {

using Lines = std::vector<std::string>;

// The output of the command: the words of each step after its number, and the summary.
Lines words_of_command(const Lines& lines) {
  const base::TemporaryFolder folder;
  const std::string file = folder.path() + "/lines.txt";
  std::ofstream out(file);
  for (const std::string& line : lines) out << line << '\n';
  out.close();
  const std::string output = shell("NOETHER check '" + file + "' 2>/dev/null").output;
  Lines words;
  for (std::size_t begin = 0; begin < output.size();) {
    const std::size_t end = output.find('\n', begin);
    const std::string line = output.substr(begin, end - begin);
    const std::size_t colon = line.find(": ");
    const bool is_step =
        colon != std::string::npos && colon > 0 && line.find_first_not_of("0123456789") == colon;
    if (is_step) words.push_back(line.substr(colon + 2));
    begin = end + 1;
    if (begin == output.size()) words.push_back(line);
  }
  return words;
}

// The strings that follow a name in the JSON of the answer, in order.
Lines strings_of(const std::string& json, const std::string& name) {
  const std::string before = "\"" + name + "\": \"";
  Lines strings;
  for (std::size_t at = json.find(before); at != std::string::npos; at = json.find(before, at)) {
    at += before.size();
    std::string text;
    while (json[at] != '"') {
      if (json[at] == '\\') ++at;
      text += json[at++];
    }
    strings.push_back(text);
  }
  return strings;
}

Lines words_of_api(const Lines& lines) {
  std::vector<std::string> texts;
  for (const std::string& line : lines) texts.push_back(base::json_string(line));
  server::Request request;
  request.method = "POST";
  request.headers = {{"content-type", "application/json"}};
  request.body = "{\"seconds\": 5, \"lines\": " + base::json_array(texts) + "}";
  const std::string body = server::check_derivation(request).body;
  Lines words = strings_of(body, "text");
  // A line that cannot be read has no steps.
  const Lines verdicts = strings_of(body, "verdict");
  if (std::ranges::find(verdicts, "unreadable") != verdicts.end()) words.emplace_back("unreadable");
  for (const std::string& summary : strings_of(body, "summary")) words.push_back(summary);
  return words;
}

TEST(CheckWords, AreTheSameOnTheCommandLineAndInTheApi) {
  const std::vector<Lines> derivations = {
      {"2x+4=10", "2x=6", "x=3"},
      {"x^2=3x", "x=3", "x^2=9", "x=\\pm 3"},
      {"\\sqrt{x+2}=x", "x+2=x^2", "x=2 or x=-1", "x=2"},
      {"(x+1)^2", "= x^2+2x+1", "= x(x+2)"},
      {"\\frac{x^2}{x}", "x"},
      {"ax=b", "x=\\frac{b}{a}"},
      {"-2x>4", "x<-2", "x<0"},
      {"x+y=3", "x-y=1"},
      {"f(x)", "g(x)"},
      {"\\sin x = 0", "x = 0"},
      {"(x+1)^2 = x^2+2x+1", "= 1+2x+x^2"},
      {"x^2=2", "x=\\sqrt 2"},
      {"+ x 1", "= + 1 x"},
  };
  for (const Lines& lines : derivations) {
    EXPECT_EQ(words_of_command(lines), words_of_api(lines)) << lines.front();
  }
}

TEST(CheckWords, AreTheSameForALineThatCannotBeRead) {
  const Lines command = words_of_command({"x", "\\frac{1}{"});
  ASSERT_EQ(command.size(), 3U);
  server::Request request;
  request.method = "POST";
  request.headers = {{"content-type", "application/json"}};
  request.body = R"({"lines": ["x", "\\frac{1}{"]})";
  const Lines reasons = strings_of(server::check_derivation(request).body, "reason");
  ASSERT_FALSE(reasons.empty());
  EXPECT_EQ(command[1], "unreadable  " + reasons.back());
}

}  // namespace
}  // namespace noether::cli
