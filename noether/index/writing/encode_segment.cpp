#include "noether/index/writing/encode_segment.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "noether/index/passages/passages_writer.h"
#include "noether/index/vectors/neighbour_graph.h"

namespace noether::index {
namespace {

using Clock = std::chrono::steady_clock;

// A batch ends at this many bytes of text, whatever the number of documents.
constexpr std::size_t kBatchBytes = std::size_t{1} << 20;

std::size_t bytes_to_encode(const text::Document& document) {
  std::size_t bytes = 0;
  for (const text::Field& field : document.fields) bytes += field.text.size();
  return bytes;
}

// The problem with a passage; empty if it is valid.
std::string problem_of(const EncodedPassage& passage, const text::Document& document,
                       const PassageEmbedding& embedding) {
  if (passage.field >= document.fields.size()) {
    return fmt::format("is in field {}, but the number of fields is {}", passage.field,
                       document.fields.size());
  }
  const std::size_t bytes = document.fields[passage.field].text.size();
  if (passage.span.begin > passage.span.end || passage.span.end > bytes) {
    return fmt::format("has the bytes {} to {} of a field of {}", passage.span.begin,
                       passage.span.end, bytes);
  }
  if (passage.vector.size() != embedding.model.width) {
    return fmt::format("has a vector of {} numbers, not {}", passage.vector.size(),
                       embedding.model.width);
  }
  if (embedding.token_bytes == 0 ? !passage.tokens.empty()
                                 : passage.tokens.size() % embedding.token_bytes != 0) {
    return fmt::format("has {} bytes of tokens of {} each", passage.tokens.size(),
                       embedding.token_bytes);
  }
  return {};
}

// The passages of one document, with codes instead of vectors.
class CodedPassages {
 public:
  static base::Result<CodedPassages> of(std::vector<EncodedPassage> encoded,
                                        const text::Document& document,
                                        const PassageEmbedding& embedding) {
    CodedPassages coded;
    const auto refuse = [&](std::size_t number, std::string_view problem) {
      return base::fail(fmt::format("the model '{}' gives passage {} of document '{}', which {}",
                                    embedding.model.name, number, document.id, problem));
    };
    for (std::size_t i = 0; i < encoded.size(); ++i) {
      if (const std::string problem = problem_of(encoded[i], document, embedding);
          !problem.empty()) {
        return refuse(i, problem);
      }
      if (embedding.model.width == 0) continue;
      auto code = EncodedVector::encode_high(encoded[i].vector);
      if (!code) return refuse(i, "has a vector of numbers that are not finite or all 0");
      coded.codes_.push_back(std::move(*code));
      encoded[i].vector = {};
    }
    coded.encoded_ = std::move(encoded);
    return coded;
  }

  // The terms of all passages; a term may occur several times.
  std::vector<std::string_view> terms() const {
    std::vector<std::string_view> terms;
    for (const EncodedPassage& passage : encoded_) {
      terms.insert(terms.end(), passage.terms.begin(), passage.terms.end());
    }
    return terms;
  }
  std::vector<Passage> views() const {
    std::vector<Passage> views;
    for (std::size_t i = 0; i < encoded_.size(); ++i) {
      views.push_back({.document = 0,
                       .field = encoded_[i].field,
                       .span = encoded_[i].span,
                       .code = codes_.empty() ? VectorCode() : codes_[i].code(),
                       .tokens = encoded_[i].tokens});
    }
    return views;
  }
  std::size_t size() const { return encoded_.size(); }

 private:
  std::vector<EncodedPassage> encoded_;
  std::vector<EncodedVector> codes_;
};

class SegmentEncoder {
 public:
  SegmentEncoder(const OpenSegment& segment, const SegmentPassages* old,
                 const PassageEmbedding& embedding, PassagesWriter& into)
      : segment_(segment), old_(old), embedding_(embedding), into_(into) {}

  // Processes documents from the next one on, until a batch of new documents is full and encoded.
  // Returns false if no document was left. Returns an error of a file; an error of the model is
  // stored in `failure`, and then the whole batch is left out.
  base::Result<bool> encode_batch() {
    const std::uint32_t begin = next_;
    std::vector<text::Document> documents;
    std::size_t bytes = 0;
    for (; next_ < segment_.reader->documents() && documents.size() < embedding_.batch &&
           bytes < kBatchBytes;
         ++next_) {
      const auto is_new = is_untried(next_);
      if (!is_new) return std::unexpected(is_new.error());
      if (!*is_new) continue;
      auto document = segment_.reader->document(next_);
      if (!document) return std::unexpected(document.error());
      bytes += bytes_to_encode(*document);
      documents.push_back(std::move(*document));
    }
    auto coded = code(documents);
    if (!coded) {
      failure_ = std::move(coded.error());
      coded = std::vector<CodedPassages>();
    }
    auto one = coded->begin();
    for (std::uint32_t document = begin; document < next_; ++document) {
      const auto is_new = is_untried(document);
      if (!is_new) return std::unexpected(is_new.error());
      auto done = base::Result<void>();
      if (!*is_new) {
        done = keep(document);
      } else if (!failure_) {
        encoded_passages_ += one->size();
        ++encoded_documents_;
        done = into_.add(document, one->views(), one->terms());
        ++one;
      }
      if (!done) return std::unexpected(done.error());
    }
    return !failure_ && next_ < segment_.reader->documents();
  }

