#!/usr/bin/env python3
"""Makes the reference for noether/neural/tokenizer: the output of Hugging Face's tokenizers.

    scripts/reference_tokens.py IN OUT

IN has lines.txt (20,000 lines, which the program reference_lines of bench/ writes), lines.jsonl
(testdata/lines.jsonl), docs.txt (docs/*.md, concatenated) and, optionally, folders with a tokenizer.json of a published model.

The script writes OUT/reference.tar.gz with, for each tokenizer: tokenizer.json and the older files, the ids
and spans of the lines of lines.jsonl, and a digest for each 20 lines of lines.txt. `characters` has the
library's class of every character, from which our tables of characters are made.

It needs the package `tokenizers`. With the packages `sentencepiece` and `transformers` it writes more references.
"""
import base64
import io
import json
import lzma
import os
import struct
import sys
import tarfile
import time
import traceback

from tokenizers import (AddedToken, Regex, Tokenizer, __version__, decoders, models, normalizers,
                        pre_tokenizers, processors, trainers)

START = time.time()
IN, OUT = sys.argv[1], sys.argv[2]
LOG = []
FILES = {}
RESULTS = os.path.join(OUT, "reference.tar.gz")


def say(text):
    LOG.append(f"{time.time() - START:6.1f} s  {text}")
    print(LOG[-1], flush=True)


def put(path, data):
    FILES[path] = data.encode() if isinstance(data, str) else data


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def read_lines():
    with open(os.path.join(IN, "lines.txt"), "rb") as file:
        return file.read().decode().split("\n")[:-1]


