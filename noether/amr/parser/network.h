// The network of the parser: an encoder of texts, and heads that score labels of words.
//
// The encoder reads the pieces of all words between its special tokens. The segment of a piece is
// the shape of its word (WordShape); special tokens have segment 0. The vector of a word is that of
// its first piece. A formula is one piece, kFormulaPiece. The vector of the first special token
// stands for the place above the root.
//
// model.safetensors has the tensors of the transformer (visit_weights) and of the heads, whose
// sizes follow from their shapes. V is the width of the encoder; linear layers are [out, in]:
//
//   parser.fragments.hidden.weight     [H, V], .bias [H]; then GELU (erf)
//   parser.fragments.out.weight        [F, H], .bias [F]; scores of the fragments of a word
//   parser.fragments.embedding.weight  [F, V]; may be missing, see below
//   parser.senses.out.weight           [S, H], .bias [S]; reads the same hidden vector
//   parser.edges.head.weight           [A, V], .bias [A]; then GELU
//   parser.edges.dependent.weight      [A, V], .bias [A]; then GELU
//   parser.edges.bilinear.weight       [A, A], .bias [A]
//   parser.reentrant.*                 as parser.edges.*, with a size of its own
//   parser.reentrant.offset            [1]
//   parser.roles.head.weight           [B, V], .bias [B]; then GELU
//   parser.roles.dependent.weight      [B, V], .bias [B]; then GELU
//   parser.roles.bilinear.weight       [R * B, B], .bias [R * B]
//   parser.roles.offset                [R]
//
// With h the vector of the head, d that of the dependent, W and b the weight and the bias:
//
//   edge of the tree     h W d + b h
//   re-entrant edge      h W d + b h + offset; the logit of an edge from h to d
//   role r of an edge    h (W_r d + b_r) + offset_r
//
// One network scores both the roles of the tree and those of re-entrant edges. Where there are
// embeddings of fragments, the scores of edges and roles see the vector of a word with that of its
// fragment added; the place above the root has none.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/amr/parser/decode.h"
#include "noether/amr/parser/sentence_labels.h"
#include "noether/amr/parser/words.h"
#include "noether/base/error.h"
#include "noether/neural/kernels/linear.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/tensor/tensor_set.h"
#include "noether/neural/token.h"
#include "noether/neural/tokenizer/tokenizer.h"
#include "noether/neural/transformer/transformer.h"

namespace noether::amr {

// The prefix of the heads. Their matrices may be int8; the scales of the rows then have the name of
// the matrix with ".scale" added.
inline constexpr std::string_view kHeadPrefix = "parser.";
// Converts a float32 matrix to int8: the numbers of each row become whole multiples of 1/127 of its
// largest number.
void round_rows(neural::Matrix& matrix);

// The piece that the encoder reads for a formula.
inline constexpr std::string_view kFormulaPiece = "[MASK]";

// A sentence as the encoder reads it.
struct WordPieces {
  std::vector<neural::TokenId> tokens;     // including the special tokens
  std::vector<std::uint8_t> segments;      // for each token
  std::vector<std::size_t> first_of_word;  // the place in `tokens` of each word's first piece
};

// The maximum number of pieces read for one word; the rest of the word is left out.
inline constexpr std::size_t kMostPieces = 8;

// Words without a piece are read as the unknown piece.
WordPieces read_pieces(const Sentence& sentence, const neural::tokens::Tokenizer& tokenizer,
                       std::size_t most_pieces = kMostPieces);

// The number of labels of each kind.
struct LabelCounts {
  std::size_t fragments = 0;
  std::size_t senses = 0;
  std::size_t roles = 0;
};

// Immutable. Several threads may use it at once, each with its own workspace.
class ParserNetwork {
 public:
  // The error names the tensor that is missing or whose shape does not fit the labels.
  static base::Result<ParserNetwork> open(const std::string& folder, const LabelCounts& labels);

  struct Workspace {
    neural::Transformer::Workspace transformer;
    neural::Linear::Workspace linear;
    std::vector<float> words;  // vectors of the place above the root and of all words
    std::vector<float> read;   // the same vectors with those of fragments added, for edges
  };

  std::size_t most_tokens() const { return most_tokens_; }

  // The words stay in the workspace for the two functions below.
  base::Result<ParserScores> score_words(const WordPieces& pieces, Workspace& workspace) const;
  EdgeScores score_edges(std::span<const LabelId> fragments, Workspace& workspace) const;
  // A row for each edge, with a score for each role.
  std::vector<float> score_roles(std::span<const WordEdge> edges, Workspace& workspace) const;

 private:
  // Scores of pairs of words.
  struct Bilinear {
    neural::Linear head;
    neural::Linear dependent;
    neural::Linear bilinear;
  };
  struct Heads {
    neural::Linear fragments_hidden;
    neural::Linear fragments_out;
    std::vector<float> fragments_embedding;  // empty if there are no embeddings
    neural::Linear senses_out;
    Bilinear edges;
    Bilinear reentrant;
    float reentrant_offset = 0;
    neural::Linear roles_head;
    neural::Linear roles_dependent;
    neural::Linear roles_bilinear;
    std::vector<float> roles_offset;
  };

  ParserNetwork(std::unique_ptr<const neural::Transformer> transformer, Heads heads,
                std::size_t most_tokens)
      : transformer_(std::move(transformer)), heads_(std::move(heads)), most_tokens_(most_tokens) {}

  static base::Result<Heads> read_heads(neural::TensorSet& tensors, std::size_t width,
                                        const LabelCounts& labels, bool int8);
  static std::vector<float> score_pairs(const Bilinear& bilinear, std::span<const float> heads,
                                        std::span<const float> dependents, std::size_t width,
                                        neural::Linear::Workspace& workspace);

  std::unique_ptr<const neural::Transformer> transformer_;
  Heads heads_;
  std::size_t most_tokens_;
};

}  // namespace noether::amr
