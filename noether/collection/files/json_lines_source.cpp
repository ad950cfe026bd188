#include "noether/collection/files/file_source.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/line_reader.h"
#include "noether/collection/document_source.h"
#include "noether/collection/marked_up_text.h"
#include "noether/collection/reading.h"

namespace noether::collection {
namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

// A member by its name, `meta.url` for a nested one; nothing if it is absent or null.
std::optional<element> member(element object, std::string_view name) {
  while (true) {
    const std::size_t dot = name.find('.');
    element value;
    if (object[name].get(value) == simdjson::SUCCESS) {
      return value.is_null() ? std::nullopt : std::optional(value);
    }
    if (dot == std::string_view::npos) return std::nullopt;
    if (object[name.substr(0, dot)].get(value) != simdjson::SUCCESS) return std::nullopt;
    object = value;
    name.remove_prefix(dot + 1);
  }
}

std::optional<element> first_member(element object, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (const auto value = member(object, name)) return value;
  }
  return std::nullopt;
}

// Strings, numbers and truth values as text; empty for anything else.
std::string scalar_text(element value) {
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) return std::string(text);
  if (value.is_object() || value.is_array() || value.is_null()) return {};
  return simdjson::minify(value);
}

std::string scalar_member(element object, const std::vector<std::string>& names) {
  const auto value = first_member(object, names);
  return value ? scalar_text(*value) : std::string();
}

void add_tags_of(std::optional<element> value, std::vector<std::string>& tags) {
  if (!value) return;
  simdjson::dom::array list;
  if (value->get(list) == simdjson::SUCCESS) {
    for (const element tag : list) add_tags(scalar_text(tag), tags);
  } else {
    add_tags(scalar_text(*value), tags);
  }
}

struct Comment {
  std::string post;  // empty if it belongs to the enclosing post
  std::string text;
};

// Collects comments in lists, or in objects of lists, at any depth.
void collect_comments(element value, std::vector<Comment>& out, int depth = 0) {
  if (depth > 8) return;
  simdjson::dom::array list;
  simdjson::dom::object object;
  if (value.get(list) == simdjson::SUCCESS) {
    for (const element item : list) collect_comments(item, out, depth + 1);
  } else if (value.get(object) == simdjson::SUCCESS) {
    if (std::string text = scalar_member(value, {"text", "body"}); !text.empty()) {
      out.push_back({scalar_member(value, {"post_id"}), std::move(text)});
      return;
    }
    for (const auto field : object) collect_comments(field.value, out, depth + 1);
  } else if (depth > 0 && value.is_string()) {
    out.push_back({"", scalar_text(value)});
  }
}

void add_field(text::Field field, text::Document& document) {
  if (!field.text.empty()) document.fields.push_back(std::move(field));
}

// One line of JSON Lines as documents.
//
// The members that are present determine the shape:
// - a thread: `question` is an object, `answers` a list of objects, `comments` wherever they are;
// - a question with its answer, or several: `question`/`Q`, `answer`/`A` or `answers`;
// - anything with a body: one document. Its kind is the member `kind` or `type`, else "text".
// A text is HTML if it has HTML's tags, else Markdown with formulas between dollar signs.
class JsonRecordReader {
 public:
  explicit JsonRecordReader(JsonFields fields) : fields_(std::move(fields)) {
    fields_.url.emplace_back("meta.url");
  }

  // Appends the documents of the record. A record without an id gets `fallback_id`. On an error,
  // which describes the problem of the line, nothing is appended.
  base::Result<void> read(std::string_view line, const std::string& fallback_id,
                          std::vector<text::Document>& out) {
    element record;
    if (const auto error = parser_.parse(line.data(), line.size()).get(record)) {
      return base::fail(fmt::format("not JSON: {}", simdjson::error_message(error)));
    }
    if (!record.is_object()) return base::fail("a record must be a JSON object: {\"id\": ...}");
    comments_.clear();
    if (const auto comments = member(record, "comments")) collect_comments(*comments, comments_);
    const auto question = first_member(record, fields_.question);
    const std::size_t before = out.size();
    if (question) {
      read_question(record, *question, fallback_id, out);
    } else {
      read_single(record, fallback_id, out);
    }
    if (out.size() == before) {
      return base::fail(fmt::format("no text: the members {} and {} are missing or empty",
                                    fmt::join(fields_.body, ", "),
                                    fmt::join(fields_.question, ", ")));
    }
    return {};
  }

