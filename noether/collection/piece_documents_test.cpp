#include "noether/collection/piece_documents.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "noether/base/cpu_clock.h"
#include "noether/collection/sample_collection.h"

namespace noether::collection {
namespace {

using testing::ElementsAre;

text::Piece piece_of(std::string_view kind, std::string_view body,
                     std::int32_t parent = text::kNoParent) {
  text::Piece piece;
  piece.kind = kind;
  piece.level = kind == "section" ? 1 : 0;
  piece.body.text = body;
  piece.parent = parent;
  return piece;
}

std::vector<text::Document> documents_of(std::vector<text::Piece> pieces) {
  // Long enough to be split.
  pieces.push_back(piece_of("section", std::string(kShortFileBytes, 'x')));
  std::vector<text::Document> documents;
  append_documents({.id = "f", .source = "f", .title = {}, .properties = {}, .pieces = pieces},
                   documents);
  documents.pop_back();
  return documents;
}

std::vector<std::string> kinds_and_proofs(const std::vector<text::Document>& documents) {
  std::vector<std::string> all;
  for (const text::Document& document : documents) {
    all.push_back(document.kind + ":" + text_of(document, "proof"));
  }
  return all;
}

TEST(PieceDocuments, AProofIsOfTheStatementBeforeItOrAroundIt) {
  EXPECT_THAT(kinds_and_proofs(documents_of({
                  piece_of("lemma", "L"),       // 0
                  piece_of("proof", "a"),       // 1, of 0
                  piece_of("proof", "b"),       // 2, of 0
                  piece_of("section", "S"),     // 3
                  piece_of("proof", "c"),       // 4, of nothing: a section is between
                  piece_of("theorem", "T", 3),  // 5
                  piece_of("proof", "d", 5),    // 6, of 5, which is around it
                  piece_of("claim", "C", 5),    // 7
                  piece_of("proof", "e", 5),    // 8, of 7
                  piece_of("proof", "f", 3),    // 9, of 5
              })),
              ElementsAre("lemma:a|b", "section:", "proof:", "theorem:d|f", "claim:e"));
}

TEST(PieceDocuments, ManyProofsCostTimeInProportion) {
  std::vector<text::Piece> pieces(60'000, piece_of("proof", "x"));
  const double start = base::thread_cpu_seconds();
  const auto documents = documents_of(std::move(pieces));
  EXPECT_LT(base::thread_cpu_seconds() - start, 4.0);
  EXPECT_EQ(documents.size(), 60'000U);
}

}  // namespace
}  // namespace noether::collection
