#include "noether/search/contexts/sentence_record.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <optional>

#include "noether/amr/penman.h"
#include "noether/base/packed_bytes.h"

namespace noether::search {
namespace {

// Text that most graphs have in common: with it as a dictionary, a single graph is compressed as
// well as many together. The most frequent parts are last. A change of this text must increase
// kSentenceRecordVersion.
constexpr std::string_view kCommonParts =
    ":frequency ( :concession ( :beneficiary ( :direction ( :topic ( :example ( :degree ( "
    ":purpose ( :ord (o / ordinal-entity :value 1) :consist-of (s / set) :extent ( "
    "(d / diverge-01 (i / integral (l / limit-01 (s / sequence (t / theorem (m / matrix "
    "(v / vector (s / space (g / group (r / ring (f / field (p / prove-01 (s / show-01 "
    "(c / calculate-01 (u / use-01 (a / apply-02 (t / think-01 (k / know-01 (w / want-01 "
    "(p / possible-01 (o / obligate-01 (c / contrast-01 (h / have-condition-91 "
    "(h / have-degree-91 (h / have-quant-91 (c / converge-01 (p / polynomial (p / product "
    "(s / sum (t / term (r / root (d / derivative (f / factor (s / square (p / prime "
    "(i / integer (n / number (f / function-01 (f / function :ARG1-of (d / differ-02) "
    ":ARG1-of (m / mean-01 :ARG1-of (s / same-01) :ARG1-of (r / real-04) "
    ":ARG1-of (c / continue-01) :ARG0-of (d / depend-01 :mod (e / each) :mod (o / only) "
    ":mod (p / positive) :mod (f / finite) :mod (e / every) :mod (a / all) :mod (s / some) "
    ":degree (m / more) :ARG3 (m / most) :time (t / then) :time (s / since) :location (t / there) "
    ":domain (i / it) :ARG1 (t / thing) :poss (i / it) :ARG1 (i / it) :ARG0 (o / one) "
    ":ARG0 (a / amr-unknown) :manner (a / amr-unknown) :polarity (a / amr-unknown) :polarity - "
    "(e / equal-01 (s / solve-01 (g / give-01 (h / have-03 (d / divide-01 (f / follow-01 "
    "(m / multi-sentence :snt1 ( :snt2 ( :name (n / name :op1 \" :quant 1 :quant 2 "
    ":condition (s / string-entity :value \"eqx :part-of (s / string-entity :value \"eqx "
    "(l / let-01 :ARG0 (y / you) :mode imperative :ARG0 (i / i) :ARG1-of (c / cause-01 "
    ":ARG0-of (c / cause-01 :ARG0 (a / and :ARG1 (a / and :op1 (s / string-entity "
    ":value \"eqx0eqx\") :op2 (s2 / string-entity :value \"eqx1eqx\") :op3 (s3 / string-entity "
    ":value \"eqx2eqx\") :domain (s / string-entity :value \"eqx0eqx\") :ARG0 (s / string-entity "
    ":value \"eqx1eqx\") :ARG2 (s / string-entity :value \"eqx1eqx\")) :mod (s / string-entity "
    ":value \"eqx0eqx\")) :ARG1 (s / string-entity :value \"eqx0eqx\")))";

constexpr std::array<std::string_view, 3> kQuantifiers = {"", "every", "some"};

struct FreeCompressor {
  void operator()(ZSTD_CCtx* context) const { ::ZSTD_freeCCtx(context); }
};
struct FreeDecompressor {
  void operator()(ZSTD_DCtx* context) const { ::ZSTD_freeDCtx(context); }
};

base::Result<void> append_packed(std::string_view text, std::string& out) {
  constexpr int kLevel = 9;
  thread_local const std::unique_ptr<ZSTD_CCtx, FreeCompressor> context(::ZSTD_createCCtx());
  if (context == nullptr) return base::fail("not enough memory to compress");
  const std::size_t before = out.size();
  out.resize(before + ::ZSTD_compressBound(text.size()));
  const std::size_t size = ::ZSTD_compress_usingDict(
      context.get(), out.data() + before, out.size() - before, text.data(), text.size(),
      kCommonParts.data(), kCommonParts.size(), kLevel);
  if (::ZSTD_isError(size) != 0) {
    return base::fail(fmt::format("cannot compress: {}", ::ZSTD_getErrorName(size)));
  }
  out.resize(before + size);
  return {};
}

std::optional<std::string> unpacked_graph(std::string_view packed) {
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeDecompressor> context(::ZSTD_createDCtx());
  if (context == nullptr) return std::nullopt;
  const unsigned long long size = ::ZSTD_getFrameContentSize(packed.data(), packed.size());
  // Both codes for unknown sizes are larger.
  if (size > amr::kMaxGraphBytes) return std::nullopt;
  std::string text(size, '\0');
  const std::size_t got =
      ::ZSTD_decompress_usingDict(context.get(), text.data(), text.size(), packed.data(),
                                  packed.size(), kCommonParts.data(), kCommonParts.size());
  if (::ZSTD_isError(got) != 0 || got != text.size()) return std::nullopt;
  return text;
}

void append_declaration(const amr::Declaration& declaration, std::string& out) {
  const auto* const quantifier = std::ranges::find(kQuantifiers, declaration.quantifier);
  const bool is_known = quantifier != kQuantifiers.end();
  const auto number =
      is_known ? static_cast<std::uint64_t>(quantifier - kQuantifiers.begin()) : std::uint64_t{0};
  base::append_varint(out, 2 * number + (declaration.is_negated ? 1 : 0));
  std::uint64_t formula = 0;
  const std::string& id = declaration.formula_id;
  const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), formula);
  base::append_varint(out, error == std::errc() ? formula + 1 : 0);
  for (const std::string* text : {&declaration.symbol, &declaration.kind, &declaration.head}) {
    base::append_text(out, *text);
  }
}

