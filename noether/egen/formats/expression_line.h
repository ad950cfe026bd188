// Checks that a text is one prefix expression that algebra can read, and normalises it to one blank
// between tokens.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/base/error.h"

namespace noether::egen {

// Keeps its buffers from one text to the next.
class ExpressionLine {
 public:
  ExpressionLine();
  base::Result<void> read(std::string_view text, std::string& expression);

 private:
  void forget_names();

  algebra::ExpressionReader reader_;
  std::unique_ptr<algebra::Vocabulary> vocabulary_;
  std::unique_ptr<algebra::Expressions> pool_;
  int lines_ = 0;  // since names were last cleared
};

// Drops the blanks at both ends and replaces every other run of blanks by one.
void append_with_single_blanks(std::string_view text, std::string& out);

}  // namespace noether::egen
