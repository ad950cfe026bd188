#include "noether/amr/parser/decode.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>
#include <utility>

#include "noether/amr/parser/arborescence.h"
#include "noether/base/ascii.h"

namespace noether::amr {
namespace {

constexpr float kImpossible = -std::numeric_limits<float>::infinity();

float log_odds(float chance) { return std::log(chance / (1 - chance)); }

float log_sum(std::span<const float> scores) {
  const float most = *std::ranges::max_element(scores);
  float sum = 0;
  for (const float score : scores) sum += std::exp(score - most);
  return most + std::log(sum);
}

// "want" for "want-%" or want-01; empty for a name that is not a frame.
std::string frame_base(std::string_view name) {
  const std::size_t at = name.rfind('-');
  if (at == std::string_view::npos || at == 0 || at + 1 == name.size()) return {};
  const std::string_view sense = name.substr(at + 1);
  const bool is_frame = sense == std::string_view(&kSenseMark, 1) ||
                        (sense.size() > 1 && std::ranges::all_of(sense, base::is_digit));
  return is_frame ? std::string(name.substr(0, at)) : std::string();
}

WordId end_of_words(const SentenceLabels& labels, WordId word) {
  WordId end = word + 1;
  while (end < labels.fragments.size() && labels.fragments[end] == FragmentTable::kContinuation) {
    ++end;
  }
  return end;
}

// The concepts of a word's fragment in their final form.
std::vector<std::string> concepts_of(const Sentence& sentence, const SentenceLabels& labels,
                                     WordId word, const LabelTables& tables,
                                     const Lexicon& lexicon) {
  const Fragment& fragment = tables.fragments[labels.fragments[word]];
  const SlotValues values = slot_values(sentence, word, end_of_words(labels, word), lexicon);
  std::vector<std::string> concepts;
  for (const Node& node : fragment.graph.nodes) {
    concepts.push_back(
        fill_slots(node.concept_name, values, tables.senses.name(labels.senses[word])));
  }
  return concepts;
}

// The conditions that a role puts on the nodes that it joins.
struct RoleNeeds {
  RoleLabel label;
  bool is_inverted = false;
  int argument = -1;  // n of :ARGn
};

std::vector<RoleNeeds> needs_of(const LabelTable& roles) {
  std::vector<RoleNeeds> needs;
  for (LabelId id = 0; id < roles.size(); ++id) {
    RoleNeeds need{RoleLabel::from(roles.name(id))};
    need.is_inverted = is_inverted(need.label.role);
    const std::string role = need.is_inverted ? inverse_role(need.label.role) : need.label.role;
    if (role.size() == 4 && role.starts_with("ARG") && base::is_digit(role[3])) {
      need.argument = role[3] - '0';
    }
    needs.push_back(std::move(need));
  }
  return needs;
}

// Whether a concept may have :ARGn. Frames that the lexicon lacks may have any.
bool takes_argument(const std::string& concept_name, int argument, const Lexicon& lexicon) {
  const std::string base = frame_base(concept_name);
  if (base.empty()) return true;
  const auto* senses = lexicon.senses(base);
  if (senses == nullptr) return true;
  const std::string_view sense = std::string_view(concept_name).substr(base.size() + 1);
  const auto found = std::ranges::find(*senses, sense, &FrameSense::sense);
  return found == senses->end() || found->roles == 0 ||
         found->has_role(static_cast<unsigned>(argument));
}

}  // namespace

std::vector<bool> possible_fragments(const Sentence& sentence, WordId word,
                                     const FragmentTable& fragments, const Lexicon& lexicon) {
  const SlotValues values = slot_values(sentence, word, word + 1, lexicon);
  const bool is_formula = sentence.words[word].is_formula();
  std::vector<bool> is_possible(fragments.size());
  // Many fragments have the same frame.
  std::unordered_map<std::string_view, bool> known;
  const auto is_frame = [&](const Fragment& fragment) {
    const auto [found, is_new] = known.try_emplace(fragment.frame);
    if (is_new) found->second = lexicon.senses(frame_of(fragment, values)) != nullptr;
    return found->second;
  };
  const bool is_second =
      std::any_of(sentence.words.begin(), sentence.words.begin() + word, [&](const Word& before) {
        return !before.is_formula() &&
               lexicon.lemma(Lexicon::Form::Noun, before.lower) == values[Slot::Noun];
      });
  is_possible[FragmentTable::kNothing] = !is_formula;
  is_possible[FragmentTable::kContinuation] = !is_formula && word > 0;
  for (LabelId id = FragmentTable::kFirst; id < fragments.size(); ++id) {
    const Fragment& fragment = fragments[id];
    if (is_formula) {
      is_possible[id] =
          !fragment.is_constant() && (fragment.has(Slot::Formula) || fragment.has(Slot::Name));
      continue;
    }
    if (!can_fill(fragment, values) || (fragment.says_again && !is_second)) continue;
    is_possible[id] = !fragment.has_sense() || is_frame(fragment);
  }
  return is_possible;
}

SentenceLabels Decoder::choose_fragments(const Sentence& sentence,
                                         const ParserScores& scores) const {
  const auto words = static_cast<WordId>(sentence.words.size());
  const std::size_t count = tables_.fragments.size();
  SentenceLabels labels(words);
  for (WordId word = 0; word < words; ++word) {
    std::vector<bool> is_possible = possible_fragments(sentence, word, tables_.fragments, lexicon_);
    const LabelId before = word == 0 ? FragmentTable::kNothing : labels.fragments[word - 1];
    // A continuation needs something to continue.
    if (is_possible[FragmentTable::kContinuation]) {
      WordId first = word - 1;
      while (first > 0 && labels.fragments[first] == FragmentTable::kContinuation) --first;
      is_possible[FragmentTable::kContinuation] =
          before == FragmentTable::kContinuation
              ? true
              : labels.has_fragment(first) &&
                    tables_.fragments[labels.fragments[first]].takes_several();
    }
    const std::span<const float> row(scores.fragments.data() + word * count, count);
    const Lexicon::Counts* known = options_.memory_weight > 0 && !sentence.words[word].is_formula()
                                       ? lexicon_.fragments_of(sentence.words[word].lower)
                                       : nullptr;
    float total = 0;
    if (known != nullptr) {
      for (const auto& [name, times] : *known) total += static_cast<float>(times);
    }
    float best = kImpossible;
    float nothing = kImpossible;
    std::vector<float> others;
    for (LabelId id = 0; id < count; ++id) {
      if (!is_possible[id]) continue;
      float score = row[id];
      if (known != nullptr) {
        const auto times = known->find(tables_.fragments.labels().name(id));
        const float seen = times == known->end() ? 0 : static_cast<float>(times->second);
        score += options_.memory_weight * std::log((seen + 0.05F) / (total + 1));
      }
      if (id == FragmentTable::kNothing) {
        nothing = score;
        continue;
      }
      others.push_back(score);
      if (score > best) {
        best = score;
        labels.fragments[word] = id;
      }
    }
    // The label `nothing` is compared with all other labels together, as each of many may be
    // unlikely. A table may have no fragment for formulas: `assemble` then adds the formula.
    if (others.empty() || nothing - log_sum(others) >= log_odds(options_.nothing_threshold)) {
      labels.fragments[word] = FragmentTable::kNothing;
    }
  }

  const std::size_t senses = tables_.senses.size();
  for (WordId word = 0; word < words; ++word) {
    if (!labels.has_fragment(word)) continue;
    const Fragment& fragment = tables_.fragments[labels.fragments[word]];
    if (!fragment.has_sense()) continue;
    const SlotValues values = slot_values(sentence, word, end_of_words(labels, word), lexicon_);
    const std::string frame = frame_of(fragment, values);
    const auto* known = lexicon_.senses(frame);
    float total = 0;
    for (LabelId sense = 0; sense < senses; ++sense) {
      total += static_cast<float>(lexicon_.sense_count(frame, tables_.senses.name(sense)));
    }
    float best = kImpossible;
    for (LabelId sense = 0; sense < senses; ++sense) {
      const std::string& name = tables_.senses.name(sense);
      const auto seen = static_cast<float>(lexicon_.sense_count(frame, name));
      const bool exists = known == nullptr || seen > 0 ||
                          std::ranges::find(*known, name, &FrameSense::sense) != known->end();
      if (!exists) continue;
      const float score = scores.senses[word * senses + sense] +
                          options_.sense_memory_weight * std::log((seen + 0.1F) / (total + 1));
      if (score > best) {
        best = score;
        labels.senses[word] = sense;
      }
    }
  }
  return labels;
}

void Decoder::choose_edges(const EdgeScores& scores, SentenceLabels& labels) const {
  const std::size_t words = labels.fragments.size();
  std::vector<WordId> placed;  // words with fragments
  for (WordId word = 0; word < words; ++word) {
    if (labels.has_fragment(word)) placed.push_back(word);
  }
  if (placed.empty()) return;
  const auto is_constant = [&](WordId word) {
    return tables_.fragments[labels.fragments[word]].is_constant();
  };
  // Constants have nothing below them and are not the root, unless there is nothing else.
  const bool all_constant = std::ranges::all_of(placed, is_constant);
  const std::size_t nodes = placed.size() + 1;
  std::vector<double> table(nodes * nodes, kMissingEdge);
  for (std::size_t d = 1; d < nodes; ++d) {
    const WordId dependent = placed[d - 1];
    std::vector<std::pair<std::size_t, float>> possible;
    if (all_constant || !is_constant(dependent)) possible.emplace_back(0, scores.edges[dependent]);
    for (std::size_t h = 1; h < nodes; ++h) {
      const WordId head = placed[h - 1];
      if (h == d || (is_constant(head) && !all_constant)) continue;
      possible.emplace_back(h, scores.edges[(head + 1) * words + dependent]);
    }
    std::vector<float> row;
    for (const auto& [head, score] : possible) row.push_back(score);
    const float sum = log_sum(row);
    for (const auto& [head, score] : possible) {
      table[head * nodes + d] = static_cast<double>(score - sum);
    }
  }
  const std::vector<std::size_t> heads = best_arborescence(table, nodes);
  for (std::size_t d = 1; d < nodes; ++d) {
    if (heads[d] == 0) {
      labels.root = placed[d - 1];
    } else {
      labels.heads[placed[d - 1]] = placed[heads[d] - 1];
    }
  }

  const float least = log_odds(options_.reentrant_threshold);
  std::vector<std::pair<float, WordEdge>> likely;
  for (const WordId head : placed) {
    for (const WordId dependent : placed) {
      if (head == dependent || is_constant(head) || is_constant(dependent)) continue;
      if (labels.heads[dependent] == head || labels.heads[head] == dependent) continue;
      const float score = scores.reentrant[head * words + dependent];
      if (score > least) likely.push_back({score, {head, dependent, 0}});
    }
  }
  // Banks have one re-entrancy for every six words; allowing at most one per word keeps time
  // linear.
  std::ranges::stable_sort(likely, std::greater(), &std::pair<float, WordEdge>::first);
  if (likely.size() > placed.size()) likely.resize(placed.size());
  for (const auto& [score, edge] : likely) labels.reentrant.push_back(edge);
}

std::vector<WordEdge> Decoder::edges_of(const SentenceLabels& labels) const {
  std::vector<WordEdge> edges;
  for (WordId word = 0; word < labels.heads.size(); ++word) {
    if (labels.heads[word] != kNoWord) edges.push_back({labels.heads[word], word, 0});
  }
  edges.insert(edges.end(), labels.reentrant.begin(), labels.reentrant.end());
  return edges;
}

void Decoder::choose_roles(const Sentence& sentence, std::span<const float> scores,
                           SentenceLabels& labels) const {
  const std::vector<WordEdge> edges = edges_of(labels);
  const std::vector<RoleNeeds> needs = needs_of(tables_.roles);
  const std::size_t roles = needs.size();
  std::vector<std::vector<std::string>> concepts(labels.fragments.size());
  for (WordId word = 0; word < labels.fragments.size(); ++word) {
    if (labels.has_fragment(word)) {
      concepts[word] = concepts_of(sentence, labels, word, tables_, lexicon_);
    }
  }
  const std::size_t of_tree = edges.size() - labels.reentrant.size();

  // The most certain edges choose first, because a frame has each argument once.
  struct Choice {
    float score;
    std::size_t edge;
    LabelId role;
  };
  std::vector<Choice> choices;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto& head = concepts[edges[e].head];
    const auto& dependent = concepts[edges[e].dependent];
    const std::span<const float> row = scores.subspan(e * roles, roles);
    const std::size_t first = choices.size();
    for (LabelId role = 0; role < roles; ++role) {
      const RoleNeeds& need = needs[role];
      if (need.label.from_node >= std::max<std::size_t>(head.size(), 1)) continue;
      if (need.label.to_node >= std::max<std::size_t>(dependent.size(), 1)) continue;
      // Constants are below their role, and re-entrant edges have their normal direction.
      if (need.is_inverted && (dependent.empty() || e >= of_tree)) continue;
      float score = row[role];
      if (need.argument >= 0) {
        const auto& owner = need.is_inverted ? dependent : head;
        const std::size_t node = need.is_inverted ? need.label.to_node : need.label.from_node;
        if (!owner.empty() && !takes_argument(owner[node], need.argument, lexicon_)) continue;
        if (owner.empty() || frame_base(owner[node]).empty()) score -= options_.no_frame_penalty;
      }
      choices.push_back({score, e, role});
    }
    // Edges are compared by how certain they are among the possible roles.
    if (choices.size() == first) continue;
    std::vector<float> possible;
    for (std::size_t c = first; c < choices.size(); ++c) possible.push_back(choices[c].score);
    const float sum = log_sum(possible);
    for (std::size_t c = first; c < choices.size(); ++c) choices[c].score -= sum;
  }
  std::ranges::stable_sort(choices, std::greater(), &Choice::score);
  std::vector<bool> is_chosen(edges.size());
  std::set<std::pair<WordId, std::pair<std::uint32_t, int>>> taken;  // frames, their arguments
  std::vector<LabelId> chosen(edges.size(), tables_.roles.find("mod").value_or(0));
  for (const Choice& choice : choices) {
    if (is_chosen[choice.edge]) continue;
    const RoleNeeds& need = needs[choice.role];
    if (need.argument >= 0) {
      const WordEdge& edge = edges[choice.edge];
      const WordId owner = need.is_inverted ? edge.dependent : edge.head;
      const std::uint32_t node = need.is_inverted ? need.label.to_node : need.label.from_node;
      if (!taken.insert({owner, {node, need.argument}}).second) continue;
    }
    is_chosen[choice.edge] = true;
    chosen[choice.edge] = choice.role;
  }
  for (std::size_t e = 0; e < of_tree; ++e) labels.roles[edges[e].dependent] = chosen[e];
  // A re-entrant edge is dropped if no role is left for it.
  std::vector<WordEdge> reentrant;
  for (std::size_t e = of_tree; e < edges.size(); ++e) {
    if (is_chosen[e]) reentrant.push_back({edges[e].head, edges[e].dependent, chosen[e]});
  }
  labels.reentrant = std::move(reentrant);
}