amr::Declaration read_declaration(base::PackedReader& reader) {
  amr::Declaration declaration;
  const std::uint64_t flags = reader.varint(2 * kQuantifiers.size() - 1);
  declaration.quantifier = kQuantifiers[flags / 2];
  declaration.is_negated = flags % 2 != 0;
  const std::uint64_t formula = reader.varint(UINT32_MAX);
  if (formula > 0) declaration.formula_id = fmt::format("{}", formula - 1);
  for (std::string* text : {&declaration.symbol, &declaration.kind, &declaration.head}) {
    *text = reader.text();
  }
  return declaration;
}

std::unexpected<base::Error> no_record() {
  return base::fail("the index has a sentence whose graph cannot be read", {},
                    "check it with `noether check-index`");
}

std::vector<amr::Declaration> read_declarations(base::PackedReader& reader) {
  constexpr std::size_t kLeastBytes = 5;
  std::vector<amr::Declaration> all(reader.count(kLeastBytes));
  for (amr::Declaration& declaration : all) declaration = read_declaration(reader);
  return all;
}

}  // namespace

base::Result<std::string> pack_record(const SentenceRecord& record) {
  std::string bytes;
  base::append_varint(bytes, record.declarations.size());
  for (const amr::Declaration& declaration : record.declarations) {
    append_declaration(declaration, bytes);
  }
  if (auto done = append_packed(record.graph, bytes); !done) return std::unexpected(done.error());
  return bytes;
}

base::Result<SentenceRecord> unpack_record(std::string_view bytes) {
  base::PackedReader reader(bytes);
  SentenceRecord record;
  record.declarations = read_declarations(reader);
  if (reader.failed()) return no_record();
  auto graph = unpacked_graph(bytes.substr(bytes.size() - reader.left()));
  if (!graph) return no_record();
  record.graph = *std::move(graph);
  return record;
}

base::Result<std::vector<amr::Declaration>> unpack_declarations(std::string_view bytes) {
  base::PackedReader reader(bytes);
  auto all = read_declarations(reader);
  if (reader.failed()) return no_record();
  return all;
}

}  // namespace noether::search
