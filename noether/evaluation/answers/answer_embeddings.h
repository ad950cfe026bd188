// The embeddings of the tokens of answers, read from a file that any program can easily write, or
// made by an encoder of texts.
//
// The file is a sequence of records: a line `topic id tokens dimensions`, or `... dimensions
// weighted`, then 32-bit little-endian floats. If weighted, the floats begin with a weight for each
// token; the vectors follow, token by token. Opening reads only the lines; vectors are read on
// request.
//
// An encoder gives the rows of its last layer. A text that is longer than the encoder's window is
// read window by window. Repeated texts, such as references that are compared with many runs, are
// encoded once. Several threads may use one object at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "noether/base/error.h"
#include "noether/base/file_system.h"
#include "noether/embedding/text/text_encoder.h"
#include "noether/evaluation/answers/answer_measures.h"

namespace noether::evaluation {

// The source of the embeddings of the tokens of answers: a file, or an encoder.
class AnswerEmbeddings {
 public:
  virtual ~AnswerEmbeddings() = default;
  // The embeddings of the answer to a topic; empty if it has none.
  virtual base::Result<std::optional<TokenEmbeddings>> embed(const std::string& topic,
                                                             const std::string& id,
                                                             std::string_view text) const = 0;
};

class EmbeddingFile final : public AnswerEmbeddings {
 public:
  static constexpr std::size_t kMaxTokens = 100'000;
  static constexpr std::size_t kMaxDimensions = 65'536;
  static constexpr std::uint64_t kMaxRecordBytes = std::uint64_t{1} << 30;

  static base::Result<EmbeddingFile> open(const std::string& path);
  // `name` is for messages.
  static base::Result<EmbeddingFile> read(std::unique_ptr<base::ReadableFile> file,
                                          std::string name);

  // Returns nothing if the file has no record for this answer.
  base::Result<std::optional<TokenEmbeddings>> find(const std::string& topic,
                                                    const std::string& id) const;
  base::Result<std::optional<TokenEmbeddings>> embed(const std::string& topic,
                                                     const std::string& id,
                                                     std::string_view) const override {
    return find(topic, id);
  }
  // The dimensions of all records; 0 if there are no records.
  std::size_t dimensions() const { return dimensions_; }
  std::size_t size() const { return records_.size(); }

 private:
  struct Record {
    std::uint64_t offset = 0;  // where the floats begin
    std::size_t tokens = 0;
    bool is_weighted = false;
  };

  EmbeddingFile(std::unique_ptr<base::ReadableFile> file, std::string name)
      : file_(std::move(file)), name_(std::move(name)) {}
  // Returns the offset at which the record ends.
  base::Result<std::uint64_t> take_record(std::string_view line, std::uint64_t line_offset);
  base::Result<void> read_floats(std::uint64_t offset, std::vector<float>& into) const;

  std::unique_ptr<base::ReadableFile> file_;
  std::string name_;
  std::size_t dimensions_ = 0;
  std::map<std::pair<std::string, std::string>, Record> records_;  // by topic and id
};

class ContextEncoder final : public AnswerEmbeddings {
 public:
  // Opens the encoder of $NOETHER_TEXT_MODEL, or the one that ships with Noether.
  static base::Result<ContextEncoder> open();
  explicit ContextEncoder(embedding::TextEncoder encoder)
      : encoder_(std::move(encoder)), known_(std::make_unique<Known>()) {}

  // Returns nothing for a text without tokens.
  base::Result<std::optional<TokenEmbeddings>> embed(const std::string& topic,
                                                     const std::string& id,
                                                     std::string_view text) const override;
  const std::string& name() const { return encoder_.name(); }

 private:
  struct Known {
    std::mutex mutex;
    std::unordered_map<std::string, TokenEmbeddings> of_text;
  };

  base::Result<TokenEmbeddings> encode(std::string_view text) const;

  embedding::TextEncoder encoder_;
  std::unique_ptr<Known> known_;
};

}  // namespace noether::evaluation
