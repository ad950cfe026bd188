#include "noether/search/semantic/passage_encoder.h"

#include <unordered_map>
#include <utility>

#include "noether/embedding/text/passages.h"

namespace noether::search {
namespace {

using EncodedDocuments = std::vector<std::vector<index::EncodedPassage>>;

// Vectors of the sentences of formulas. The same sentence often recurs, in another answer of the
// thread or as a formula that stands alone.
class SentenceVectors {
 public:
  SentenceVectors(const embedding::TextEncoder& text, unsigned threads)
      : text_(&text), threads_(threads) {}

  base::Result<EncodedDocuments> encode(std::span<const text::Document> documents) {
    EncodedDocuments all(documents.size());
    std::vector<std::vector<neural::TokenId>> unknown;
    std::vector<base::Digest> digests;  // of all sentences, in their order
    std::vector<base::Digest> asked;    // of the unknown ones
    if (known_.size() > kMostKnown) known_.clear();
    for (std::size_t i = 0; i < documents.size(); ++i) {
      for (embedding::FormulaSentence& sentence :
           embedding::cut_formula_sentences(documents[i], *text_)) {
        all[i].push_back(
            {.field = sentence.field, .span = sentence.span, .vector = {}, .tokens = {}});
        const base::Digest& digest = digests.emplace_back(digest_of(sentence.sequence));
        if (!known_.try_emplace(digest).second) continue;
        asked.push_back(digest);
        unknown.push_back(std::move(sentence.sequence));
      }
    }
    const auto vectors = text_->sequences().embed(unknown, static_cast<int>(threads_));
    if (!vectors) {
      known_.clear();
      return std::unexpected(vectors.error());
    }
    auto next = vectors->begin();
    for (const base::Digest& digest : asked) {
      const auto end = next + static_cast<std::ptrdiff_t>(text_->width());
      known_[digest].assign(next, end);
      next = end;
    }
    auto digest = digests.begin();
    for (auto& of_document : all) {
      for (index::EncodedPassage& sentence : of_document) sentence.vector = known_.at(*digest++);
    }
    return all;
  }

 private:
  // A batch may exceed this for a while; at some two kilobytes for each sentence that is little.
  static constexpr std::size_t kMostKnown = 1 << 14;

  static base::Digest digest_of(std::span<const neural::TokenId> sequence) {
    return base::digest_of({reinterpret_cast<const char*>(sequence.data()), sequence.size_bytes()});
  }

  const embedding::TextEncoder* text_;
  unsigned threads_;
  std::unordered_map<base::Digest, std::vector<float>> known_;
};

}  // namespace

base::Result<PassageEncoder> PassageEncoder::open(const std::string& folder) {
  auto text = folder.empty() ? embedding::TextEncoder::open_shipped()
                             : embedding::TextEncoder::open(folder);
  if (!text) return std::unexpected(std::move(text.error()));
  // The same network reads passages and sentences, but their vectors must not be mixed.
  const auto model_of = [&](std::string_view units, std::uint32_t version) {
    base::Hasher hasher;
    hasher.add_text(units);
    hasher.add_number(version);
    hasher.add_text(text->digest().hex());
    return index::VectorModel{hasher.digest(), static_cast<std::uint32_t>(text->width()),
                              text->name(), version};
  };
  index::VectorModel passages = model_of("passages", embedding::kPassageVersion);
  index::VectorModel sentences = model_of("sentences", embedding::kFormulaSentenceVersion);
  return PassageEncoder(*std::move(text), std::move(passages), std::move(sentences));
}

base::Result<std::vector<std::vector<index::EncodedPassage>>> PassageEncoder::encode(
    std::span<const text::Document> documents, unsigned threads) const {
  std::vector<std::vector<index::EncodedPassage>> passages(documents.size());
  std::vector<embedding::Passage> cut;
  std::vector<std::vector<neural::TokenId>> sequences;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    for (embedding::Passage& passage : embedding::cut_passages(documents[i], text_)) {
      sequences.push_back(std::move(passage.sequence));
      passages[i].push_back(
          {.field = passage.field, .span = passage.span, .vector = {}, .tokens = {}});
      cut.push_back(std::move(passage));
    }
  }
  auto encoded = text_.encode(sequences, threads);
  if (!encoded) return std::unexpected(std::move(encoded.error()));
  const std::size_t bytes = text_.has_token_codes() ? text_.token_codes().bytes() : 0;
  std::size_t number = 0;
  for (auto& of_document : passages) {
    for (index::EncodedPassage& passage : of_document) {
      const embedding::Passage& from = cut[number];
      passage.vector = std::move((*encoded)[number].vector);
      if (bytes > 0) {
        passage.tokens = (*encoded)[number].tokens.substr(
            from.first_kept * bytes, (from.last_kept - from.first_kept) * bytes);
      }
      ++number;
    }
  }
  return passages;
}

index::PassageEmbedding PassageEncoder::embedding(unsigned threads) const {
  index::PassageEmbedding embedding;
  embedding.model = model_;
  embedding.token_bytes =
      text_.has_token_codes() ? static_cast<std::uint32_t>(text_.token_codes().bytes()) : 0;
  embedding.encode = [this, threads](std::span<const text::Document> documents) {
    return encode(documents, threads);
  };
  return embedding;
}

index::PassageEmbedding PassageEncoder::sentence_embedding(unsigned threads) const {
  index::PassageEmbedding embedding;
  embedding.model = sentence_model_;
  embedding.set = index::kSentenceVectors;
  // Sentences are short, so a batch needs more documents to keep threads busy.
  embedding.batch = 128;
  embedding.encode = [vectors = SentenceVectors(text_, threads)](
                         std::span<const text::Document> documents) mutable {
    return vectors.encode(documents);
  };
  return embedding;
}

base::Result<std::vector<float>> PassageEncoder::sentence_vector(const text::Document& document,
                                                                 std::uint32_t field,
                                                                 std::uint32_t byte) const {
  for (const embedding::FormulaSentence& sentence :
       embedding::cut_formula_sentences(document, text_)) {
    if (sentence.field != field || byte < sentence.span.begin || byte >= sentence.span.end) {
      continue;
    }
    return text_.sequences().embed({&sentence.sequence, 1});
  }
  return std::vector<float>();
}

}  // namespace noether::search
