#include "noether/cli/search/search_output.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "noether/cli/console/messages.h"
#include "noether/cli/console/terminal_text.h"

namespace noether::cli {
namespace {

using search::FoundDocument;
using search::Match;

std::string span_json(base::Span span) {
  return JsonObject().add_number("begin", span.begin).add_number("end", span.end).text();
}

std::string match_json(const Match& match, const search::Query& query,
                       const text::Document& document) {
  JsonObject object;
  object.add_number("field", match.field)
      .add_string("field_name", document.fields[match.field].name)
      .add_number("begin", match.span.begin)
      .add_number("end", match.span.end)
      .add_string("kind", match.is_formula ? "formula" : "words")
      .add_string("query", query.clauses[match.clause].text);
  if (!match.near.empty()) {
    object.add_string("near", match.near).add("score", fmt::format("{:.4f}", match.score));
    return object.text();
  }
  if (match.is_formula) {
    std::vector<std::string> parts;
    for (const base::Span& part : match.parts) parts.push_back(span_json(part));
    object.add("parts", json_array(parts)).add("score", fmt::format("{:.4f}", match.score));
  }
  return object.text();
}

// The stored text, with formulas as LaTeX, and the places of matches in it.
std::string snippet_json(const FoundDocument& found) {
  const search::Snippet snippet =
      search::best_snippet(found.document, found.matches, search::kSnippetColumns, found.passage);
  JsonObject object;
  if (found.document.fields.empty()) return object.text();
  const std::string_view text = found.document.fields[snippet.field].text;
  std::vector<std::string> marks;
  for (const Match& match : found.matches) {
    const bool is_inside = match.field == snippet.field &&
                           match.span.begin >= snippet.window.begin &&
                           match.span.end <= snippet.window.end;
    if (!is_inside) continue;
    marks.push_back(span_json(
        {match.span.begin - snippet.window.begin, match.span.end - snippet.window.begin}));
  }
  marks.erase(std::ranges::unique(marks).begin(), marks.end());
  object.add_number("field", snippet.field)
      .add_string("field_name", found.document.fields[snippet.field].name)
      .add_number("begin", snippet.window.begin)
      .add_number("end", snippet.window.end)
      .add_string("text",
                  text.substr(snippet.window.begin, snippet.window.end - snippet.window.begin))
      .add("marks", json_array(marks));
  return object.text();
}

std::string why_json(const search::Why& why) {
  std::vector<std::string> both;
  for (const std::string& phrase : search::shared_phrases(why)) both.push_back(json_string(phrase));
  const auto sentence_json = [](const search::FoundSentence& sentence,
                                const search::SentenceGraph& graph) {
    return JsonObject()
        .add_string("text", sentence.text.text)
        .add_string("amr", amr::write_in_one_line(graph.tree))
        .text();
  };
  std::vector<std::string> also;
  for (const search::FoundSentence& sentence : why.sentences.also) {
    also.push_back(json_string(sentence.text.text));
  }
  return JsonObject()
      .add("query", sentence_json(why.sentences.query, why.query))
      .add("document", sentence_json(why.sentences.hit, why.hit))
      .add("also", json_array(also))
      .add("both", json_array(both))
      .add("smatch", fmt::format("{:.4f}", why.match.counts.f()))
      .text();
}

std::string component_json(const search::ScoreComponent& component) {
  JsonObject object;
  object.add_string("name", component.name);
  if (component.rank > 0) {
    object.add_number("rank", component.rank)
        .add("contribution", fmt::format("{:.6f}", component.contribution));
  } else {
    object.add_string("detail", component.detail);
  }
  return object.add("score", fmt::format("{:.6f}", component.score)).text();
}

// 1,234
std::string with_commas(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string all(std::uint64_t count, std::string_view one) {
  if (count == 0) return "";
  if (count == 1) return fmt::format("the {}", one);
  return count == 2 ? fmt::format("both {}s", one)
                    : fmt::format("all {} {}s", with_commas(count), one);
}

}  // namespace

const text::Field* title_of(const text::Document& document, std::uint32_t& number) {
  for (const std::string_view name : {"title", "question-title", "context"}) {
    const auto it = std::ranges::find(document.fields, name, &text::Field::name);
    if (it == document.fields.end() || it->text.empty()) continue;
    number = static_cast<std::uint32_t>(it - document.fields.begin());
    return &*it;
  }
  return nullptr;
}

std::string SearchOutput::title(const FoundDocument& found) {
  std::uint32_t number = 0;
  const text::Field* field = title_of(found.document, number);
  if (field == nullptr) return search::clean_text(found.document.id);
  const base::Span all{0, static_cast<std::uint32_t>(field->text.size())};
  return shower_.show(*field, number, all, found.matches);
}

std::string SearchOutput::why_text(const search::Why& why) {
  const auto sentence = [&](const text::Field& field) {
    return shower_.show(field, 0, {0, static_cast<std::uint32_t>(field.text.size())}, {});
  };
  const auto line = [&](std::string_view name, const std::string& text) {
    constexpr std::string_view kIndent = "                        ";
    std::string lines = wrapped(text, kIndent, columns_ - std::min(columns_, kIndent.size()));
    return lines.replace(0, kIndent.size(), fmt::format("       {:<17}", name));
  };
  const std::vector<std::string> phrases = search::shared_phrases(why);
  const amr::TripleCounts& counts = why.match.counts;
  const std::string both =
      phrases.empty() ? "nothing but their frames" : fmt::format("{}", fmt::join(phrases, "; "));
  std::string also;
  for (const search::FoundSentence& other : why.sentences.also) {
    also += line("also says", sentence(other.text));
  }
  return line("query says", sentence(why.sentences.query.text)) +
         line("document says", sentence(why.sentences.hit.text)) + also +
         line("both say", search::clean_text(both)) +
         fmt::format("         {:<14} {:>9.4f}  {} of {} and {} parts of their graphs\n", "smatch",
                     counts.f(), counts.matched, counts.gold, counts.predicted);
}

std::string SearchOutput::text(std::size_t rank, const FoundDocument& found,
                               const search::Why* why) {
  const text::Document& document = found.document;
  std::string out = fmt::format("{:>3}  {:<8.4g} {}\n", rank, found.score, title(found));
  std::vector<std::string> facts = {document.kind, document.id};
  if (!document.source.empty() && document.source != document.id) facts.push_back(document.source);
  if (!document.tags.empty()) {
    facts.push_back(fmt::format("{}", fmt::join(document.tags, ", ")));
  }
  out += fmt::format("     {}\n", search::clean_text(fmt::format("{}", fmt::join(facts, " · "))));
  const search::Snippet snippet = search::best_snippet(
      document, found.matches, std::min<std::size_t>(columns_ * 3, 400), found.passage);
  constexpr std::string_view kIndent = "     ";
  out += wrapped(shower_.show(document, snippet, found.matches), kIndent,
                 columns_ - std::min(columns_, kIndent.size()));
  for (const search::ScoreComponent& component : found.components) {
    if (component.rank > 0) {
      out += fmt::format("       {:<16} {:>9.4f}  (rank {} of its list, adds {:.4f})\n",
                         component.name, component.score, component.rank, component.contribution);
    } else {
      out += fmt::format("         {:<14} {:>9.4f}  {}\n", component.name, component.score,
                         search::clean_text(component.detail));
    }
  }
  if (why != nullptr) out += why_text(*why);
  return out + "\n";
}

std::string result_json(std::size_t rank, const FoundDocument& found, const search::Query& query,
                        const search::Why* why) {
  const text::Document& document = found.document;
  std::vector<std::string> tags;
  for (const std::string& tag : document.tags) tags.push_back(json_string(tag));
  std::vector<std::string> matches;
  for (const Match& match : found.matches) matches.push_back(match_json(match, query, document));
  std::uint32_t number = 0;
  const text::Field* title = title_of(document, number);
  JsonObject object;
  object.add_number("rank", static_cast<std::int64_t>(rank))
      .add("score", fmt::format("{:.6f}", found.score))
      .add_string("id", document.id)
      .add_string("kind", document.kind)
      .add_string("source", document.source)
      .add_string("parent", document.parent)
      .add("tags", json_array(tags))
      .add_string("title", title == nullptr ? "" : title->text)
      .add("snippet", snippet_json(found))
      .add("matches", json_array(matches));
  if (!found.components.empty()) {
    std::vector<std::string> components;
    for (const auto& component : found.components) components.push_back(component_json(component));
    object.add("components", json_array(components));
  }
  if (why != nullptr) object.add("why", why_json(*why));
  return object.text();
}

std::string count_text(const search::DocumentCount& count) {
  return fmt::format("{}{} document{}", count.at_least ? "at least " : "", count.documents,
                     count.documents == 1 ? "" : "s");
}

std::string match_text(const search::DocumentCount& count) {
  if (count.is_of_long_query) return "";
  const std::uint32_t of = count.words + count.formulas;
  const std::string_view between = count.words > 0 && count.formulas > 0 ? " and " : "";
  const std::string whole =
      all(count.words, "word") + std::string(between) + all(count.formulas, "formula");
  const std::string_view at_least = count.at_least ? "at least " : "";
  const std::string results = with_commas(count.documents);
  std::string some =
      fmt::format("{}{} result{}", at_least, results, count.documents == 1 ? "" : "s");
  const std::string_view have = count.documents == 1 ? "has" : "have";
  if (of == 0) return some;
  if (count.parts == of) return fmt::format("{} {} {}", some, have, whole);
  if (count.parts > 0) {
    return fmt::format("no result has {}; {}{} {} {} of the {}", whole, at_least, results, have,
                       count.parts, of);
  }
  if (count.formulas > 0 && count.documents > 0) {
    return fmt::format("no result has {}; {} {} a formula like {}", whole, results, have,
                       count.formulas == 1 ? "it" : "them");
  }
  return fmt::format("no result has {}", whole);
}

JsonObject with_reading(const search::Query& query, JsonObject summary) {
  if (query.read_as.empty()) return summary;
  std::vector<std::string> respelled;
  for (const search::Clause& clause : query.clauses) {
    if (clause.typed.empty()) continue;
    respelled.push_back(
        JsonObject().add_string("from", clause.typed).add_string("to", clause.text).text());
  }
  summary.add_string("read_as", query.read_as).add("respelled", json_array(respelled));
  return summary;
}

std::string relaxation_json(const search::Relaxation& relaxation) {
  return JsonObject()
      .add_string("change", relaxation.change)
      .add_string("query", relaxation.query.text)
      .add_number("documents", static_cast<std::int64_t>(relaxation.count.documents))
      .add("at_least", relaxation.count.at_least ? "true" : "false")
      .text();
}

}  // namespace noether::cli