def read_cases():
    with open(os.path.join(IN, "lines.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file.read().split("\n") if line]


# ---------------------------------------------------------------- digests

def digest_blocks(id_lists, lines_in_block=20):
    """FNV-1a over the ids of a block as little-endian u32, 0xFFFFFFFF after each line."""
    blocks = []
    for at in range(0, len(id_lists), lines_in_block):
        words = []
        for ids in id_lists[at:at + lines_in_block]:
            words.extend(ids)
            words.append(0xFFFFFFFF)
        blocks.append(struct.pack(f"<{len(words)}I", *words))
    try:
        import numpy as np
    except ImportError:
        return [plain_fnv(block) for block in blocks]
    longest = max(map(len, blocks))
    table = np.zeros((longest, len(blocks)), dtype=np.uint64)
    sizes = np.array([len(block) for block in blocks])
    for column, block in enumerate(blocks):
        table[:len(block), column] = np.frombuffer(block, dtype=np.uint8)
    state = np.full(len(blocks), 0xCBF29CE484222325, dtype=np.uint64)
    prime = np.uint64(0x100000001B3)
    with np.errstate(over="ignore"):
        for row in range(longest):
            state = np.where(row < sizes, (state ^ table[row]) * prime, state)
    return [f"{int(value):016x}" for value in state]


def plain_fnv(data):
    state = 0xCBF29CE484222325
    for byte in data:
        state = ((state ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return f"{state:016x}"


# ---------------------------------------------------------------- one tokenizer

def byte_spans(text, offsets):
    places = [0]
    for c in text:
        places.append(places[-1] + len(c.encode("utf-8")))
    return [[places[min(b, len(text))], places[min(e, len(text))]] for b, e in offsets]


def answer(tokenizer, case):
    text, second = case["text"], case.get("second")
    try:
        if "most" in case:
            tokenizer.enable_truncation(case["most"], strategy=case.get("cut", "longest_first"))
        got = tokenizer.encode(text) if second is None else tokenizer.encode(text, second)
    except BaseException as error:  # the library panics on some
        return {"error": str(error)[:80]}
    finally:
        tokenizer.no_truncation()
    spans = []
    for (b, e), sequence in zip(got.offsets, got.sequence_ids):
        source = second if sequence == 1 else text
        spans.append(byte_spans(source, [(b, e)])[0])
    out = {"ids": got.ids, "spans": [x for span in spans for x in span]}
    if second is not None:
        out["types"] = got.type_ids
    elif "most" not in case:
        out["plain"] = tokenizer.decode(got.ids, skip_special_tokens=True)
        if got.ids != tokenizer.encode(text, add_special_tokens=False).ids:
            out["all"] = tokenizer.decode(got.ids, skip_special_tokens=False)
    return out


def record(name, tokenizer, lines, cases, keep=True):
    tokenizer.no_padding()
    tokenizer.no_truncation()
    if keep:
        put(f"tokenizers/{name}/tokenizer.json", tokenizer.to_str(pretty=False))
    put(f"expected/{name}.jsonl", "".join(compact(answer(tokenizer, case)) + "\n" for case in cases))
    ids = [got.ids for got in tokenizer.encode_batch(lines)]
    put(f"digests/{name}.txt", "\n".join(digest_blocks(ids)) + "\n")
    # These are not part of the repository; they show which token of which line differs.
    packed = b"".join(struct.pack(f"<{len(i) + 1}H", len(i), *[min(x, 65535) for x in i])
                      for i in ids[8500:])
    put(f"ids/{name}.xz", lzma.compress(packed, preset=3))
    say(f"{name}: {sum(map(len, ids))} tokens, vocabulary {tokenizer.get_vocab_size()}")


# ---------------------------------------------------------------- a small charsmap of SentencePiece

RULES = {"ﬁ": "fi", "ﬂ": "fl", "①": "1", "②": "2", "　": " ", "\u00a0": " ", "½": "1⁄2", "…": "...",
         "™": "TM", "\u200b": " ", "\u00ad": "", "\ufeff": "", "\u0001": "", "\u0002": "", "\t": " ",
         "\n": " ", "\r": " ", "“": '"', "”": '"', "ｶﾞ": "ガ", "ｶ": "カ", "a\u0301": "á",
         "e\u0301": "é", "E\u0301": "É", "Å": "Å", "Ω": "Ω", "㌀": "アパート", "𝑓": "f", "𝑥": "x",
         "²": "2", "³": "3", "ⅷ": "viii", "ﷺ": "صلى الله عليه وسلم", "각": "각"}


def charsmap(rules):
    """A Darts-clone double array of the left sides, and the zero-terminated right sides."""
    texts = b""
    entries = []
    for left in sorted(rules, key=lambda text: text.encode()):
        entries.append((left.encode() + b"\0", len(texts)))
        texts += rules[left].encode() + b"\0"
    units = [0] * 256
    used = {0}

    def room(labels):
        offset = 1
        while any((offset ^ label) in used for label in labels):
            offset += 1
        return offset

    def build(node, first, last, depth):
        labels = []
        for key, _ in entries[first:last]:
            if not labels or labels[-1] != key[depth]:
                labels.append(key[depth])
        base = room(labels)  # relative to nothing: children stand at base ^ label
        for label in labels:
            used.add(base ^ label)
        while len(units) <= (base | 255):
            units.extend([0] * 256)
        units[node] |= ((base ^ node) << 10)
        if 0 in labels:
            units[node] |= 1 << 8
        at = first
        for label in labels:
            end = at
            while end < last and entries[end][0][depth] == label:
                end += 1
            child = base ^ label
            if label == 0:
                units[child] = entries[at][1] | (1 << 31)
            else:
                units[child] = label
                build(child, at, end, depth + 1)
            at = end

    build(0, 0, len(entries), 0)
    trie = struct.pack(f"<{len(units)}I", *units)
    return struct.pack("<I", len(trie)) + trie + texts


def varint(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def field(number, value):
    if isinstance(value, float):
        return varint(number << 3 | 5) + struct.pack("<f", value)
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def sentencepiece_file(pieces, kinds, spec, model_type=1):
    out = b""
    for (piece, score), kind in zip(pieces, kinds):
        out += field(1, field(1, piece.encode()) + field(2, float(score)) + field(3, kind))
    out += field(2, field(3, model_type))
    return out + field(3, field(1, b"ours") + field(2, spec) + field(3, 1) + field(4, 1) + field(5, 1))


# ---------------------------------------------------------------- tokenizers of ours

def bert(docs, lowercase):
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=lowercase)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece(cleanup=True)
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer.train_from_iterator(docs, trainers.WordPieceTrainer(
        vocab_size=1200, special_tokens=special, show_progress=False,
        initial_alphabet=list("abcdefghijklmnopqrstuvwxyz0123456789")))
    cls, sep = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    if lowercase:
        tokenizer.post_processor = processors.TemplateProcessing(
            single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1",
            special_tokens=[("[CLS]", cls), ("[SEP]", sep)])
        tokenizer.add_tokens([AddedToken("\\newtoken"), AddedToken("\\NewToken", normalized=False),
                              AddedToken("singleword", single_word=True),
                              AddedToken("single", single_word=True, normalized=False),
                              AddedToken("leftish", lstrip=True), AddedToken("rightish", rstrip=True),
                              AddedToken("strip", lstrip=True, rstrip=True),
                              AddedToken("Normalised"), AddedToken("kernel of", normalized=False)])
    else:
        tokenizer.post_processor = processors.BertProcessing(("[SEP]", sep), ("[CLS]", cls))
    return tokenizer


def plain_words(docs):
    tokenizer = Tokenizer(models.WordPiece(unk_token="<unk>", continuing_subword_prefix="~",
                                           max_input_chars_per_word=20))
    tokenizer.normalizer = normalizers.Sequence([
        normalizers.NFKC(), normalizers.StripAccents(), normalizers.Strip(),
        normalizers.Replace("e", "é"), normalizers.Nmt(), normalizers.Prepend("»")])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Whitespace(), pre_tokenizers.Digits(individual_digits=True),
        pre_tokenizers.Punctuation("contiguous")])
    tokenizer.decoder = decoders.WordPiece(prefix="~", cleanup=False)
    tokenizer.train_from_iterator(docs, trainers.WordPieceTrainer(
        vocab_size=600, special_tokens=["<unk>"], continuing_subword_prefix="~",
        show_progress=False))
    return tokenizer


def byte_level(docs, roberta):
    tokenizer = Tokenizer(models.BPE(unk_token=None))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    special = ["<s>", "<pad>", "</s>", "<unk>"] if roberta else ["<|endoftext|>"]
    tokenizer.train_from_iterator(docs, trainers.BpeTrainer(
        vocab_size=1000, special_tokens=special, show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    if roberta:
        tokenizer.add_special_tokens([AddedToken("<mask>", lstrip=True, special=True)])
        tokenizer.post_processor = processors.RobertaProcessing(
            ("</s>", tokenizer.token_to_id("</s>")), ("<s>", tokenizer.token_to_id("<s>")),
            trim_offsets=True, add_prefix_space=False)
    else:
        tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    return tokenizer


# The pattern of GPT-4's vocabulary, as published files write it.
GPT4 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
        r"|\s*[\r\n]+|\s+(?!\S)|\s+")


def split_byte_level(docs):
    tokenizer = Tokenizer(models.BPE(ignore_merges=True))
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(GPT4), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.train_from_iterator(docs, trainers.BpeTrainer(
        vocab_size=800, special_tokens=["<s>", "</s>"], show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    tokenizer.post_processor = processors.Sequence([
        processors.ByteLevel(trim_offsets=True),
        processors.TemplateProcessing(single="<s> $A", pair="<s> $A <s> $B:1", special_tokens=[
            ("<s>", tokenizer.token_to_id("<s>"))])])
    return tokenizer


def llama(docs):
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    tokenizer.normalizer = normalizers.Sequence([
        normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    tokenizer.decoder = decoders.Sequence([
        decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(),
        decoders.Strip(content=" ", left=1)])
    special = ["<unk>", "<s>", "</s>"] + [f"<0x{byte:02X}>" for byte in range(256)]
    # The vocabulary is learned word by word: without a pre-tokenizer whole lines would become
    # tokens.
    words = [" " + word for text in docs for word in text.split()]
    tokenizer.normalizer = normalizers.Replace(" ", "▁")
    tokenizer.train_from_iterator(words, trainers.BpeTrainer(
        vocab_size=900, special_tokens=special, show_progress=False))
    tokenizer.normalizer = normalizers.Sequence([
        normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    # Bytes are tokens of the model and not special ones, as in published files.
    state = json.loads(tokenizer.to_str())
    state["added_tokens"] = [t for t in state["added_tokens"] if not t["content"].startswith("<0x")]
    tokenizer = Tokenizer.from_str(json.dumps(state))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A", pair="<s> $A <s>:1 $B:1",
        special_tokens=[("<s>", tokenizer.token_to_id("<s>"))])
    return tokenizer


def unigram_vocabulary(docs, special, size, bytes_too=False):
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Lowercase()])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.train_from_iterator(docs, trainers.UnigramTrainer(
        vocab_size=size, special_tokens=special, unk_token="<unk>", show_progress=False))
    vocabulary = [tuple(entry) for entry in json.loads(tokenizer.to_str())["model"]["vocab"]]
    if bytes_too:
        vocabulary += [(f"<0x{byte:02X}>", 0.0) for byte in range(256)]
    return vocabulary


def albert(docs):
    vocabulary = unigram_vocabulary(docs, ["<pad>", "<unk>", "[CLS]", "[SEP]", "[MASK]"], 1000)
    # Scores have 32 bits, as in a file of SentencePiece.
    vocabulary = [(t, struct.unpack("<f", struct.pack("<f", s))[0]) for t, s in vocabulary]
    tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=1))
    spec = charsmap(RULES)
    tokenizer.normalizer = normalizers.Sequence([
        normalizers.Replace("``", '"'), normalizers.Replace("''", '"'), normalizers.NFKD(),
        normalizers.StripAccents(), normalizers.Lowercase(), normalizers.Precompiled(spec),
        normalizers.Replace(Regex(" {2,}"), " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.add_special_tokens([
        AddedToken(t, normalized=False, special=True) for t in ("<pad>", "<unk>", "[CLS]", "[SEP]")])
    tokenizer.add_special_tokens([AddedToken("[MASK]", lstrip=True, normalized=False, special=True)])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS]:0 $A:0 [SEP]:0", pair="[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    kinds = [3, 2, 3, 3, 3] + [1] * (len(vocabulary) - 5)
    put("tokenizers/albert/spiece.model", sentencepiece_file(vocabulary, kinds, spec))
    return tokenizer


def t5(docs):
    vocabulary = unigram_vocabulary(docs, ["<pad>", "</s>", "<unk>"], 800)
    vocabulary = [(t, struct.unpack("<f", struct.pack("<f", s))[0]) for t, s in vocabulary]
    tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=2))
    spec = charsmap(RULES)
    tokenizer.normalizer = normalizers.Sequence([
        normalizers.Precompiled(spec), normalizers.Strip(left=False, right=True),
        normalizers.Replace(Regex(" {2,}"), "▁")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.add_special_tokens([
        AddedToken(t, normalized=False, special=True) for t in ("<pad>", "</s>", "<unk>")])
    tokenizer.post_processor = processors.TemplateProcessing(
        single=["$A", "</s>"], pair=["$A", "</s>", "$B", "</s>"], special_tokens=[("</s>", 1)])
    kinds = [3, 3, 2] + [1] * (len(vocabulary) - 3)
    put("tokenizers/t5/spiece.model", sentencepiece_file(vocabulary, kinds, spec))
    return tokenizer


def unigram_bytes(docs):
    vocabulary = unigram_vocabulary(docs, ["<unk>"], 500, bytes_too=True)
    tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=0, byte_fallback=True))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFD(), normalizers.Nmt(),
                                                 normalizers.NFC(), normalizers.Lowercase()])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Split("-", "merged_with_previous"),
        pre_tokenizers.Digits(), pre_tokenizers.Metaspace(prepend_scheme="first", split=False)])
    tokenizer.decoder = decoders.Sequence([decoders.ByteFallback(), decoders.Metaspace()])
    return tokenizer


