#include "noether/cli/collection/formula_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "noether/amr/parser/parser.h"
#include "noether/base/hash.h"
#include "noether/base/parallel.h"
#include "noether/base/progress.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/text/sentences.h"

namespace noether::cli {
namespace {

constexpr std::string_view kListsOfFormulas = "lists";

// The graphs of sentences by their words. Formulas are placeholders, so many sentences are equal.
class SentenceGraphs {
 public:
  void add(const amr::FormulaSentence& sentence) { graphs_.try_emplace(sentence.words); }

  void parse(const std::string& folder) {
    const auto parser = folder.empty() ? amr::Parser::open_shipped() : amr::Parser::open(folder);
    if (!parser) fail(kListsOfFormulas, parser.error(), ExitCode::Failure);
    std::vector<std::pair<const std::string, base::Result<amr::Graph>>*> waiting;
    for (auto& sentence : graphs_) waiting.push_back(&sentence);
    base::ProgressBar progress("sentences", waiting.size());
    std::atomic<std::size_t> done = 0;
    base::for_each_in_parallel(waiting.size(), base::thread_count(0),
                               [&](std::size_t i, std::size_t thread) {
                                 waiting[i]->second = parser->parse(waiting[i]->first);
                                 ++done;
                                 if (thread == 0) progress.update(done, done);
                               });
    for (const auto* const sentence : waiting) {
      if (!sentence->second) fail(kListsOfFormulas, sentence->second.error(), ExitCode::Failure);
    }
  }

  // Empty if no sentence was parsed.
  const amr::Graph& of(const amr::FormulaSentence& sentence) const {
    static const amr::Graph kNone;
    const auto found = graphs_.find(sentence.words);
    return found != graphs_.end() ? *found->second : kNone;
  }

 private:
  std::unordered_map<std::string, base::Result<amr::Graph>> graphs_;
};

}  // namespace

FormulaLists::FormulaLists(const std::vector<collection::Topic>& topics,
                           const TopicCandidates& candidates, const FormulaListsOptions& options)
    : topics_(topics), candidates_(candidates), options_(options) {
  for (const collection::Topic& topic : topics) {
    for (const TopicCandidates::Candidate& candidate : candidates.of(topic.number)) {
      places_.try_emplace(std::string(candidate.id));
    }
  }
}

void FormulaLists::add(const text::Document& document) {
  for (const text::Field& field : document.fields) {
    for (const base::Span& span : text::find_sentences(field)) {
      const amr::FormulaSentence sentence = amr::read_formula_sentence(field, span);
      for (std::size_t i = 0; i < sentence.latex.size(); ++i) {
        const text::FormulaSpan& formula = field.formulas[sentence.first_formula + i];
        const auto found = places_.find(formula.visual_id);
        if (formula.visual_id.empty() || found == places_.end()) continue;
        add_place(found->second, {sentence, i, base::digest_of(formula.id).low});
      }
    }
  }
}

void FormulaLists::add_place(std::vector<Place>& places, Place place) const {
  const auto where = std::ranges::upper_bound(places, place.draw, {}, &Place::draw);
  if (where == places.end() && places.size() == options_.places) return;
  places.insert(where, std::move(place));
  if (places.size() > options_.places) places.pop_back();
}

FormulaLists::Place FormulaLists::place_of(const collection::Topic& topic) {
  for (const text::Field* const field : {&topic.title, &topic.question}) {
    const auto found = std::ranges::find(field->formulas, topic.formula_id, &text::FormulaSpan::id);
    if (found == field->formulas.end()) continue;
    const auto number = static_cast<std::size_t>(found - field->formulas.begin());
    Place place = {.sentence = amr::sentence_around(*field, number)};
    place.formula = number - place.sentence.first_formula;
    return place;
  }
  return {.sentence = {.words = "eqx0eqx", .latex = {topic.latex}}};
}

void FormulaLists::write(ListWriter& writer) const {
  SentenceGraphs graphs;
  if (amr::reads_graph(options_.representation)) {
    for (const auto& [id, places] : places_) {
      for (const Place& place : places) graphs.add(place.sentence);
    }
    for (const collection::Topic& topic : topics_) graphs.add(place_of(topic).sentence);
    graphs.parse(options_.parser);
  }
  const auto text_of = [&](const Place& place) {
    auto text = amr::context_text(options_.representation, place.sentence,
                                  graphs.of(place.sentence), place.formula, options_.context);
    if (!text) fail(kListsOfFormulas, text.error(), ExitCode::Failure);
    return std::move(*text);
  };
  std::unordered_map<std::string, std::vector<std::string>> texts;  // by visual id
  for (const auto& [id, places] : places_) {
    for (const Place& place : places) {
      std::string text = text_of(place);
      std::vector<std::string>& others = texts[id];
      if (std::ranges::count(others, text) == 0) others.push_back(std::move(text));
    }
  }
  std::uint64_t absent = 0;
  for (const collection::Topic& topic : topics_) {
    std::vector<ListedText> listed;
    for (const TopicCandidates::Candidate& candidate : candidates_.of(topic.number)) {
      const auto found = texts.find(std::string(candidate.id));
      if (found == texts.end()) {
        ++absent;
        continue;
      }
      for (const std::string& text : found->second) {
        listed.push_back({candidate.id, candidate.grade, text});
      }
    }
    if (!listed.empty()) writer.write(topic.number, text_of(place_of(topic)), listed);
  }
  if (absent > 0) {
    fmt::print(stderr, "{} not in the collection\n", counted(absent, "formula"));
  }
}

}  // namespace noether::cli
