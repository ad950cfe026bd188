#include "noether/collection/topics.h"

#include <expat.h>
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <memory>
#include <utility>

#include "noether/base/file_system.h"
#include "noether/base/xml_text.h"
#include "noether/collection/marked_up_text.h"
#include "noether/text/html/html_text.h"

namespace noether::collection {
namespace {

constexpr std::uint64_t kMaxTopicBytes = std::uint64_t{256} << 20;
constexpr std::array<std::string_view, 5> kParts = {"Title", "Question", "Tags", "Formula_Id",
                                                    "Latex"};

bool is_entity(std::string_view text) {
  constexpr std::array<std::string_view, 6> kEntities = {"&lt;",   "&gt;",  "&amp;",
                                                         "&quot;", "&#39;", "&apos;"};
  for (const std::string_view entity : kEntities) {
    if (text.starts_with(entity)) return true;
  }
  return false;
}

// Inside formulas, `<` and `&` that are not markup become entities.
std::string with_escaped_formulas(std::string_view html) {
  constexpr std::string_view kFormula = "math-container";
  constexpr std::string_view kEnd = "</span>";
  std::string out;
  out.reserve(html.size() + 64);
  while (true) {
    const std::size_t found = html.find(kFormula);
    const std::size_t begin =
        found == std::string_view::npos ? found : html.find('>', found + kFormula.size());
    if (begin == std::string_view::npos) break;
    out.append(html.substr(0, begin + 1));
    html.remove_prefix(begin + 1);
    const std::string_view formula = html.substr(0, html.find(kEnd));
    for (std::size_t i = 0; i < formula.size(); ++i) {
      if (formula[i] == '<') {
        out += "&lt;";
      } else if (formula[i] == '&' && !is_entity(formula.substr(i))) {
        out += "&amp;";
      } else {
        out += formula[i];
      }
    }
    html.remove_prefix(formula.size());
  }
  out.append(html);
  return out;
}

std::string_view trimmed_text(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

class TopicParser {
 public:
  TopicParser(const std::string& file, ProblemList& problems)
      : file_(file), problems_(problems), parser_(XML_ParserCreate("UTF-8"), &XML_ParserFree) {
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), &TopicParser::on_start, &TopicParser::on_end);
    XML_SetCharacterDataHandler(parser_.get(), &TopicParser::on_text);
  }

  std::vector<Topic> parse(std::string_view xml) {
    // Expat counts bytes as int.
    constexpr std::size_t kPiece = std::size_t{1} << 20;
    while (true) {
      const std::string_view piece = xml.substr(0, kPiece);
      xml.remove_prefix(piece.size());
      const bool last = xml.empty();
      if (XML_Parse(parser_.get(), piece.data(), static_cast<int>(piece.size()), last) !=
          XML_STATUS_OK) {
        problems_.skipped(file_, line(),
                          fmt::format("broken XML: {}; the topics from here on are left out",
                                      XML_ErrorString(XML_GetErrorCode(parser_.get()))));
        return std::move(topics_);
      }
      if (last) return std::move(topics_);
    }
  }

 private:
  std::uint64_t line() const { return XML_GetCurrentLineNumber(parser_.get()); }

  static void on_start(void* self, const XML_Char* name, const XML_Char** attributes) {
    static_cast<TopicParser*>(self)->start(name, attributes);
  }
  static void on_end(void* self, const XML_Char* name) {
    static_cast<TopicParser*>(self)->end(name);
  }
  static void on_text(void* self, const XML_Char* text, int size) {
    auto& parser = *static_cast<TopicParser*>(self);
    if (parser.part_ < 0) return;
    const std::string_view piece(text, static_cast<std::size_t>(size));
    std::string& out = parser.texts_[static_cast<std::size_t>(parser.part_)];
    // Inside markup that was not escaped, the text must be escaped again.
    if (parser.nested_ > 0) {
      base::append_xml_text(out, piece);
    } else {
      out += piece;
    }
  }

  void start(std::string_view name, const XML_Char** attributes) {
    if (part_ >= 0) {
      open_nested(name, attributes);
      return;
    }
    if (name == "Topic") {
      topic_line_ = line();
      topic_ = Topic{};
      for (std::string& text : texts_) text.clear();
      for (; attributes[0] != nullptr; attributes += 2) {
        if (std::strcmp(attributes[0], "number") == 0) topic_.number = trimmed_text(attributes[1]);
      }
      return;
    }
    for (std::size_t i = 0; i < kParts.size(); ++i) {
      if (kParts[i] == name) part_ = static_cast<int>(i);
    }
  }

  void end(std::string_view name) {
    if (nested_ > 0) {
      --nested_;
      texts_[static_cast<std::size_t>(part_)] += fmt::format("</{}>", name);
    } else if (part_ >= 0) {
      part_ = -1;
    } else if (name == "Topic") {
      finish_topic();
    }
  }

  // A question whose HTML is in the XML without escapes.
  void open_nested(std::string_view name, const XML_Char** attributes) {
    ++nested_;
    std::string& out = texts_[static_cast<std::size_t>(part_)];
    out += fmt::format("<{}", name);
    for (; attributes[0] != nullptr; attributes += 2) {
      out += fmt::format(" {}=\"{}\"", attributes[0], base::xml_text(attributes[1]));
    }
    out += '>';
  }

  void finish_topic() {
    if (topic_.number.empty()) {
      problems_.skipped(file_, topic_line_, "a topic without a number");
      return;
    }
    topic_.title = text::read_html(with_escaped_formulas(texts_[0]), "title");
    topic_.question = text::read_html(with_escaped_formulas(texts_[1]), "question");
    add_tags(trimmed_text(texts_[2]), topic_.tags);
    topic_.formula_id = trimmed_text(texts_[3]);
    topic_.latex = trimmed_text(texts_[4]);
    if (topic_.title.text.empty() && topic_.question.text.empty() && topic_.latex.empty()) {
      problems_.skipped(file_, topic_line_, fmt::format("topic {} is empty", topic_.number));
      return;
    }
    topics_.push_back(std::move(topic_));
    topic_ = Topic{};
  }

  const std::string& file_;
  ProblemList& problems_;
  std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser_;
  std::vector<Topic> topics_;
  Topic topic_;
  std::array<std::string, kParts.size()> texts_;
  int part_ = -1;   // index in kParts; -1 between them
  int nested_ = 0;  // elements open inside the part
  std::uint64_t topic_line_ = 0;
};

}  // namespace

std::vector<Topic> read_topics(std::string_view xml, const std::string& file,
                               ProblemList& problems) {
  return TopicParser(file, problems).parse(xml);
}

base::Result<std::vector<Topic>> read_topic_file(const std::string& path, ProblemList& problems) {
  const auto xml = base::FileSystem::real().read(path, kMaxTopicBytes);
  if (!xml) return std::unexpected(xml.error());
  auto topics = read_topics(*xml, path, problems);
  if (topics.empty()) {
    return base::fail(fmt::format("there is no topic in '{}'", path), {},
                      "topics are XML: <Topics><Topic number=\"A.1\"><Title>...");
  }
  return topics;
}

}  // namespace noether::collection