# ---------------------------------------------------------------- what the library makes of characters

def runs(values):
    """[[first, last, value], ...] of a dict from code points."""
    out = []
    for c in sorted(values):
        if out and out[-1][1] == c - 1 and out[-1][2] == values[c]:
            out[-1][1] = c
        else:
            out.append([c, c, values[c]])
    return out


def characters():
    points = [c for c in range(1, 0x323B0) if not 0xD800 <= c <= 0xDFFF]
    points += list(range(0xE0000, 0xE0200)) + [0x40000, 0xF0000, 0x10FFFD, 0x10FFFF]

    def mapped(normalizer):
        out = {}
        for c in points:
            text = normalizer.normalize_str("a" + chr(c) + "b")
            if text != "a" + chr(c) + "b":
                out[c] = text[1:-1] if text[:1] == "a" and text[-1:] == "b" else "?" + text
        return out

    clean = normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=False,
                                       strip_accents=False, lowercase=False)
    han = normalizers.BertNormalizer(clean_text=False, handle_chinese_chars=True,
                                     strip_accents=False, lowercase=False)
    accents = normalizers.BertNormalizer(clean_text=False, handle_chinese_chars=False,
                                         strip_accents=True, lowercase=False)
    for name, normalizer in [
            ("bert_clean", clean), ("bert_han", han), ("bert_accents", accents),
            ("strip_accents", normalizers.StripAccents()), ("lowercase", normalizers.Lowercase()),
            ("nfd", normalizers.NFD()), ("nfc", normalizers.NFC()), ("nfkd", normalizers.NFKD()),
            ("nfkc", normalizers.NFKC()), ("nmt", normalizers.Nmt())]:
        put(f"characters/{name}.json", compact(runs(mapped(normalizer))))
    strip = normalizers.Strip()
    put("characters/strip.json", compact(runs(
        {c: 1 for c in points if strip.normalize_str(chr(c) + "a") == "a"})))

    def pieces(pre_tokenizer, text):
        return [piece for piece, _ in pre_tokenizer.pre_tokenize_str(text)]

    whitespace = pre_tokenizers.Whitespace()
    classes = {}
    for c in points:
        got = pieces(whitespace, "a" + chr(c) + "b")
        classes[c] = "w" if len(got) == 1 else "s" if len(got) == 2 else "o"
    put("characters/whitespace.json", compact(runs(classes)))
    for name, pre_tokenizer in [("bert_punctuation", pre_tokenizers.BertPreTokenizer()),
                                ("whitespace_split", pre_tokenizers.WhitespaceSplit()),
                                ("punctuation", pre_tokenizers.Punctuation()),
                                ("digits", pre_tokenizers.Digits())]:
        counts = {c: len(pieces(pre_tokenizer, "a" + chr(c) + "b")) for c in points}
        put(f"characters/{name}.json", compact(runs({c: n for c, n in counts.items() if n != 1})))
    letters = pre_tokenizers.ByteLevel(add_prefix_space=False)
    classes = {}
    for c in points:
        if len(pieces(letters, chr(c) + "a")) == 1 and len(pieces(letters, "a" + chr(c))) == 1:
            classes[c] = "L"
        elif len(pieces(letters, chr(c) + "1")) == 1:
            classes[c] = "N"
        elif len(pieces(letters, chr(c) + "!")) == 1:
            classes[c] = "o"
        else:
            classes[c] = "s"
    put("characters/byte_level.json", compact(runs(classes)))
    # Canonical classes: whether normalization exchanges a mark with U+0316 (220) or U+0301 (230).
    order = {}
    for c in points:
        got = normalizers.NFD().normalize_str("a\u0316\u0301" + chr(c))
        if not got.endswith("\u0301" + chr(c)) and chr(c) in got:
            order[c] = got.index(chr(c))
    put("characters/reordered.json", compact(runs(order)))
    # Whether a code point joins a grapheme with the letter before it, as Precompiled sees it.
    probe = normalizers.Precompiled(charsmap({"a": "Z"}))
    joined = {}
    for c in points:
        if len(chr(c).encode()) < 5 and "Z" + chr(c) not in probe.normalize_str("a" + chr(c)):
            joined[c] = 1
    put("characters/joins_grapheme.json", compact(runs(joined)))
    say("characters done")


