// Reads one expression with placeholders, in prefix notation, with parentheses, or in a mixture.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/egen/templates/template_file.h"

namespace noether::egen {

// The words of template files, and the statements they form: a name and the words after it.
struct TemplateToken {
  std::string_view text;  // `(`, `)`, `:` or a run of other characters
  std::uint32_t offset = 0;
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

// A set or a template. `name` is the word before the colon, `words` are those after it.
struct TemplateStatement {
  std::string_view file;
  bool is_set = false;
  TemplateToken name;
  std::vector<TemplateToken> words = {};
};

std::unexpected<base::Error> template_error(std::string_view file, const TemplateToken& token,
                                            const std::string& message, std::string hint = {});

base::Result<std::vector<TemplateStatement>> read_statements(const TemplateText& text);

// Finds the set of a placeholder; reads the set if it was not read yet.
using FindSet = std::function<base::Result<std::uint32_t>(
    const TemplateStatement& statement, const TemplateToken& place, std::string_view name)>;

// A number, pi, e or a variable (a letter, digits may follow); empty for anything else.
std::optional<algebra::Head> template_leaf(std::string_view word, algebra::Vocabulary& vocabulary);

class PatternReader {
 public:
  PatternReader(const TemplateStatement& statement, const TemplateBook& book,
                const FindSet& find_set, algebra::Vocabulary& vocabulary)
      : statement_(statement), book_(book), find_set_(find_set), vocabulary_(vocabulary) {}

  // Reads the expression that begins at word number `at`, and moves `at` past it.
  base::Result<Pattern> read(std::size_t& at);

 private:
  using Done = base::Result<void>;

  Done read_expression(int depth);
  Done read_operands(std::size_t node, int depth, bool closed);
  base::Result<Pattern::Node> read_node();
  base::Result<Pattern::Node> read_placeholder(const TemplateToken& word);
  Done check_derivatives() const;
  Done count();
  bool is_variable(const Pattern::Node& node) const;
  std::unexpected<base::Error> error_at(std::size_t at, const std::string& message,
                                        std::string hint = {}) const;
  bool is(std::string_view text) const {
    return at_ < statement_.words.size() && statement_.words[at_].text == text;
  }

  const TemplateStatement& statement_;
  const TemplateBook& book_;
  const FindSet& find_set_;
  algebra::Vocabulary& vocabulary_;
  std::size_t at_ = 0;
  Pattern pattern_;
  std::vector<std::size_t> places_;  // of the nodes, among the words
};

}  // namespace noether::egen
