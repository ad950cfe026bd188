// noether amr: sentences as meaning graphs.
#include <fmt/format.h>

#include <array>

#include "noether/amr/bank.h"
#include "noether/base/byte_stream.h"
#include "noether/cli/algebra/expression_arguments.h"
#include "noether/cli/amr/amr_commands.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/reading_problems.h"

namespace noether::cli {

std::string read_whole_text(std::string_view command, const std::string& path) {
  auto stream = base::open_byte_stream(path);
  if (!stream) fail(command, stream.error(), reading_error_code(path));
  std::string text;
  std::array<char, std::size_t{1} << 16> buffer;
  while (true) {
    const auto got = (*stream)->read(buffer);
    if (!got) fail(command, got.error(), ExitCode::BadInput);
    if (*got == 0) return text;
    text.append(buffer.data(), *got);
    if (text.size() > amr::kMaxBankBytes) {
      fail(command,
           {fmt::format("{}: more than {} bytes", path, amr::kMaxBankBytes), {}, "split the file"},
           ExitCode::BadInput);
    }
  }
}

void register_amr(CLI::App& app) {
  CLI::App* amr = app.add_subcommand(
      "amr",
      "Parses sentences to meaning graphs; scores, linearises and draws graphs, and puts formulas "
      "into them");
  amr->require_subcommand(1);
  register_amr_parse(*amr);
  register_amr_score(*amr);
  register_amr_mathamr(*amr);
  register_amr_linearize(*amr);
  register_amr_draw(*amr);
  register_amr_declarations(*amr);
  register_amr_lexicon(*amr);
  register_amr_split(*amr);
  register_amr_agree(*amr);
  register_amr_tune(*amr);
  register_amr_quantize(*amr);
}

}  // namespace noether::cli
