#include "noether/collection/files/piece_documents.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "noether/base/cpu_clock.h"
#include "noether/collection/marked_up_text.h"
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

text::Field with_formula(const std::string& before, const std::string& latex) {
  const auto begin = static_cast<std::uint32_t>(before.size() + 1);
  return {.name = "title",
          .text = before + "$" + latex + "$ end",
          .formulas = {{begin, begin + static_cast<std::uint32_t>(latex.size()), "", ""}}};
}

std::string start_of(const text::Field& field, std::size_t max_bytes) {
  text::Field start;
  append_start(field, max_bytes, start);
  EXPECT_LE(start.text.size(), max_bytes);
  for (const text::FormulaSpan& span : start.formulas) {
    EXPECT_EQ(start.text[span.begin - 1], '$');
    EXPECT_EQ(start.text.at(span.end), '$');
  }
  return start.text + "/" + std::to_string(start.formulas.size());
}

TEST(PieceDocuments, TheStartOfAFieldHasWholeFormulasAndWords) {
  const text::Field field = with_formula("Let all of ", "x y+1");
  EXPECT_EQ(start_of(field, 100), "Let all of $x y+1$ end/1");
  EXPECT_EQ(start_of(field, 21), "Let all of $x y+1$/1");
  EXPECT_EQ(start_of(field, 18), "Let all of $x y+1$/1");
  for (std::size_t bytes = 10; bytes < 18; ++bytes) {
    EXPECT_EQ(start_of(field, bytes), "Let all of/0") << bytes;
  }
  EXPECT_EQ(start_of(field, 9), "Let all/0");
  EXPECT_EQ(start_of(with_formula("", "x y+1"), 5), "/0");
  EXPECT_EQ(start_of({.name = "", .text = "ééé", .formulas = {}}, 3), "é/0");
}

TEST(PieceDocuments, LongTitlesAreNotMultipliedByThePiecesInside) {
  std::vector<text::Piece> pieces = {piece_of("section", "S")};
  std::string words;
  while (words.size() < 100'000) words += "Words ";
  pieces[0].title = with_formula(words, "x");
  pieces[0].label = words;
  for (int i = 0; i < 2'000; ++i) pieces.push_back(piece_of("lemma", "L", 0));
  // Nested pieces, each of which has all the previous ones around it.
  for (int i = 0; i < 2'000; ++i) {
    pieces.push_back(piece_of("lemma", "L", static_cast<std::int32_t>(pieces.size() - 1)));
    pieces.back().title.text = std::to_string(i);
  }
  const auto documents = documents_of(std::move(pieces));
  ASSERT_EQ(documents.size(), 4'001U);
  EXPECT_GT(text_of(documents[0], "title").size(), 100'000U);
  EXPECT_EQ(documents[1].parent, "f#section-1");
  std::size_t bytes = 0;
  for (std::size_t i = 1; i < documents.size(); ++i) {
    const std::string context = text_of(documents[i], "context");
    ASSERT_LE(context.size(), kMaxContextBytes);
    bytes += context.size();
  }
  EXPECT_TRUE(text_of(documents[1], "context").ends_with("Words"));
  EXPECT_TRUE(text_of(documents.back(), "context").ends_with("\n1997\n1998"));
  EXPECT_LT(bytes, 10'000'000U);
}

}  // namespace
}  // namespace noether::collection
