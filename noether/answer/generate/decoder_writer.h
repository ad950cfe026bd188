// A decoder of ours that writes solutions of problems, without reading any passage.
#pragma once

#include <string>
#include <utility>

#include "noether/answer/generate/text_writer.h"
#include "noether/neural/generate/generator.h"

namespace noether::answer {

class DecoderWriter final : public TextWriter {
 public:
  static base::Result<DecoderWriter> open(const std::string& folder);
  DecoderWriter(neural::Generator generator, std::string name)
      : generator_(std::move(generator)), name_(std::move(name)) {}

  std::string name() const override { return name_; }
  bool reads_passages() const override { return false; }
  // Beams know their text at the end only, so it comes as one piece.
  base::Result<TextEnd> write(const WritingTask& task, const OnText& on_text) const override;

 private:
  neural::Generator generator_;
  std::string name_;
};

}  // namespace noether::answer
