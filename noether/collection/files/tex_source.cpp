#include "noether/collection/files/file_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "noether/collection/files/piece_documents.h"
#include "noether/collection/files/tex_files.h"
#include "noether/text/tex/tex_text.h"

namespace noether::collection {
namespace {

constexpr int kMaxDepth = 32;

class TexSource : public DocumentSource {
 public:
  TexSource(std::vector<FoundFile> files, std::string prefix, ProblemList& problems)
      : files_(std::move(files)), prefix_(std::move(prefix)), problems_(problems) {
    for (std::size_t i = 0; i < files_.size(); ++i) {
      is_wanted_.push_back(!is_tex_package(files_[i].name));
      if (is_wanted_[i]) total_bytes_ += files_[i].bytes;
    }
    states_.assign(files_.size(), State::Unread);
  }

  base::Result<bool> next(text::Document& document) override {
    if (!planned_) plan();
    while (next_ready_ == ready_.size()) {
      ready_.clear();
      next_ready_ = 0;
      if (!pending_.empty()) {
        const std::size_t file = pending_.back();
        pending_.pop_back();
        read_part(file);
      } else if (!read_next_root()) {
        return false;
      }
    }
    document = std::move(ready_[next_ready_++]);
    return true;
  }

  std::uint64_t bytes_read() const override { return bytes_read_; }
  std::uint64_t total_bytes() const override { return total_bytes_; }

 private:
  enum class State : std::uint8_t { Unread, Included, Done };

  // A file that another file includes is not a root.
  void plan() {
    planned_ = true;
    std::string text;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (!is_wanted_[i] || !files_.read(i, text)) continue;
      for (const TexInclude& include : find_includes(text)) {
        const auto found = files_.resolve(i, i, include);
        if (found && *found != i) states_[*found] = State::Included;
      }
    }
  }

  // First the roots in the order of their names, then files that only cycles lead to.
  bool read_next_root() {
    for (; next_root_ < 2 * files_.size(); ++next_root_) {
      const std::size_t file = next_root_ % files_.size();
      const bool second_round = next_root_ >= files_.size();
      if (!is_wanted_[file] || states_[file] == State::Done) continue;
      if (states_[file] == State::Included && !second_round) continue;
      ++next_root_;
      if (second_round) {
        problems_.flawed(files_[file].path, 0,
                         "it is included only by files that it includes itself");
      }
      read_root(file);
      return true;
    }
    return false;
  }

  void read_root(std::size_t file) {
    root_ = file;
    open_.assign(1, file);
    defined_.clear();
    reader_ = text::TexReader();
    std::string text;
    if (!take(file, text)) return;
    const auto includes = find_includes(text);
    const std::size_t body = end_of_preamble(text);
    const bool has_preamble = body < text.size();
    // The definitions of the root are needed only for included files; the root itself has them.
    if (!includes.empty() && has_preamble) {
      define(std::string_view(text).substr(0, body), file, includes, 0);
    }
    add_documents(file, text, includes);
    add_pending(file, includes, has_preamble ? body : 0);
  }

  // Reads a file that a root includes, directly or indirectly.
  void read_part(std::size_t file) {
    if (file == kEndOfPart) {
      open_.pop_back();
      return;
    }
    open_.push_back(file);
    pending_.push_back(kEndOfPart);
    std::string text;
    if (!take(file, text)) return;
    const auto includes = find_includes(text);
    const std::size_t body = end_of_preamble(text);
    add_documents(file, text, includes);
    // Later parts may use the definitions of this one.
    if (has_definitions(text)) reader_.read_definitions(text);
    add_pending(file, includes, body < text.size() ? body : 0);
  }

  static bool has_definitions(std::string_view text) {
    return text.find("\\newcommand") != std::string_view::npos ||
           text.find("\\def\\") != std::string_view::npos ||
           text.find("\\DeclareMathOperator") != std::string_view::npos ||
           text.find("\\newtheorem") != std::string_view::npos;
  }

