#include "noether/egen/templates/initial_expressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "noether/base/mix.h"
#include "noether/egen/templates/fitness.h"
#include "noether/egen/templates/initial_files.h"
#include "noether/egen/templates/shipped_templates.h"
#include "noether/egen/templates/template_expansion.h"
#include "noether/egen/templates/template_file.h"

namespace noether::egen {
namespace {

struct NamedText {
  std::string name;
  std::string text;
};

std::vector<NamedText> shipped_texts() {
  std::vector<NamedText> texts;
  for (const ShippedTemplateFile& file : shipped_template_files()) {
    texts.push_back({std::string(file.name), std::string(file.text)});
  }
  return texts;
}

base::Result<void> read_text(const std::string& path, std::vector<NamedText>& texts) {
  std::ifstream file(path, std::ios::binary);
  // One byte more than allowed, so that a longer file is refused and not truncated.
  std::string text(kMaxTemplateFileBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.is_open() || file.bad() || std::filesystem::is_directory(path)) {
    return base::fail(fmt::format("cannot read the templates of {}", path), {},
                      "name a file of templates, or a folder that holds files *.templates");
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  texts.push_back({path, std::move(text)});
  return {};
}

base::Result<void> read_texts(const std::string& path, std::vector<NamedText>& texts) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return read_text(path, texts);
  std::vector<std::string> files;
  for (std::filesystem::directory_iterator it(path, error), end; !error && it != end;
       it.increment(error)) {
    if (it->path().extension() == ".templates") files.push_back(it->path().string());
  }
  if (error || files.empty()) {
    return base::fail(fmt::format("no templates in the folder {}{}{}", path, error ? ": " : "",
                                  error ? error.message() : ""),
                      {}, "name a folder that holds files *.templates");
  }
  std::ranges::sort(files);
  for (const std::string& file : files) {
    if (auto done = read_text(file, texts); !done) return done;
  }
  return {};
}

std::vector<TemplateText> views_of(const std::vector<NamedText>& texts) {
  std::vector<TemplateText> views;
  for (const NamedText& text : texts) views.push_back({text.name, text.text});
  return views;
}

// Keeps a random choice in the order of the list; a larger limit keeps all expressions of a smaller
// one.
void keep_some(std::vector<InitialExpression>& list, std::size_t limit, std::uint64_t seed) {
  const base::IndexShuffle order(list.size(), seed);
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < limit; ++i) kept.push_back(order[i]);
  std::ranges::sort(kept);
  std::vector<InitialExpression> chosen;
  for (const std::size_t i : kept) chosen.push_back(std::move(list[i]));
  list = std::move(chosen);
}

base::Digest digest_of(const InitialRequest& request, const std::vector<NamedText>& texts,
                       const InitialList& list) {
  base::Hasher hasher;
  hasher.add_text("initial expressions 1");
  hasher.add_number(request.seed);
  hasher.add_number(request.limit ? *request.limit + 1 : 0);
  hasher.add_number(texts.size());
  for (const NamedText& text : texts) hasher.add_text(text.text);
  for (const InitialExpression& expression : list.expressions) {
    hasher.add_text(expression.prefix);
    hasher.add_text(expression.origin);
  }
  return hasher.digest();
}

}  // namespace

std::string_view unfit_name(Unfit reason) {
  constexpr std::array<std::string_view, kUnfitCount> names = {
      "repeated", "twin",      "equal",   "long",    "bare",
      "constant", "undefined", "extreme", "unknown", "unreadable"};
  return names[static_cast<std::size_t>(reason)];
}

base::Result<InitialList> initial_expressions(const InitialRequest& request) {
  const std::vector<NamedText> shipped = shipped_texts();
  std::vector<NamedText> texts;
  for (const std::string& path : request.templates) {
    if (auto done = read_texts(path, texts); !done) return std::unexpected(done.error());
  }
  const bool own = !texts.empty() || !request.files.empty() || !request.formulas.empty();
  if (!own) texts = shipped;

  algebra::Vocabulary vocabulary;
  const auto book = read_templates(
      views_of(texts), own ? views_of(shipped) : std::vector<TemplateText>(), vocabulary);
  if (!book) return std::unexpected(book.error());
  algebra::Expressions pool(vocabulary);
  InitialFilter filter(pool);
  std::vector<std::string> messages;
  for (const std::string& path : request.files) {
    auto done = take_file_expressions({path, request.notation, request.file_tokens}, pool, filter,
                                      messages);
    if (!done) return std::unexpected(done.error());
  }
  take_found_formulas(request.formulas, request.file_tokens, pool, filter, messages);
  const ExpansionRequest expansion{request.seed, request.template_tokens};
  take_asked_expansions(*book, expansion, pool, filter);
  if (request.limit && filter.size() < *request.limit &&
      !take_further_expansions(*book, expansion, *request.limit, pool, filter)) {
    messages.push_back(fmt::format(
        "{} initial expressions were asked for, and {} found: give more templates or files",
        *request.limit, filter.size()));
  }
  InitialList list = filter.finish();
  list.messages = std::move(messages);
  if (request.limit && list.expressions.size() > *request.limit) {
    keep_some(list.expressions, *request.limit, request.seed);
  }
  list.digest = digest_of(request, texts, list);
  return list;
}

}  // namespace noether::egen
