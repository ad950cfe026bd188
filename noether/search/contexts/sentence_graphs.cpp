#include "noether/search/contexts/sentence_graphs.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "noether/amr/penman.h"
#include "noether/base/file_system.h"
#include "noether/base/hash.h"
#include "noether/base/parallel.h"
#include "noether/embedding/shipped_model.h"
#include "noether/formula/formula_io.h"
#include "noether/search/contexts/declared_kinds.h"
#include "noether/text/sentences.h"

namespace noether::search {
namespace {

// Another parser may write the formula itself where our parser writes its number.
void number_formulas(const amr::FormulaSentence& sentence, amr::Graph& graph) {
  for (amr::Edge& edge : graph.edges) {
    if (!edge.is_attribute()) continue;
    const std::string text = amr::without_quotes(edge.constant);
    const auto formula = std::ranges::find(sentence.latex, text);
    if (formula == sentence.latex.end()) continue;
    edge.constant = amr::in_quotes(fmt::format("eqx{}eqx", formula - sentence.latex.begin()));
  }
}

std::vector<amr::Declaration> declarations_of_sentence(const amr::FormulaSentence& sentence,
                                                       const amr::Graph& graph) {
  formula::FormulaReader reader;
  std::vector<formula::Formula> read(sentence.latex.size());
  std::vector<amr::SentenceFormula> formulas;
  for (std::size_t i = 0; i < read.size(); ++i) {
    const bool is_read =
        reader.read(formula::Notation::Latex, sentence.latex[i], read[i]).has_value();
    formulas.push_back({.id = fmt::format("{}", i), .formula = is_read ? &read[i] : nullptr});
  }
  return amr::declarations_in(graph, formulas);
}

// Kinds that a sentence denies are not listed.
std::vector<std::string> kind_terms(const std::vector<amr::Declaration>& declarations) {
  std::vector<std::string> terms;
  for (const amr::Declaration& one : declarations) {
    if (!one.is_negated) std::ranges::move(StemmedKind::of(one).terms(), std::back_inserter(terms));
  }
  return terms;
}

}  // namespace

std::string SentenceNumbers::next_id(std::uint32_t field) {
  const std::string& name = document_->fields[field].name;
  auto count = std::ranges::find(counts_, std::string_view(name),
                                 &std::pair<std::string_view, std::size_t>::first);
  if (count == counts_.end()) count = counts_.insert(counts_.end(), {name, 0});
  return fmt::format("{}.{}.{}", document_->id, name, ++count->second);
}

std::vector<PlacedSentence> sentences_with_formulas(const text::Document& document) {
  std::vector<PlacedSentence> all;
  SentenceNumbers numbers(document);
  for (std::uint32_t field = 0; field < document.fields.size(); ++field) {
    for (const base::Span& span : text::find_sentences(document.fields[field])) {
      std::string id = numbers.next_id(field);
      amr::FormulaSentence formulas = amr::read_formula_sentence(document.fields[field], span);
      if (formulas.latex.empty()) continue;
      if (all.size() == kMostContextSentences) return all;
      all.push_back({field, span, std::move(id), std::move(formulas)});
    }
  }
  return all;
}

base::Result<void> SentenceGraphs::open_parser(const std::string& folder) {
  auto parser = folder.empty() ? amr::Parser::open_shipped() : amr::Parser::open(folder);
  if (!parser) return std::unexpected(std::move(parser.error()));
  const std::string from = folder.empty() ? amr::shipped_parser_folder() : folder;
  const auto digest = amr::parser_digest(from);
  if (!digest) return std::unexpected(digest.error());
  parser_ = *std::move(parser);
  model_.name = embedding::model_name(from);
  name_model(digest->hex());
  return {};
}

// Names everything that records depend on, apart from the code that makes them.
void SentenceGraphs::name_model(std::string_view origin) {
  base::Hasher hasher;
  hasher.add_text("graphs");
  hasher.add_number(kSentenceRecordVersion);
  hasher.add_text(origin);
  model_ = {hasher.digest(), 0, model_.name, kSentenceRecordVersion};
}

base::Result<SentenceGraphs> SentenceGraphs::open(const std::string& parser_folder) {
  SentenceGraphs graphs;
  if (auto done = graphs.open_parser(parser_folder); !done) return std::unexpected(done.error());
  return graphs;
}

base::Result<SentenceGraphs> SentenceGraphs::open_with_bank(const std::string& parser_folder,
                                                            amr::GraphSource bank) {
  SentenceGraphs graphs;
  const std::string folder = parser_folder.empty() ? amr::shipped_parser_folder() : parser_folder;
  const bool has_parser =
      !parser_folder.empty() || base::FileSystem::real().exists(folder + "/config.json");
  if (has_parser) {
    if (auto done = graphs.open_parser(folder); !done) return std::unexpected(done.error());
  }
  graphs.model_.name = has_parser ? graphs.model_.name + " and a bank" : "a bank";
  graphs.name_model(graphs.model_.digest.hex() + bank.digest().hex());
  graphs.bank_ = std::move(bank);
  return graphs;
}

base::Result<std::optional<amr::Graph>> SentenceGraphs::graph_of(
    const amr::FormulaSentence& sentence) const {
  if (!parser_ || sentence.words.size() > amr::kMostParsedBytes) return std::nullopt;
  auto graph = parser_->parse(sentence.words);
  if (!graph) return std::unexpected(std::move(graph.error()));
  return *std::move(graph);
}

base::Result<std::optional<SentenceRecord>> SentenceGraphs::record_of(
    const PlacedSentence& sentence) const {
  std::optional<amr::Graph> graph;
  if (const amr::BankEntry* entry = bank_ ? bank_->find(sentence.id) : nullptr) {
    graph = amr::graph_of(entry->tree);
    ++*used_;
    number_formulas(sentence.formulas, *graph);
  } else {
    auto parsed = graph_of(sentence.formulas);
    if (!parsed) return std::unexpected(std::move(parsed.error()));
    graph = *std::move(parsed);
  }
  if (!graph) return std::nullopt;
  const auto tree = amr::lay_out(*graph);
  if (!tree) return std::unexpected(tree.error());
  SentenceRecord record{.graph = amr::write_in_one_line(*tree), .declarations = {}};
  if (record.graph.size() > amr::kMaxGraphBytes) return std::nullopt;
  record.declarations = declarations_of_sentence(sentence.formulas, *graph);
  return record;
}

base::Result<std::vector<std::vector<index::EncodedPassage>>> SentenceGraphs::encode(
    std::span<const text::Document> documents, unsigned threads) const {
  std::vector<PlacedSentence> sentences;
  std::vector<std::size_t> ends;  // of the sentences of each document
  for (const text::Document& document : documents) {
    std::ranges::move(sentences_with_formulas(document), std::back_inserter(sentences));
    ends.push_back(sentences.size());
  }
  struct Packed {
    std::string bytes;
    std::vector<std::string> terms;
  };
  std::vector<base::Result<std::optional<Packed>>> packed(sentences.size());
  base::for_each_in_parallel(sentences.size(), threads, [&](std::size_t i, std::size_t /*thread*/) {
    const auto record = record_of(sentences[i]);
    if (!record) {
      packed[i] = std::unexpected(record.error());
    } else if (*record) {
      auto bytes = pack_record(**record);
      packed[i] = bytes ? base::Result<std::optional<Packed>>(
                              Packed{*std::move(bytes), kind_terms((*record)->declarations)})
                        : std::unexpected(std::move(bytes.error()));
    }
  });
  std::vector<std::vector<index::EncodedPassage>> all(documents.size());
  std::size_t next = 0;
  for (std::size_t document = 0; document < documents.size(); ++document) {
    for (; next < ends[document]; ++next) {
      auto& one = packed[next];
      if (!one) {
        return base::fail(fmt::format("sentence {}: {}", sentences[next].id, one.error().message));
      }
      if (!*one) continue;
      all[document].push_back({.field = sentences[next].field,
                               .span = sentences[next].span,
                               .vector = {},
                               .tokens = std::move((*one)->bytes),
                               .terms = std::move((*one)->terms)});
    }
  }
  return all;
}

index::PassageEmbedding SentenceGraphs::embedding(unsigned threads) const {
  index::PassageEmbedding embedding;
  embedding.model = model_;
  embedding.token_bytes = 1;
  embedding.set = index::kSentenceGraphs;
  embedding.batch = 128;
  embedding.graph = false;
  embedding.encode = [this, threads](std::span<const text::Document> documents) {
    return encode(documents, threads);
  };
  return embedding;
}

}  // namespace noether::search
