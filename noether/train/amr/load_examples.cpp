#include "noether/train/amr/amr_examples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <span>
#include <utility>

#include "noether/base/ascii.h"
#include "noether/base/file_system.h"
#include "noether/neural/pairs/tokenized_pairs.h"
#include "noether/train/text/training_pairs.h"
#ifndef NOETHER_TRAIN_ONLY
#include "noether/amr/bank.h"
#include "noether/amr/lower_case.h"
#include "noether/amr/parser/aligner.h"
#include "noether/amr/parser/label_banks.h"
#include "noether/amr/parser/network.h"
#include "noether/amr/parser/training_sentences.h"
#include "noether/neural/tokenizer/tokenizer.h"
#endif

namespace noether::train {

#ifdef NOETHER_TRAIN_ONLY

base::Result<AmrExamples> prepare_examples(const BankFiles& /*files*/,
                                           const ExampleReading& /*source*/) {
  return base::fail("this program was built without the parser and cannot read banks of graphs", {},
                    "make a file of examples with noether-train amr-examples of a full build");
}

#else

namespace {

using amr::LabelId;
using amr::LabelTable;

struct ReadBank {
  std::string name;
  BankKind kind = BankKind::Gold;
  std::vector<amr::SentenceGraph> graphs;
};

// The texts of held-out sentences, for comparison with other sentences.
class HeldOutTexts {
 public:
  void add(const amr::Sentence& sentence) {
    std::string letters = letters_of(sentence.text);
    if (letters.size() >= kLeastLetters) texts_.push_back(std::move(letters));
  }

  // Whether the sentence is a held-out one, is part of one, or contains one. Banks share sentences.
  bool have(const amr::Sentence& sentence) const {
    const std::string letters = letters_of(sentence.text);
    if (letters.size() < kLeastLetters) return false;
    return std::ranges::any_of(texts_, [&](const std::string& text) {
      return text.contains(letters) || letters.contains(text);
    });
  }

 private:
  // Shorter sentences may be equal by chance.
  static constexpr std::size_t kLeastLetters = 25;

  // Compares only letters, because banks differ in spaces and punctuation.
  static std::string letters_of(std::string_view text) {
    std::string letters;
    for (const char c : amr::lower_case(text)) {
      if (base::is_letter(c)) letters += c;
    }
    return letters;
  }

  std::vector<std::string> texts_;
};

class BankPreparation {
 public:
  BankPreparation(const ExampleReading& source, neural::tokens::Tokenizer tokenizer,
                  amr::Lexicon lexicon)
      : source_(source), tokenizer_(std::move(tokenizer)), lexicon_(std::move(lexicon)) {}

  base::Result<void> read(const std::string& file, BankKind kind, bool is_split) {
    const auto text = base::FileSystem::real().read(file, amr::kMaxBankBytes);
    if (!text) return std::unexpected(text.error());
    auto graphs = amr::read_training_graphs(*text, amr::Wordings::All);
    if (!graphs) {
      return base::fail(fmt::format("{}: {}", file, graphs.error().message), graphs.error().span,
                        graphs.error().hint);
    }
    if (graphs->graphs.empty()) {
      return base::fail(fmt::format("there are no sentences with graphs in '{}'", file));
    }
    if (!source_.quiet && graphs->left_out > 0) {
      fmt::print(stderr, "{}: skipped {} unreadable graphs\n", file, graphs->left_out);
    }
    ReadBank whole{file, kind, {}};
    ReadBank held_out{file, BankKind::Validation, {}};
    for (amr::SentenceGraph& graph : graphs->graphs) {
      const bool held = is_split && amr::is_held_out(graph.sentence.text);
      (held ? held_out : whole).graphs.push_back(std::move(graph));
    }
    banks_.push_back(std::move(whole));
    if (is_split) banks_.push_back(std::move(held_out));
    return {};
  }

  base::Result<void> read_trees(const std::string& file) {
    const auto text = base::FileSystem::real().read(file, amr::kMaxBankBytes);
    if (!text) return std::unexpected(text.error());
    auto sentences = read_treebank(*text);
    if (!sentences) {
      return base::fail(fmt::format("{}: {}", file, sentences.error().message), {},
                        sentences.error().hint);
    }
    treebanks_.emplace_back(file, *std::move(sentences));
    return {};
  }

  base::Result<void> read_frames(const std::string& file) {
    const auto text = base::FileSystem::real().read(file, amr::kMaxBankBytes);
    if (!text) return std::unexpected(text.error());
    auto examples = amr::read_frame_examples(*text);
    if (examples.empty()) {
      return base::fail(fmt::format("there are no examples of frames in '{}'", file), {},
                        "name PropBank's framesets in XML with --frames");
    }
    frames_.emplace_back(file, std::move(examples));
    return {};
  }

