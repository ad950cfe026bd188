#include "noether/amr/parser/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "noether/base/file_system.h"
#include "noether/base/mapped_bytes.h"
#include "noether/embedding/shipped_model.h"

namespace noether::amr {
namespace {

constexpr const char* kParserVariable = "NOETHER_AMR_PARSER";

// Cuts a long text into parts, at ends of sentences if possible. The parts have only their words: a
// copy of the text for each would make memory quadratic.
std::vector<Sentence> parts_of(const Sentence& sentence) {
  std::vector<Sentence> parts;
  const auto& words = sentence.words;
  for (std::size_t begin = 0; begin < words.size();) {
    std::size_t end = std::min(begin + kMostSentenceWords, words.size());
    if (end < words.size()) {
      std::size_t stop = end;
      while (stop > begin + kMostSentenceWords / 2) {
        const std::string& sign = words[stop - 1].text;
        if (sign == "." || sign == "?" || sign == "!" || sign == ";") break;
        --stop;
      }
      if (stop > begin + kMostSentenceWords / 2) end = stop;
    }
    parts.push_back({"",
                     {words.begin() + static_cast<std::ptrdiff_t>(begin),
                      words.begin() + static_cast<std::ptrdiff_t>(end)}});
    begin = end;
  }
  return parts;
}

// The mean of the scores of one or more networks.
std::vector<float> mean_of(std::vector<std::vector<float>> scores) {
  std::vector<float> mean = std::move(scores.front());
  if (scores.size() == 1) return mean;
  for (const std::vector<float>& other : std::span(scores).subspan(1)) {
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += other[i];
  }
  for (float& score : mean) score /= static_cast<float>(scores.size());
  return mean;
}

base::Result<DecodeOptions> read_options(const std::string& folder) {
  constexpr std::uint64_t kMostBytes = 1 << 16;
  const std::string path = fmt::format("{}/{}", folder, kDecodingFile);
  if (!base::FileSystem::real().exists(path)) return DecodeOptions();
  const auto text = base::FileSystem::real().read(path, kMostBytes);
  if (!text) return std::unexpected(text.error());
  auto options = DecodeOptions::parse(*text);
  if (!options) options.error().message = fmt::format("{}: {}", path, options.error().message);
  return options;
}

}  // namespace

Parser Parser::with_options(const DecodeOptions& options) && {
  options_ = options;
  return std::move(*this);
}

base::Result<Parser> Parser::open(const std::string& folder) {
  const auto options = read_options(folder);
  if (!options) return std::unexpected(options.error());
  auto tables = LabelTables::read(folder);
  if (!tables) return std::unexpected(std::move(tables.error()));
  auto lexicon = Lexicon::read(fmt::format("{}/{}", folder, kLexiconFile));
  if (!lexicon) return std::unexpected(std::move(lexicon.error()));
  auto tokenizer = neural::tokens::Tokenizer::open(folder);
  if (!tokenizer) return std::unexpected(std::move(tokenizer.error()));
  auto network = ParserNetwork::open(
      folder, {tables->fragments.size(), tables->senses.size(), tables->roles.size()});
  if (!network) return std::unexpected(std::move(network.error()));
  return Parser(*std::move(tables), *std::move(lexicon), *std::move(network), *std::move(tokenizer),
                *options);
}

base::Result<void> Parser::join(const std::string& folder) {
  const auto tables = LabelTables::read(folder);
  if (!tables) return std::unexpected(tables.error());
  const auto is_same = [](const LabelTable& a, const LabelTable& b) {
    return a.text() == b.text();
  };
  if (!is_same(tables->fragments.labels(), tables_.fragments.labels()) ||
      !is_same(tables->roles, tables_.roles) || !is_same(tables->senses, tables_.senses)) {
    return base::fail(fmt::format("'{}' has other labels than the parser it is to join", folder));
  }
  auto network = ParserNetwork::open(
      folder, {tables_.fragments.size(), tables_.senses.size(), tables_.roles.size()});
  if (!network) return std::unexpected(std::move(network.error()));
  networks_.push_back(*std::move(network));
  return {};
}

base::Result<Parser> Parser::open_shipped() {
  const std::string folder = shipped_parser_folder();
  if (!base::FileSystem::real().exists(folder + "/config.json")) {
    return base::fail(
        fmt::format("the parser of sentences is missing: '{}' is not a model folder", folder), {},
        fmt::format("set {} to the folder of one; noether-train amr trains it", kParserVariable));
  }
  return open(folder);
}

base::Result<SentenceLabels> Parser::label(const Sentence& sentence) const {
  WordPieces pieces = read_pieces(sentence, tokenizer_);
  // If the text has many long words, fewer pieces of each are read, so that all fit into the
  // encoder.
  for (std::size_t most = kMostPieces / 2;
       most > 0 && pieces.tokens.size() > networks_.front().most_tokens(); most /= 2) {
    pieces = read_pieces(sentence, tokenizer_, most);
  }
  std::vector<ParserNetwork::Workspace> workspaces(networks_.size());
  std::vector<std::vector<float>> fragments;
  std::vector<std::vector<float>> senses;
  for (std::size_t n = 0; n < networks_.size(); ++n) {
    auto scores = networks_[n].score_words(pieces, workspaces[n]);
    if (!scores) return std::unexpected(std::move(scores.error()));
    fragments.push_back(std::move(scores->fragments));
    senses.push_back(std::move(scores->senses));
  }
  const Decoder decoder(tables_, lexicon_, options_);
  SentenceLabels labels = decoder.choose_fragments(
      sentence, {mean_of(std::move(fragments)), mean_of(std::move(senses))});

  std::vector<std::vector<float>> tree;
  std::vector<std::vector<float>> reentrant;
  for (std::size_t n = 0; n < networks_.size(); ++n) {
    EdgeScores scores = networks_[n].score_edges(labels.fragments, workspaces[n]);
    tree.push_back(std::move(scores.edges));
    reentrant.push_back(std::move(scores.reentrant));
  }
  decoder.choose_edges({mean_of(std::move(tree)), mean_of(std::move(reentrant))}, labels);

  const std::vector<WordEdge> edges = decoder.edges_of(labels);
  if (edges.empty()) return labels;
  std::vector<std::vector<float>> roles;
  for (std::size_t n = 0; n < networks_.size(); ++n) {
    roles.push_back(networks_[n].score_roles(edges, workspaces[n]));
  }
  decoder.choose_roles(sentence, mean_of(std::move(roles)), labels);
  return labels;
}

base::Result<Graph> Parser::parse(std::string_view text) const {
  if (text.size() > kMostParsedBytes) {
    return base::fail(fmt::format("a text of {} bytes; at most {} are parsed as one", text.size(),
                                  kMostParsedBytes),
                      {}, "parse its sentences one by one");
  }
  return parse(split_words(text));
}

base::Result<Graph> Parser::parse(const Sentence& sentence) const {
  const std::vector<Sentence> parts = parts_of(sentence);
  if (parts.empty()) return assemble(sentence, SentenceLabels(), tables_, lexicon_);
  std::vector<Graph> graphs;
  for (const Sentence& part : parts) {
    auto labels = label(part);
    if (!labels) return std::unexpected(std::move(labels.error()));
    graphs.push_back(assemble(part, *labels, tables_, lexicon_));
  }
  return join_sentences(graphs);
}

base::Result<base::Digest> parser_digest(const std::string& folder) {
  base::Hasher hasher;
  hasher.add_number(kParserVersion);
  for (const std::string_view name :
       {std::string_view("config.json"), std::string_view("model.safetensors"),
        std::string_view("tokenizer.json"), std::string_view("fragments.txt"),
        std::string_view("roles.txt"), std::string_view("senses.txt"), kLexiconFile,
        kDecodingFile}) {
    const std::string path = fmt::format("{}/{}", folder, name);
    hasher.add_text(name);
    if (!base::FileSystem::real().exists(path)) continue;
    const auto bytes = base::MappedBytes::map(path);
    if (!bytes) return std::unexpected(bytes.error());
    hasher.add_text(bytes->view());
  }
  return hasher.digest();
}

std::string shipped_parser_folder() {
  return embedding::shipped_model_folder(kParserVariable, "amr-parser");
}

}  // namespace noether::amr