# ---------------------------------------------------------------- other libraries

def with_sentencepiece(lines, cases):
    import sentencepiece
    say(f"sentencepiece {sentencepiece.__version__}")
    for name, options in [
            ("sp-unigram", {"model_type": "unigram", "vocab_size": 800,
                            "normalization_rule_name": "nmt_nfkc"}),
            ("sp-unigram-bytes", {"model_type": "unigram", "vocab_size": 900, "byte_fallback": True,
                                  "normalization_rule_name": "identity",
                                  "remove_extra_whitespaces": False}),
            ("sp-bpe", {"model_type": "bpe", "vocab_size": 900, "byte_fallback": True,
                        "normalization_rule_name": "nmt_nfkc_cf", "split_digits": True})]:
        model = io.BytesIO()
        sentencepiece.SentencePieceTrainer.train(
            input=os.path.join(IN, "docs.txt"), model_writer=model, minloglevel=2,
            num_threads=4, **options)
        put(f"tokenizers/{name}/spiece.model", model.getvalue())
        processor = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
        ids = processor.encode(lines)
        put(f"digests/{name}.txt", "\n".join(digest_blocks(ids)) + "\n")
        put(f"expected/{name}.jsonl", "".join(
            compact({"ids": processor.encode(case["text"])}) + "\n" for case in cases))
        say(f"{name}: {sum(map(len, ids))} tokens")