  // Labels and lexicon come from gold banks; labels that occur only in other banks are dropped.
  AmrExamples examples() {
    std::ranges::stable_sort(banks_, {}, &ReadBank::kind);
    leave_out_held_out();
    amr::LabelOptions options;
    options.taught = 0;
    std::vector<amr::SentenceGraph> graphs;
    for (const ReadBank& bank : banks_) {
      graphs.insert(graphs.end(), bank.graphs.begin(), bank.graphs.end());
      if (bank.kind == BankKind::Gold) options.taught = graphs.size();
    }
    const amr::LabelledBanks labelled = amr::label_banks(graphs, lexicon_, options);
    AmrExamples made;
    made.mask = tokenizer_.find(amr::kFormulaPiece).value_or(0);
    made.vocabulary = source_.config.transformer.vocabulary;
    made.segments = amr::kWordShapes;
    made.fragments = file_of(labelled.tables.fragments.labels());
    made.senses = file_of(labelled.tables.senses);
    made.roles = file_of(labelled.tables.roles);
    made.lexicon = labelled.lexicon.text();
    auto next = labelled.sentences.begin();
    for (const ReadBank& bank : banks_) {
      ExampleBank& to = made.banks.emplace_back(ExampleBank{bank.name, bank.kind, {}});
      for (std::size_t i = 0; i < bank.graphs.size(); ++i) {
        AmrExample example = example_of(*next++, labelled.tables);
        if (can_read(example)) to.examples.push_back(std::move(example));
      }
      if (!source_.quiet) {
        fmt::print(stderr, "{}: {} sentences{}; skipped {} without words or too long\n", bank.name,
                   to.examples.size(), bank.kind == BankKind::Validation ? " for validation" : "",
                   bank.graphs.size() - to.examples.size());
      }
    }
    add_trees(made);
    add_frames(labelled, made);
    if (!source_.quiet) {
      fmt::print(stderr, "{} fragments, {} senses, {} roles\n", made.fragments.labels,
                 made.senses.labels, made.roles.labels);
    }
    return made;
  }

 private:
  // Removes held-out sentences from the training data, whichever file contains them.
  void leave_out_held_out() {
    HeldOutTexts held_out;
    for (const ReadBank& bank : banks_) {
      if (bank.kind != BankKind::Validation) continue;
      for (const amr::SentenceGraph& graph : bank.graphs) held_out.add(graph.sentence);
    }
    std::size_t left_out = 0;
    for (ReadBank& bank : banks_) {
      if (bank.kind == BankKind::Validation) continue;
      left_out += std::erase_if(bank.graphs, [&](const amr::SentenceGraph& graph) {
        return held_out.have(graph.sentence);
      });
    }
    for (auto& [file, examples] : frames_) {
      left_out += std::erase_if(examples, [&](const amr::FrameExample& example) {
        return held_out.have(example.sentence);
      });
    }
    if (!source_.quiet && left_out > 0) {
      fmt::print(stderr, "skipped {} sentences that other files hold out\n", left_out);
    }
  }

  static LabelFile file_of(const LabelTable& table) {
    return {table.text(), static_cast<std::uint32_t>(table.size())};
  }

  bool can_read(const AmrExample& example) const {
    return example.words() > 0 && example.tokens.size() <= source_.config.transformer.max_positions;
  }

  // The sentence with its tokens and without labels.
  AmrExample unlabelled(const amr::Sentence& sentence) const {
    const amr::WordPieces pieces = amr::read_pieces(sentence, tokenizer_);
    AmrExample example;
    example.tokens = pieces.tokens;
    example.segments = pieces.segments;
    example.firsts.assign(pieces.first_of_word.begin(), pieces.first_of_word.end());
    for (auto* const labels :
         {&example.fragments, &example.senses, &example.heads, &example.roles}) {
      labels->assign(sentence.words.size(), AmrExample::kNone);
    }
    return example;
  }

  void add_trees(AmrExamples& made) const {
    LabelTable tags;
    LabelTable relations;
    for (const auto& [file, sentences] : treebanks_) {
      ExampleBank& to = made.banks.emplace_back(ExampleBank{file, BankKind::Treebank, {}});
      for (const TreebankSentence& sentence : sentences) {
        AmrExample example = example_of_tree(sentence, tags, relations);
        if (can_read(example)) to.examples.push_back(std::move(example));
      }
      if (!source_.quiet) fmt::print(stderr, "{}: {} trees\n", file, to.examples.size());
    }
    made.tags = static_cast<std::uint32_t>(tags.size());
    made.relations = static_cast<std::uint32_t>(relations.size());
  }