 private:
  void read_single(element record, const std::string& fallback_id,
                   std::vector<text::Document>& out) {
    text::Document document;
    describe(record, fallback_id, document);
    document.kind = scalar_member(record, {"kind", "type"});
    if (document.kind.empty()) document.kind = "text";
    document.parent = scalar_member(record, {"parent", "parent_id"});
    add_title(record, "title", document);
    add_body(record, document);
    add_comments("", document);
    if (!document.fields.empty()) out.push_back(std::move(document));
  }

  // A question, which is an object or its text alone, and its answers.
  void read_question(element record, element question, const std::string& fallback_id,
                     std::vector<text::Document>& out) {
    text::Document document;
    document.kind = "question";
    const element described = question.is_object() ? question : record;
    describe(described, fallback_id, document);
    const std::string site = scalar_member(record, {"site"});
    const std::string own_id = scalar_member(described, fields_.id);
    if (!site.empty() && !own_id.empty()) document.id = site + ":" + own_id;
    add_title(described, "title", document);
    if (question.is_object()) {
      add_body(question, document);
    } else {
      add_field(read_marked_up(scalar_text(question), "body"), document);
    }
    add_comments(own_id, document);
    const std::string accepted = scalar_member(described, {"accepted_answer_id"});
    if (!accepted.empty()) {
      document.properties.emplace_back("accepted-answer",
                                       site.empty() ? accepted : site + ":" + accepted);
    }
    const text::Document asked = document;
    if (!document.fields.empty()) out.push_back(std::move(document));

    std::size_t count = 0;
    const auto add_answer = [&](element answer) {
      const std::string number = ++count == 1 ? "" : fmt::format("-{}", count);
      read_answer(answer, asked, site, asked.id + "/answer" + number, accepted, out);
    };
    if (const auto answer = first_member(record, fields_.answer)) add_answer(*answer);
    simdjson::dom::array answers;
    if (const auto list = member(record, "answers");
        list && list->get(answers) == simdjson::SUCCESS)
      for (const element answer : answers) add_answer(answer);
  }

  void read_answer(element answer, const text::Document& question, const std::string& site,
                   const std::string& fallback_id, const std::string& accepted,
                   std::vector<text::Document>& out) {
    text::Document document;
    document.kind = "answer";
    document.parent = question.id;
    document.tags = question.tags;
    for (const text::Field& field : question.fields) {
      if (field.name != "title") continue;
      text::Field title{.name = "question-title", .text = {}, .formulas = {}};
      append_start(field, kMaxContextBytes, title);
      if (!title.text.empty()) document.fields.push_back(std::move(title));
    }
    const std::size_t inherited = document.fields.size();
    if (answer.is_object()) {
      describe(answer, fallback_id, document);
      const std::string own_id = scalar_member(answer, fields_.id);
      if (!site.empty() && !own_id.empty()) document.id = site + ":" + own_id;
      if (!own_id.empty() && own_id == accepted) {
        document.properties.emplace_back("accepted", "true");
      }
      add_body(answer, document);
      add_comments(own_id, document);
    } else {
      document.id = fallback_id;
      add_field(read_marked_up(scalar_text(answer), "body"), document);
    }
    if (document.source.empty()) document.source = question.source;
    if (document.fields.size() > inherited) out.push_back(std::move(document));
  }

  void describe(element object, const std::string& fallback_id, text::Document& document) const {
    document.id = scalar_member(object, fields_.id);
    if (document.id.empty()) document.id = fallback_id;
    document.source = scalar_member(object, fields_.url);
    add_tags_of(first_member(object, fields_.tags), document.tags);
    add_property("score", scalar_member(object, {"score", "votes"}), document);
    add_property("date", scalar_member(object, {"creation_date", "date", "timestamp"}), document);
  }

  void add_title(element object, std::string_view name, text::Document& document) const {
    add_field(read_marked_up(scalar_member(object, fields_.title), name), document);
  }

  void add_body(element object, text::Document& document) {
    add_field(read_marked_up(scalar_member(object, fields_.body), "body"), document);
    if (const auto own = object.is_object() ? member(object, "comments") : std::nullopt) {
      std::vector<Comment> found;
      if (comments_.empty()) collect_comments(*own, found);
      for (const Comment& comment : found) {
        add_field(read_marked_up(comment.text, "comment"), document);
      }
    }
  }