  // Keeps all other existing passages.
  base::Result<void> keep_rest() {
    for (; next_ < segment_.reader->documents(); ++next_) {
      if (auto done = keep(next_); !done) return done;
    }
    return {};
  }

  std::uint64_t documents() const { return encoded_documents_; }
  std::uint64_t passages() const { return encoded_passages_; }
  const std::optional<base::Error>& failure() const { return failure_; }
  Clock::duration encoding() const { return encoding_; }

 private:
  base::Result<bool> is_untried(std::uint32_t document) const {
    if (segment_.deleted.has(document)) return false;
    if (old_ == nullptr) return true;
    const auto is_tried = old_->is_tried(document);
    if (!is_tried) return is_tried;
    return !*is_tried;
  }

  base::Result<void> keep(std::uint32_t document) {
    if (old_ == nullptr || segment_.deleted.has(document)) return {};
    const auto is_tried = old_->is_tried(document);
    if (!is_tried) return std::unexpected(is_tried.error());
    if (!*is_tried) return {};
    const auto passages = old_->passages_in(document);
    if (!passages) return std::unexpected(passages.error());
    if (!old_terms_) {
      auto terms = old_->terms_with({});
      if (!terms) return std::unexpected(terms.error());
      old_terms_.emplace(*std::move(terms));
    }
    return into_.add(document, *passages, old_terms_->of(document));
  }

  base::Result<std::vector<CodedPassages>> code(const std::vector<text::Document>& documents) {
    std::vector<CodedPassages> coded;
    if (documents.empty()) return coded;
    const Clock::time_point begin = Clock::now();
    auto encoded = embedding_.encode(documents);
    encoding_ += Clock::now() - begin;
    if (!encoded) return std::unexpected(encoded.error());
    if (encoded->size() != documents.size()) {
      return base::fail(fmt::format("the model '{}' gives passages of {} documents, not of {}",
                                    embedding_.model.name, encoded->size(), documents.size()));
    }
    for (std::size_t i = 0; i < documents.size(); ++i) {
      auto one = CodedPassages::of(std::move((*encoded)[i]), documents[i], embedding_);
      if (!one) return std::unexpected(one.error());
      coded.push_back(std::move(*one));
    }
    return coded;
  }

  const OpenSegment& segment_;
  const SegmentPassages* old_;  // the passages to keep; may be null
  std::optional<TermsByDocument> old_terms_;
  const PassageEmbedding& embedding_;
  PassagesWriter& into_;
  std::uint32_t next_ = 0;
  std::uint64_t encoded_documents_ = 0;
  std::uint64_t encoded_passages_ = 0;
  std::optional<base::Error> failure_;
  Clock::duration encoding_{};
};

}  // namespace

const SegmentPassages* passages_to_keep(const OpenSegment& segment,
                                        const PassageEmbedding& embedding) {
  const SegmentPassages* passages = segment.passages_of(embedding.set);
  const bool is_same = passages != nullptr && passages->model() == embedding.model &&
                       passages->token_bytes() == embedding.token_bytes;
  return is_same ? passages : nullptr;
}

PassageWork passage_work(const OpenSegment& segment, const PassageEmbedding& embedding) {
  const SegmentPassages* passages = passages_to_keep(segment, embedding);
  if (passages == nullptr) return PassageWork::Encode;
  for (std::uint32_t i = 0; passages->tried() < passages->documents() && i < passages->documents();
       ++i) {
    if (!segment.deleted.has(i) && !passages->is_tried(i).value_or(false)) {
      return PassageWork::Encode;
    }
  }
  const bool lacks_graph =
      passages->has_vectors() && !passages->has_graph() && passages->size() >= kLeastForGraph;
  return embedding.graph && lacks_graph ? PassageWork::Link : PassageWork::None;
}

base::Result<PassageRound> encode_segment(const OpenSegment& segment,
                                          const PassageEmbedding& embedding,
                                          const PassageRoundOptions& options,
                                          base::FileSystem& file_system, const std::string& path,
                                          const PassageProgress& progress) {
  const Clock::time_point begin = Clock::now();
  const SegmentPassages* old = passages_to_keep(segment, embedding);
  // If the file is damaged, all passages are made again, which repairs it.
  if (old != nullptr && !options.is_checked && !old->file().verify_all()) old = nullptr;
  auto writer = PassagesWriter::create(file_system, path, embedding.model, embedding.token_bytes,
                                       segment.reader->documents());
  if (!writer) return std::unexpected(writer.error());
  if (old != nullptr) writer->reserve(old->size());
  SegmentEncoder encoder(segment, old, embedding, *writer);
  while (options.work == PassageWork::Encode) {
    const auto more = encoder.encode_batch();
    if (!more) return std::unexpected(more.error());
    if (progress.encoded) progress.encoded(encoder.documents());
    if (!*more || Clock::now() - begin >= options.encode_for) break;
  }
  PassageRound round{.file = std::nullopt,
                     .documents = encoder.documents(),
                     .passages = encoder.passages(),
                     .failure = encoder.failure()};
  if (round.failure && round.documents == 0) {
    writer = base::fail("is not needed");  // and closed
    if (auto removed = file_system.remove(path); !removed) return std::unexpected(removed.error());
    return round;
  }
  if (auto done = encoder.keep_rest(); !done) return std::unexpected(done.error());
  const auto seal = writer->finish(options.work == PassageWork::Link, progress.linked);
  if (!seal) return std::unexpected(seal.error());
  round.file = *seal;
  round.writing = Clock::now() - begin - encoder.encoding();
  return round;
}

}  // namespace noether::index
