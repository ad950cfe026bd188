// GET /api/v1/document/{id}/why: a sentence of the query and one of the document as meaning graphs,
// side by side, with the parts that both contain.
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/amr/draw/shared_cards.h"
#include "noether/search/present/why.h"
#include "noether/server/api/api.h"
#include "noether/server/api/arguments.h"
#include "noether/server/api/document_json.h"
#include "noether/server/api/parts.h"
#include "noether/server/api/search_request.h"

namespace noether::server {
namespace {

using base::json_array;
using base::json_string;
using base::JsonObject;

std::string_view card_kind(amr::Card::Kind kind) {
  switch (kind) {
    case amr::Card::Kind::Thing:
      return "thing";
    case amr::Card::Kind::Predicate:
      return "predicate";
    case amr::Card::Kind::Unknown:
      return "unknown";
    case amr::Card::Kind::Formula:
      return "formula";
    case amr::Card::Kind::Reference:
      return "reference";
    case amr::Card::Kind::LeftOut:
      return "left-out";
  }
  return "";
}

std::string_view symbol_kind(amr::FormulaInset::Symbol::Kind kind) {
  switch (kind) {
    case amr::FormulaInset::Symbol::Kind::Operator:
      return "operator";
    case amr::FormulaInset::Symbol::Kind::Name:
      return "name";
    case amr::FormulaInset::Symbol::Kind::Number:
      return "number";
    case amr::FormulaInset::Symbol::Kind::LeftOut:
      return "left-out";
  }
  return "";
}

std::string numbers_json(const std::vector<std::size_t>& numbers) {
  std::vector<std::string> texts;
  for (const std::size_t number : numbers) texts.push_back(std::to_string(number));
  return json_array(texts);
}

// The operator tree of a formula: its symbols, each followed by those below it.
std::string symbols_json(const amr::FormulaInset& inset) {
  std::vector<std::string> symbols;
  for (std::size_t i = 0; i < inset.symbols.size(); ++i) {
    symbols.push_back(JsonObject()
                          .add_string("face", plain_text(inset.symbols[i].face))
                          .add_string("kind", symbol_kind(inset.symbols[i].kind))
                          .add_bool("matched", inset.symbols[i].is_matched)
                          .add_real("x", inset.places[i].x)
                          .add_real("width", inset.places[i].width)
                          .add_number("level", inset.places[i].level)
                          .add("children", numbers_json(inset.places[i].children))
                          .text());
  }
  return json_array(symbols);
}

std::string lines_json(const amr::Card& card) {
  std::vector<std::string> lines;
  for (const amr::Card::Line& line : card.lines) {
    lines.push_back(JsonObject()
                        .add_string("role", plain_text(line.role))
                        .add_string("value", plain_text(line.value))
                        .add_bool("matched", line.is_matched)
                        .text());
  }
  return json_array(lines);
}

// One sentence with its graph.
struct Side {
  const search::FoundSentence* sentence;
  const search::SentenceGraph* graph;
  std::vector<amr::Card> cards;
};

// Marks the words and the parts of formulas that the other sentence also contains.
std::string sentence_json(const Side& side) {
  const text::Field& field = side.sentence->text;
  std::vector<search::Match> matches;
  for (const base::Span word : side.sentence->words) {
    matches.push_back({.clause = 0, .field = 0, .span = word, .is_formula = false, .parts = {}});
  }
  for (std::size_t i = 0; i < field.formulas.size(); ++i) {
    const text::FormulaSpan& formula = field.formulas[i];
    search::Match match{.clause = 0,
                        .field = 0,
                        .span = {formula.begin, formula.end},
                        .is_formula = true,
                        .parts = {}};
    for (const base::Span part : side.graph->formulas[i].shared) {
      match.parts.push_back({part.begin + formula.begin, part.end + formula.begin});
    }
    matches.push_back(std::move(match));
  }
  std::ranges::sort(matches, {}, [](const search::Match& match) { return match.span.begin; });
  return parts_json(field, 0, {0, static_cast<std::uint32_t>(field.text.size())}, matches);
}

// The number of the sentence's formula that the card shows or refers to.
std::optional<std::size_t> formula_of(const Side& side, const amr::Card& card) {
  if (card.kind == amr::Card::Kind::LeftOut) return std::nullopt;
  const auto& formulas = side.graph->formulas;
  const auto is_of = [&](amr::NodeId node) {
    return std::ranges::find(formulas, node, &search::SentenceGraph::Formula::node);
  };
  auto found = is_of(card.node);
  // A node may only say that a formula is there; then its branch holds the formula.
  for (const auto& branch : side.graph->tree.nodes[card.node].branches) {
    const bool may_be = card.kind == amr::Card::Kind::Reference && branch.role == "math" &&
                        branch.node != amr::kNoNode;
    if (found == formulas.end() && may_be) found = is_of(branch.node);
  }
  if (found == formulas.end()) return std::nullopt;
  return static_cast<std::size_t>(found - formulas.begin());
}

std::string cards_json(const Side& side, const std::vector<std::size_t>& partners) {
  std::vector<std::string> cards;
  for (std::size_t i = 0; i < side.cards.size(); ++i) {
    const amr::Card& card = side.cards[i];
    const std::optional<std::size_t> formula = formula_of(side, card);
    cards.push_back(
        JsonObject()
            .add_string("kind", card_kind(card.kind))
            .add_string("role", plain_text(card.role))
            .add_string("label", plain_text(card.label))
            .add_string("sense", card.sense)
            .add("lines", lines_json(card))
            .add("symbols", card.inset ? symbols_json(*card.inset) : "[]")
            .add("formula", formula ? std::to_string(*formula) : "null")
            .add_bool("is_name", card.is_symbol)
            .add_bool("is_queried", card.is_queried)
            .add_bool("matched", card.is_matched)
            .add_bool("role_matched", card.role_is_matched)
            .add("partner", partners[i] == amr::kNoCard ? "null" : std::to_string(partners[i]))
            .add("children", numbers_json(card.children))
            .text());
  }
  return json_array(cards);
}

std::string side_json(const Side& side, const std::vector<std::size_t>& partners) {
  return JsonObject()
      .add_string("field", plain_text(side.sentence->text.name))
      .add("sentence", sentence_json(side))
      .add_string("amr", plain_text(amr::write_in_one_line(side.graph->tree)))
      .add("cards", cards_json(side, partners))
      .text();
}

Response unavailable(const Snapshot& snapshot, std::string_view reason) {
  return answer(snapshot, JsonObject()
                              .add_bool("available", false)
                              .add_string("reason", plain_text(reason))
                              .add("query", "null")
                              .add("document", "null")
                              .add("also", "[]")
                              .add("both", "[]")
                              .add("smatch", "null")
                              .add("svg", "null")
                              .text());
}

Response why_answer(const Snapshot& snapshot, const search::Why& why, bool with_picture) {
  const Side query{&why.sentences.query, &why.query, search::query_cards(why)};
  const Side hit{&why.sentences.hit, &why.hit, search::hit_cards(why)};
  const auto of_query = amr::card_partners(query.cards, hit.cards, why.parts.left);
  std::vector<std::size_t> of_hit(hit.cards.size(), amr::kNoCard);
  for (std::size_t i = 0; i < of_query.size(); ++i) {
    if (of_query[i] != amr::kNoCard) of_hit[of_query[i]] = i;
  }
  std::vector<std::string> also;
  for (const search::FoundSentence& other : why.sentences.also) {
    const base::Span all{0, static_cast<std::uint32_t>(other.text.text.size())};
    also.push_back(JsonObject()
                       .add_string("field", plain_text(other.text.name))
                       .add("sentence", parts_json(other.text, 0, all))
                       .text());
  }
  std::vector<std::string> both;
  for (const std::string& phrase : search::shared_phrases(why, search::PhraseFormulas::Latex)) {
    both.push_back(json_string(plain_text(phrase)));
  }
  const amr::TripleCounts& counts = why.match.counts;
  JsonObject smatch;
  smatch.add_real("f", counts.f())
      .add_number("matched", static_cast<std::int64_t>(counts.matched))
      .add_number("query", static_cast<std::int64_t>(counts.gold))
      .add_number("document", static_cast<std::int64_t>(counts.predicted));
  return answer(snapshot,
                JsonObject()
                    .add_bool("available", true)
                    .add("reason", "null")
                    .add("query", side_json(query, of_query))
                    .add("document", side_json(hit, of_hit))
                    .add("also", json_array(also))
                    .add("both", json_array(both))
                    .add("smatch", smatch.text())
                    .add("svg", with_picture ? json_string(search::picture_of(why)) : "null")
                    .text());
}

}  // namespace

Response show_why(const SnapshotPointer& snapshot, const Request& request) {
  Arguments arguments(request);
  const bool with_picture = arguments.flag("svg");
  (void)arguments.required_text("q", SIZE_MAX);
  (void)arguments.choice("mode", search_mode_names());
  (void)arguments.flag("literal");
  if (auto problem = arguments.finish()) return *std::move(problem);
  Request asked = request;
  std::erase_if(asked.parameters, [](const auto& parameter) { return parameter.first == "svg"; });
  auto read = read_search(*snapshot, asked);
  if (!read) return std::move(read.error());
  const auto number = snapshot->index->find_named(request.path_value("id"));
  if (!number) return failure(number.error());
  if (!*number) return not_found("no document of the index has this id");
  if (!snapshot->graphs) return unavailable(*snapshot, "the server has no parser of sentences");
  const auto document = snapshot->index->document(**number);
  if (!document) return failure(document.error());
  search::Query query = read->query;
  apply_mode(read->mode, read->weights, query);
  auto searcher = snapshot->searchers->borrow();
  if (!searcher) return failure(searcher.error());
  (*searcher)->set_weights(read->weights);
  const auto is_over = [&request] { return request.is_over(); };
  const std::array<std::uint32_t, 1> numbers = {**number};
  const auto marks = (*searcher)->marks(query, numbers, {&*document, 1}, is_over);
  if (!marks) return stopped_or_failed(request, marks.error());
  auto pair = search::best_sentences(query, *document, marks->front());
  if (!pair) return unavailable(*snapshot, "no sentence of the document has a word of the query");
  auto stored = search::stored_graph(*snapshot->index, **number, pair->hit);
  if (!stored) return failure(stored.error());
  const auto why = search::compare_sentences(*std::move(pair), search::parser_of(*snapshot->graphs),
                                             *std::move(stored), is_over);
  if (request.is_over()) return took_too_long();
  if (!why) return unavailable(*snapshot, why.error().message);
  return why_answer(*snapshot, *why, with_picture);
}

}  // namespace noether::server