  void add_frames(const amr::LabelledBanks& labelled, AmrExamples& made) const {
    for (const auto& [file, examples] : frames_) {
      ExampleBank& to = made.banks.emplace_back(ExampleBank{file, BankKind::Frames, {}});
      for (const amr::FrameExample& of : examples) {
        AmrExample example = example_of_frame(of, labelled.tables, labelled.lexicon);
        const bool is_known = example.fragments[of.word] != AmrExample::kNone;
        if (is_known && can_read(example)) to.examples.push_back(std::move(example));
      }
      if (!source_.quiet) fmt::print(stderr, "{}: {} frames\n", file, to.examples.size());
    }
  }

  // The result has no labels if the labels cannot express the frame.
  AmrExample example_of_frame(const amr::FrameExample& of, const amr::LabelTables& tables,
                              const amr::Lexicon& lexicon) const {
    AmrExample example = unlabelled(of.sentence);
    const auto pattern = amr::concept_pattern(
        of.concept_name, amr::slot_values(of.sentence, of.word, of.word + 1, lexicon), of.sentence);
    if (!pattern) return example;
    const auto fragment =
        tables.fragments.labels().find(fmt::format("(v0 / {})", pattern->pattern));
    const auto sense = tables.senses.find(pattern->sense);
    if (!fragment || !sense) return example;
    example.fragments[of.word] = static_cast<std::int32_t>(*fragment);
    example.senses[of.word] = static_cast<std::int32_t>(*sense);
    for (const auto& [word, number] : of.arguments) {
      if (const auto role = tables.roles.find(fmt::format("ARG{}", number))) {
        example.reentrant.push_back({of.word, word, *role});
      }
    }
    return example;
  }

  // Drops heads that have no place in the tree themselves.
  static void drop_loose_heads(AmrExample& example) {
    for (bool dropped = true; dropped;) {
      dropped = false;
      for (std::size_t word = 0; word < example.words(); ++word) {
        const std::int32_t head = example.heads[word];
        if (head <= AmrExample::kRoot ||
            example.heads[static_cast<std::size_t>(head) - 1] != AmrExample::kNone) {
          continue;
        }
        example.heads[word] = example.roles[word] = AmrExample::kNone;
        dropped = true;
      }
    }
  }

  // The words are those of the parser. Words that the treebank lacks have no labels.
  AmrExample example_of_tree(const TreebankSentence& tree, LabelTable& tags,
                             LabelTable& relations) const {
    const amr::Sentence sentence = amr::split_words(tree.text);
    AmrExample example = unlabelled(sentence);
    std::vector<std::size_t> begins;  // positions of the treebank's words in the text
    std::size_t at = 0;
    for (const TreebankWord& word : tree.words) {
      const std::size_t found = tree.text.find(word.text, at);
      begins.push_back(found);
      if (found != std::string::npos) at = found + word.text.size();
    }
    // For each word of the treebank, the parser's word that begins at the same position.
    std::vector<std::int32_t> places(tree.words.size(), AmrExample::kNone);
    std::size_t word = 0;
    for (std::size_t i = 0; i < tree.words.size(); ++i) {
      while (word < sentence.words.size() && sentence.words[word].span.begin < begins[i]) ++word;
      if (word < sentence.words.size() && sentence.words[word].span.begin == begins[i]) {
        places[i] = static_cast<std::int32_t>(word);
      }
    }
    for (std::size_t i = 0; i < tree.words.size(); ++i) {
      const TreebankWord& from = tree.words[i];
      if (places[i] == AmrExample::kNone) continue;
      const auto to = static_cast<std::size_t>(places[i]);
      example.fragments[to] = static_cast<std::int32_t>(tags.count(from.tag));
      if (from.head == 0) {
        example.heads[to] = AmrExample::kRoot;
      } else if (places[from.head - 1] != AmrExample::kNone && places[from.head - 1] != places[i]) {
        example.heads[to] = places[from.head - 1] + 1;
        example.roles[to] = static_cast<std::int32_t>(relations.count(from.relation));
      }
    }
    drop_loose_heads(example);
    return example;
  }

