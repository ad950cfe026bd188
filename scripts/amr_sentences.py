#!/usr/bin/env python3
"""scripts/amr_sentences.py PIECES TREEBANK MATHEMATICAL PLAIN

Prints sentences for self-training of a parser, one per line: up to MATHEMATICAL sentences with formulas from
PIECES (`noether pieces --cut sentences`), equally from all lengths, then up to PLAIN sentences from TREEBANK
(CoNLL-U). The same input gives the same lines.

No sentence mentions a person twice, because the choice between two pronouns for a node is the most frequent
mistake of such a parser.
"""

import collections
import json
import random
import re
import sys

FORMULA = re.compile(r"\$[^$]+\$")
WORD = re.compile(r"[A-Za-z]+[.,?!;:']?$")
MARKUP = re.compile(r"http|www|\\|[<>{}#@]")
PRONOUNS = [
    "i me my mine myself",
    "you your yours yourself",
    "he him his himself",
    "she her hers herself",
    "it its itself",
    "we us our ours",
    "they them their themselves",
]
PERSON = {word: person for person, words in enumerate(PRONOUNS) for word in words.split()}


def names_nobody_twice(text):
    words = re.findall(r"[a-z]+", text.lower())
    counts = collections.Counter(PERSON[word] for word in words if word in PERSON)
    return all(count == 1 for count in counts.values())


def without_formulas(text):
    return FORMULA.sub(" F ", text)


def is_mathematical(text):
    formulas = FORMULA.findall(text)
    if "\n" in text or text.count("$") % 2 or not formulas or max(map(len, formulas)) > 60:
        return False
    rest = without_formulas(text)
    tokens = rest.split()
    words = [token for token in tokens if WORD.match(token) and token != "F"]
    return (
        5 <= len(tokens) <= 40
        and len(words) >= max(4, 2 * len(formulas))
        and re.match(r"[A-Z$]", text)
        and re.search(r"[.?!]$", text.strip())
        and not MARKUP.search(rest)
        and names_nobody_twice(rest)
    )


def is_plain(text):
    return (
        5 <= len(text.split()) <= 30
        and "$" not in text
        and re.match(r'[A-Z"]', text)
        and re.search(r'[.?!"]$', text)
        and not MARKUP.search(text)
        and names_nobody_twice(text)
    )


def of_all_lengths(sentences, most):
    """At most `most` sentences of 0 to 5 words, of 6 to 11 and so on."""
    counts = collections.Counter()
    for sentence in sentences:
        length = min(len(without_formulas(sentence).split()) // 6, 6)
        counts[length] += 1
        if counts[length] <= most:
            yield sentence


def main():
    if len(sys.argv) != 5:
        sys.exit("usage: scripts/amr_sentences.py PIECES TREEBANK MATHEMATICAL PLAIN")
    most_mathematical, most_plain = map(int, sys.argv[3:])
    chance = random.Random(1)
    with open(sys.argv[1], encoding="utf-8") as file:
        texts = [piece for line in file for piece in json.loads(line)["pieces"]]
    mathematical = list(dict.fromkeys(filter(is_mathematical, texts)))
    chance.shuffle(mathematical)
    with open(sys.argv[2], encoding="utf-8") as file:
        texts = [line[len("# text = ") :].strip() for line in file if line.startswith("# text = ")]
    plain = list(dict.fromkeys(filter(is_plain, texts)))
    chance.shuffle(plain)
    mathematical = list(of_all_lengths(mathematical, most_mathematical * 7 // 30))
    for sentence in mathematical[:most_mathematical] + plain[:most_plain]:
        print(sentence)


if __name__ == "__main__":
    main()