std::span<const DecodeSetting> DecodeOptions::settings() {
  static constexpr auto kSettings = std::to_array<DecodeSetting>(
      {{"nothing_threshold", &DecodeOptions::nothing_threshold, DecodeSetting::Kind::Chance},
       {"reentrant_threshold", &DecodeOptions::reentrant_threshold, DecodeSetting::Kind::Chance},
       {"memory_weight", &DecodeOptions::memory_weight, DecodeSetting::Kind::Weight},
       {"sense_memory_weight", &DecodeOptions::sense_memory_weight, DecodeSetting::Kind::Weight},
       {"no_frame_penalty", &DecodeOptions::no_frame_penalty, DecodeSetting::Kind::Weight}});
  return kSettings;
}

base::Result<DecodeOptions> DecodeOptions::parse(std::string_view json) {
  constexpr float kMostWeight = 100;
  const auto object = nlohmann::json::parse(json, nullptr, false);
  if (!object.is_object()) return base::fail("a JSON object is expected");
  DecodeOptions options;
  for (const auto& [name, value] : object.items()) {
    const auto setting = std::ranges::find(settings(), name, &DecodeSetting::name);
    if (setting == settings().end())
      return base::fail(fmt::format("there is no setting '{}'", name));
    if (!value.is_number()) return base::fail(fmt::format("'{}' must be a number", name));
    const auto number = value.get<float>();
    if (setting->kind == DecodeSetting::Kind::Chance && !(number > 0 && number < 1)) {
      return base::fail(fmt::format("'{}' must lie between 0 and 1", name));
    }
    if (!(number >= 0 && number <= kMostWeight)) {
      return base::fail(fmt::format("'{}' must lie between 0 and {}", name, kMostWeight));
    }
    options.*setting->value = number;
  }
  return options;
}

std::string DecodeOptions::text() const {
  std::string text;
  for (const DecodeSetting& setting : settings()) {
    text += fmt::format("{}\"{}\": {:.3g}", text.empty() ? "{" : ", ", setting.name,
                        this->*setting.value);
  }
  return text + "}\n";
}

}  // namespace noether::amr
