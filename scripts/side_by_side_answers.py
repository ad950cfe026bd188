#!/usr/bin/env python3
"""scripts/side_by_side_answers.py NOETHER INDEX DATA [GENERATOR]

Compares the answers of six language models to the ARQMath topics of 2022 with those that Noether extracts from
INDEX, with the whole first answer of its ranking, and with those of the decoder in the folder GENERATOR. These
answers have no judgements, so the figures do not measure quality, but the similarity of answers. LO is the token
F1 and CS the F1 of BERTScore by Noether's text encoder, with the answer of GPT-4, and with the most similar answer
of the six models other than its own. All answers are truncated to 1,200 characters, as in Task 3, and means are
over the topics that all systems answer.
"""

import csv
import html
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

LIMIT = 1200
REFERENCE = "gpt4"


def output_of(command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def machine_answers(data):
    """The answers by model and topic."""
    answers = {}
    command = ["zstd", "-dcq", "--long=27", f"{data}/answers/llm-arqmath-2022.jsonl.zst"]
    for line in output_of(command).splitlines():
        record = json.loads(line)
        answers.setdefault(record["model"], {})[record["topic"]] = record["answer"]
    return answers


def extracted(noether, index, topics):
    # An answer with several lines is quoted.
    run = output_of([noether, "run", index, topics, "--task", "3", "-o", "-"])
    return {row[0]: row[5] for row in csv.reader(io.StringIO(run), delimiter="\t")}


def first_answers(noether, index, topics):
    answers = {}
    run = output_of([noether, "run", index, topics, "--task", "1", "--top", "1", "-o", "-"])
    for line in run.splitlines():
        topic, _, document, *_ = line.split()
        fields = json.loads(output_of([noether, "get", index, document, "--json"]))["fields"]
        answers[topic] = "\n".join(field["text"] for field in fields if field["name"] == "body")
    return answers


def topic_texts(path):
    for topic in xml.etree.ElementTree.parse(path).getroot():
        text = topic.find("Title").text + "\n" + "".join(topic.find("Question").itertext())
        yield topic.get("number"), html.unescape(re.sub(r"<[a-z/][^>]*>", "", text))


def generated(noether, folder, topics, wanted):
    answers = {}
    for topic, text in topic_texts(topics):
        if topic in wanted:
            command = [noether, "model", "generate", folder, "--problem", text, "--beams", "5", "--json"]
            answers[topic] = json.loads(output_of(command))["text"]
    return answers


def write_run(path, tag, answers, topics):
    with open(path, "w", encoding="utf-8") as run:
        rows = csv.writer(run, delimiter="\t", lineterminator="\n")
        for topic in sorted(topics):
            rows.writerow([topic, 1, 1, tag, "", answers[topic][:LIMIT]])


def write_known(path, systems, topics):
    with open(path, "w", encoding="utf-8") as known:
        for tag, answers in systems.items():
            for topic in sorted(topics):
                record = {"topic": topic, "id": tag, "text": answers[topic][:LIMIT]}
                known.write(json.dumps(record) + "\n")


def measured(noether, folder, known, runs):
    """LO and CS for each tag of a run."""
    command = [noether, "eval", "--task", "3", folder / "none.tsv", *runs, "--answers", known, "--encode", "--json"]
    means = {}
    for run in json.loads(output_of(command))["runs"]:
        means[run["tag"]] = [f"{run['measures'][name]['mean']:.3f}" for name in ("lo", "cs")]
    return means


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    noether, index, data = sys.argv[1:4]
    topics_file = f"{data}/arqmath/topics/Topics_Task1_2022.xml"
    models = machine_answers(data)
    systems = dict(models)
    systems["noether-extracted"] = extracted(noether, index, topics_file)
    systems["noether-first-answer"] = first_answers(noether, index, topics_file)
    topics = set.intersection(*(set(answers) for answers in systems.values()))
    if len(sys.argv) == 5:
        systems["noether-generated"] = generated(noether, sys.argv[4], topics_file, topics)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "none.tsv").write_text("A.0\t0\tnobody\t0\n")
        write_known(folder / "all.jsonl", models, topics)
        write_known(folder / "one.jsonl", {REFERENCE: models[REFERENCE]}, topics)
        runs = {}
        for tag, answers in systems.items():
            runs[tag] = folder / f"{tag}.tsv"
            write_run(runs[tag], tag, answers, topics)
        others = [run for tag, run in runs.items() if tag != REFERENCE]
        with_one = measured(noether, folder, folder / "one.jsonl", others)
        with_all = measured(noether, folder, folder / "all.jsonl", runs.values())
    print(f"{len(topics)} topics")
    print("system\tcharacters\tLO with GPT-4\tCS\tLO with the nearest model\tCS")
    for tag, answers in systems.items():
        length = sum(len(answers[topic][:LIMIT]) for topic in topics) / len(topics)
        print(tag, f"{length:.0f}", *with_one.get(tag, ["", ""]), *with_all[tag], sep="\t")


main()