  // Reads the definitions of a preamble and of the files that it includes, in their order.
  void define(std::string_view text, std::size_t file, const std::vector<TexInclude>& includes,
              int depth) {
    std::size_t from = 0;
    for (const TexInclude& include : includes) {
      if (include.begin >= text.size()) break;
      const auto found = look_up(file, include);
      if (!found || *found == file) continue;
      if (include.begin >= from) {
        reader_.read_definitions(text.substr(from, include.begin - from));
      }
      from = include.end;
      if (depth == kMaxDepth || std::ranges::find(open_, *found) != open_.end()) {
        report_circle(file, include);
        continue;
      }
      // Each file is read once: if each of many files included the next one twice, the time would
      // be exponential.
      if (!defined_.insert(*found).second) continue;
      open_.push_back(*found);
      std::string inner;
      if (files_.read(*found, inner)) {
        define(inner, *found, find_includes(inner), depth + 1);
      } else {
        problems_.flawed(files_[file].path, include.line,
                         fmt::format("it includes '{}', which cannot be read", include.name));
      }
      open_.pop_back();
      // A file of definitions is not a document, even if no other file includes it.
      if (is_wanted_[*found]) mark_done(*found);
    }
    reader_.read_definitions(text.substr(std::min(from, text.size())));
  }

  // Adds the includes behind the preamble in reverse order, because `pending_` is a stack.
  void add_pending(std::size_t file, const std::vector<TexInclude>& includes, std::size_t body) {
    const std::size_t before = pending_.size();
    for (const TexInclude& include : includes) {
      if (include.begin < body) continue;
      const auto found = look_up(file, include);
      if (!found) continue;
      if (std::ranges::find(open_, *found) != open_.end() || open_.size() > kMaxDepth) {
        report_circle(file, include);
      } else if (is_wanted_[*found] && states_[*found] != State::Done) {
        pending_.push_back(*found);
      }
    }
    std::reverse(pending_.begin() + offset(before), pending_.end());
  }

  std::optional<std::size_t> look_up(std::size_t file, const TexInclude& include) {
    const auto found = files_.resolve(root_, file, include);
    if (!found && !include.is_package) {
      problems_.flawed(files_[file].path, include.line,
                       fmt::format("it includes '{}', which is not in the folder", include.name));
    }
    return found;
  }

  void report_circle(std::size_t file, const TexInclude& include) {
    problems_.flawed(
        files_[file].path, include.line,
        fmt::format("it includes '{}', which includes this file in turn", include.name));
  }

  // Reads the text of a file for its documents, once.
  bool take(std::size_t file, std::string& text) {
    if (states_[file] == State::Done) return false;
    mark_done(file);
    return read_text_file(files_[file], text, problems_);
  }

  void mark_done(std::size_t file) {
    if (states_[file] == State::Done) return;
    states_[file] = State::Done;
    bytes_read_ += files_[file].bytes;
  }

  void add_documents(std::size_t file, std::string& text, const std::vector<TexInclude>& includes) {
    // The names of included files are not text, in any notation.
    for (const TexInclude& include : includes) {
      if (!include.is_package)
        std::fill_n(text.begin() + offset(include.begin), include.end - include.begin, ' ');
    }
    text::TexDocument document = reader_.read(text);
    append_documents({.id = prefix_ + files_[file].name,
                      .source = files_[file].path,
                      .title = std::move(document.title),
                      .properties = std::move(document.properties),
                      .pieces = std::move(document.pieces)},
                     ready_);
    if (ready_.empty()) problems_.remark(files_[file].path, 0, "there is no text in it");
  }

  static std::ptrdiff_t offset(std::size_t bytes) { return static_cast<std::ptrdiff_t>(bytes); }

  static constexpr std::size_t kEndOfPart = static_cast<std::size_t>(-1);

  TexFiles files_;
  std::string prefix_;
  ProblemList& problems_;
  std::vector<bool> is_wanted_;
  std::vector<State> states_;
  text::TexReader reader_;
  std::size_t root_ = 0;
  std::size_t next_root_ = 0;
  std::vector<std::size_t> open_;            // files that enclose the current one
  std::unordered_set<std::size_t> defined_;  // files whose definitions this root has read
  std::vector<std::size_t> pending_;         // parts that remain to be read, the next one last
  std::vector<text::Document> ready_;
  std::size_t next_ready_ = 0;
  std::uint64_t bytes_read_ = 0;
  std::uint64_t total_bytes_ = 0;
  bool planned_ = false;
};

}  // namespace

std::unique_ptr<DocumentSource> open_tex(std::vector<FoundFile> files, std::string prefix,
                                         ProblemList& problems) {
  return std::make_unique<TexSource>(std::move(files), std::move(prefix), problems);
}

}  // namespace noether::collection