  AmrExample example_of(const amr::LabelledSentence& of, const amr::LabelTables& tables) const {
    const amr::SentenceLabels& labels = of.labels;
    AmrExample example = unlabelled(of.sentence);
    for (amr::WordId word = 0; word < example.words(); ++word) {
      if (of.is_untold[word]) continue;
      const LabelId fragment = labels.fragments[word];
      example.fragments[word] = static_cast<std::int32_t>(fragment);
      if (!labels.has_fragment(word)) continue;
      if (tables.fragments[fragment].has_sense()) {
        example.senses[word] = static_cast<std::int32_t>(labels.senses[word]);
      }
      if (labels.heads[word] != amr::kNoWord) {
        example.heads[word] = static_cast<std::int32_t>(labels.heads[word]) + 1;
        example.roles[word] = static_cast<std::int32_t>(labels.roles[word]);
      } else if (word == labels.root) {
        example.heads[word] = AmrExample::kRoot;
      }
    }
    for (const amr::WordEdge& edge : labels.reentrant) {
      example.reentrant.push_back({edge.head, edge.dependent, edge.role});
    }
    return example;
  }

  const ExampleReading& source_;
  neural::tokens::Tokenizer tokenizer_;
  amr::Lexicon lexicon_;
  std::vector<ReadBank> banks_;
  std::vector<std::pair<std::string, std::vector<TreebankSentence>>> treebanks_;
  std::vector<std::pair<std::string, std::vector<amr::FrameExample>>> frames_;
};

}  // namespace

base::Result<AmrExamples> prepare_examples(const BankFiles& files, const ExampleReading& source) {
  const auto identity = neural::tokenizer_identity(source.model, source.config.tokenizer_file);
  if (!identity) return std::unexpected(identity.error());
  auto tokenizer = neural::tokens::Tokenizer::open(source.model);
  if (!tokenizer) return std::unexpected(tokenizer.error());
  if (files.lexicon.empty()) {
    return base::fail("reading banks of graphs needs a lexicon", {},
                      "name a file of `noether amr lexicon` with --lexicon");
  }
  auto lexicon = amr::Lexicon::read(files.lexicon);
  if (!lexicon) return std::unexpected(lexicon.error());

  BankPreparation preparation(source, *std::move(tokenizer), *std::move(lexicon));
  const auto read_all = [&](const std::vector<std::string>& of, BankKind kind,
                            bool is_split) -> base::Result<void> {
    for (const std::string& file : of) {
      if (auto read = preparation.read(file, kind, is_split); !read) return read;
    }
    return {};
  };
  auto read = read_all(files.banks, BankKind::Gold, false);
  if (read) read = read_all(files.split, BankKind::Gold, true);
  if (read) read = read_all(files.silver, BankKind::Silver, false);
  if (read) read = read_all(files.validation, BankKind::Validation, false);
  for (const std::string& file : files.treebanks) {
    if (read) read = preparation.read_trees(file);
  }
  for (const std::string& file : files.frames) {
    if (read) read = preparation.read_frames(file);
  }
  if (!read) return std::unexpected(read.error());
  AmrExamples made = preparation.examples();
  made.tokenizer = *identity;
  return made;
}

#endif

base::Result<AmrExamples> load_examples(const BankFiles& files, const ExampleReading& source) {
  if (std::ranges::none_of(files.banks, is_token_file)) {
    if (files.banks.empty() && files.split.empty()) {
      return base::fail("there is no bank to train on", {}, "name one with --bank or --split");
    }
    return prepare_examples(files, source);
  }
  if (files.banks.size() + files.split.size() + files.silver.size() + files.validation.size() +
          files.treebanks.size() + files.frames.size() >
      1) {
    return base::fail("a file of examples excludes other files", {},
                      "put all banks into one file with noether-train amr-examples");
  }
  const std::string& file = files.banks.front();
  auto examples = AmrExamples::load(file);
  if (!examples) return std::unexpected(examples.error());
  const auto identity = neural::tokenizer_identity(source.model, source.config.tokenizer_file);
  if (!identity) return std::unexpected(identity.error());
  if (examples->tokenizer != *identity) {
    return base::fail(
        fmt::format("'{}' was made with another tokenizer than that of '{}'", file, source.model),
        {}, "make it again with noether-train amr-examples");
  }
  const neural::TransformerConfig& model = source.config.transformer;
  for (const ExampleBank& bank : examples->banks) {
    for (const AmrExample& example : bank.examples) {
      if (example.tokens.size() > model.max_positions || examples->vocabulary > model.vocabulary) {
        return base::fail(
            fmt::format("'{}' has sentences or tokens that '{}' cannot read", file, source.model));
      }
    }
  }
  return examples;
}

}  // namespace noether::train