  // Adds the record's comments on this post.
  void add_comments(std::string_view post, text::Document& document) {
    for (const Comment& comment : comments_) {
      const bool is_question = document.kind != "answer";
      if (comment.post.empty() ? is_question : comment.post == post) {
        add_field(read_marked_up(comment.text, "comment"), document);
      }
    }
  }

  static void add_property(std::string_view name, const std::string& value,
                           text::Document& document) {
    if (!value.empty()) document.properties.emplace_back(name, value);
  }

  JsonFields fields_;
  simdjson::dom::parser parser_;
  std::vector<Comment> comments_;
};

constexpr std::size_t kMaxLineBytes = std::size_t{64} << 20;

class JsonLinesSource : public DocumentSource {
 public:
  JsonLinesSource(std::vector<FoundFile> files, std::string prefix, const JsonFields& fields,
                  ProblemList& problems)
      : files_(std::move(files)),
        prefix_(std::move(prefix)),
        records_(fields),
        problems_(problems) {
    for (const FoundFile& file : files_) total_bytes_ += file.bytes;
  }

  base::Result<bool> next(text::Document& document) override {
    while (next_ready_ == ready_.size()) {
      if (!lines_ && !open_next()) return false;
      if (!lines_) continue;
      const auto line = lines_->next();
      if (!line) return std::unexpected(line.error());
      if (!*line) {
        bytes_before_ += lines_->bytes_read();
        lines_.reset();
        continue;
      }
      read_record(**line);
    }
    document = std::move(ready_[next_ready_++]);
    return true;
  }

  std::uint64_t bytes_read() const override {
    return bytes_before_ + (lines_ ? lines_->bytes_read() : 0);
  }
  std::uint64_t total_bytes() const override { return total_bytes_; }

 private:
  // Returns false if no file is left.
  bool open_next() {
    if (next_file_ == files_.size()) return false;
    const FoundFile& file = files_[next_file_++];
    const std::string start = start_of(file);
    if (file.stored || start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF")) {
      open_text(file);
      return true;
    }
    auto lines = base::LineReader::open(file.path, kMaxLineBytes);
    if (lines) {
      lines_.emplace(std::move(*lines));
    } else {
      problems_.unread(file.path, lines.error().message);
    }
    return true;
  }

  // A file that does not consist of lines of valid UTF-8 is read whole.
  void open_text(const FoundFile& file) {
    text_left_ = {};
    if (!read_text_file(file, text_, problems_)) return;
    text_left_ = text_;
    lines_.emplace(
        [this](std::span<char> into) -> base::Result<std::size_t> {
          const std::size_t bytes = text_left_.copy(into.data(), into.size());
          text_left_.remove_prefix(bytes);
          return bytes;
        },
        file.path, kMaxLineBytes);
  }

  void read_record(const base::Line& line) {
    ready_.clear();
    next_ready_ = 0;
    const FoundFile& file = files_[next_file_ - 1];
    std::string_view text = line.text;
    if (line.number == 1 && text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (text.find_first_not_of(" \t\r") == std::string_view::npos) return;
    if (line.too_long) {
      problems_.skipped(file.path, line.number, "a record of more than 64 MiB");
      return;
    }
    const auto read =
        records_.read(text, fmt::format("{}{}:{}", prefix_, file.name, line.number), ready_);
    if (!read) problems_.skipped(file.path, line.number, read.error().message);
    for (text::Document& document : ready_) {
      if (document.source.empty()) document.source = fmt::format("{}:{}", file.path, line.number);
    }
  }

  std::vector<FoundFile> files_;
  std::string prefix_;
  JsonRecordReader records_;
  ProblemList& problems_;
  std::size_t next_file_ = 0;
  std::optional<base::LineReader> lines_;
  std::string text_;  // text of a file that is read whole
  std::string_view text_left_;
  std::vector<text::Document> ready_;
  std::size_t next_ready_ = 0;
  std::uint64_t bytes_before_ = 0;
  std::uint64_t total_bytes_ = 0;
};

}  // namespace

std::unique_ptr<DocumentSource> open_json_lines(std::vector<FoundFile> files, std::string prefix,
                                                const JsonFields& fields, ProblemList& problems) {
  return std::make_unique<JsonLinesSource>(std::move(files), std::move(prefix), fields, problems);
}

}  // namespace noether::collection