def with_transformers(lines, cases):
    import transformers
    say(f"transformers {transformers.__version__}")
    folder = os.path.join(OUT, "scratch")
    os.makedirs(folder, exist_ok=True)
    for name, kind in [("albert", "AlbertTokenizerFast"), ("t5", "T5TokenizerFast")]:
        path = os.path.join(folder, name + ".model")
        with open(path, "wb") as file:
            file.write(FILES[f"tokenizers/{name}/spiece.model"])
        try:
            options = {"extra_ids": 0} if name == "t5" else {}
            made = getattr(transformers, kind)(vocab_file=path, **options)
            record(f"{name}-transformers", made.backend_tokenizer, lines, cases)
        except BaseException:
            say(f"{name} by transformers: " + traceback.format_exc(limit=2))
        os.remove(path)
    os.rmdir(folder)


def main():
    os.makedirs(OUT, exist_ok=True)
    say(f"tokenizers {__version__}, python {sys.version.split()[0]}")
    lines, cases = read_lines(), read_cases()
    with open(os.path.join(IN, "docs.txt"), encoding="utf-8") as file:
        docs = file.read().split("\n")

    makers = [
        ("bert-uncased", lambda: bert(docs, True)), ("bert-cased", lambda: bert(docs, False)),
        ("plain-words", lambda: plain_words(docs)), ("gpt2", lambda: byte_level(docs, False)),
        ("roberta", lambda: byte_level(docs, True)), ("split", lambda: split_byte_level(docs)),
        ("llama", lambda: llama(docs)), ("albert", lambda: albert(docs)), ("t5", lambda: t5(docs)),
        ("unigram-bytes", lambda: unigram_bytes(docs))]
    for name, make in makers:
        try:
            tokenizer = make()
            record(name, tokenizer, lines, cases)
            folder = os.path.join(OUT, "scratch")
            os.makedirs(folder, exist_ok=True)
            for path in tokenizer.model.save(folder):
                with open(path, "rb") as file:
                    put(f"tokenizers/{name}/{os.path.basename(path)}", file.read())
                os.remove(path)
            os.rmdir(folder)
        except BaseException:
            say(f"{name}: " + traceback.format_exc(limit=4))
    for name in sorted(os.listdir(IN)):
        path = os.path.join(IN, name, "tokenizer.json")
        if os.path.exists(path):
            record(name, Tokenizer.from_file(path), lines, cases, keep=False)
    for extra in (characters, lambda: with_sentencepiece(lines, cases),
                  lambda: with_transformers(lines, cases)):
        try:
            extra()
        except BaseException:
            say("left out: " + traceback.format_exc(limit=3))

    say("done")
    put("log.txt", "\n".join(LOG) + "\n")
    with tarfile.open(RESULTS, "w:gz") as archive:
        for path in sorted(FILES):
            entry = tarfile.TarInfo(path)
            entry.size = len(FILES[path])
            archive.addfile(entry, io.BytesIO(FILES[path]))
    print(f"{RESULTS}: {os.path.getsize(RESULTS)} bytes")


if __name__ == "__main__":
    main()
