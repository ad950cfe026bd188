#!/usr/bin/env python3
"""Trains every kind of expression model for a few steps on the CPU and on a CUDA device, and compares the losses.

    scripts/test_cuda.py NOETHER_TRAIN CORPUS DISTRACTORS [DEVICE]

CORPUS is a corpus folder in shards, DISTRACTORS that of its distractors; a few hundred clusters are enough. Both
devices use the same batches and the same initial weights, so their losses differ only by rounding. On the device a
second run starts from the weights of the first, and its losses must continue from there. DEVICE is cuda by default;
cpu tests the script itself.
The exit code is 0 if all losses agree, 1 if one does not, and 77 without a CUDA device.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

STEPS = 20
# Half precision on the device changes losses by less than this share.
TOLERANCE = 0.02

MODEL = "layers=2 width=64 heads=4 feed_forward=128 positions=64"
FAMILIES = "loss families temperature=0.05 threshold=1 alignment=0.5 analogy=1 fresh=0.4 near=0.5"
# Each path has a name, a command, and the lines of the configuration that differ. A path whose losses
# have negatives=distractors reads them. One with a teacher learns from the CPU's model of VALUES.
VALUES = "values, families, int8 grid"
PATHS = [
    ("mean pooling, in-batch", "encoder", f"model encoder {MODEL} pooling=mean\nloss in-batch negatives=distractors"),
    ("max pooling, in-batch", "encoder", f"model encoder {MODEL} pooling=max\nloss in-batch negatives=distractors"),
    ("mean pooling, triplets", "encoder", f"model encoder {MODEL} pooling=mean\nloss triplet negatives=random"),
    ("mean pooling, families", "encoder", f"model encoder {MODEL} pooling=mean\n{FAMILIES}"),
    ("max pooling, families", "encoder", f"model encoder {MODEL} pooling=max\n{FAMILIES}"),
    (VALUES, "encoder", f"model encoder {MODEL} pooling=first inputs=values grid=int8\n{FAMILIES}"),
    ("values, no special tokens, teacher", "encoder",
     f"model encoder {MODEL} pooling=first inputs=values special_tokens=no\n{FAMILIES} teacher=10"),
    ("tokens, teacher", "encoder", f"model encoder {MODEL} pooling=mean\n{FAMILIES} teacher=10"),
    ("seq2seq, pairs", "seq2seq", f"model seq2seq {MODEL} pooling=max\nloss label_smoothing=0.1"),
    ("seq2seq, families", "seq2seq",
     f"model seq2seq {MODEL} pooling=mean\n{FAMILIES} label_smoothing=0.1 vectors=0.5"),
]
REST = f"""optimizer learning_rate=1e-3 weight_decay=0.01 clip=4
schedule warmup=0.1 first_cycle=1
batch clusters=32
run steps={STEPS} seed=1 report=5 validate={STEPS} checkpoint={STEPS // 2}
"""


def train(program, command, config, data, folder, device, extra=()):
    arguments = [program, command, str(config), *data, "-o", str(folder), "--device", device, "--quiet", *extra]
    done = subprocess.run(arguments, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{command} on {device}: {done.stderr.strip()}")


def losses_of(folder):
    lines = (folder / "metrics.jsonl").read_text().splitlines()
    return [entry["loss"] for entry in map(json.loads, lines) if "loss" in entry]


def has_cuda(program, corpus, scratch):
    config = scratch / "probe"
    config.write_text(PATHS[2][2] + "\n" + REST)
    arguments = [program, "encoder", str(config), "--corpus", corpus, "--steps", "1", "-o", str(scratch / "probe-run"),
                 "--device", "cuda", "--quiet"]
    done = subprocess.run(arguments, capture_output=True, text=True)
    return "no CUDA device" not in done.stderr


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    program, corpus, distractors = sys.argv[1:4]
    device = sys.argv[4] if len(sys.argv) == 5 else "cuda"
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        if device == "cuda" and not has_cuda(program, corpus, scratch):
            print("skipped: this machine or its LibTorch has no CUDA device")
            sys.exit(77)
        teacher = scratch / f"cpu-{[path[0] for path in PATHS].index(VALUES)}" / "model"
        print(f"{'path':35} {'cpu':>9} {device:>9}  greatest difference")
        for number, (path, command, lines) in enumerate(PATHS):
            config = scratch / f"config-{number}"
            config.write_text(lines + "\n" + REST)
            data = ["--corpus", corpus]
            if "distractors" in lines:
                data += ["--distractors", distractors]
            if "teacher" in lines:
                data += ["--teacher", str(teacher)]
            here, there = scratch / f"cpu-{number}", scratch / f"device-{number}"
            train(program, command, config, data, here, "cpu")
            train(program, command, config, data, there, device)
            again = scratch / f"again-{number}"
            train(program, command, config, data, again, device, ("--from", str(there / "checkpoint.pt")))
            a, b, c = losses_of(here), losses_of(there), losses_of(again)
            difference = max(abs(x - y) / abs(x) for x, y in zip(a, b, strict=True))
            is_right = difference <= TOLERANCE and (there / "model").is_dir() and c[0] < a[0]
            failures += not is_right
            print(f"{path:35} {a[-1]:9.4f} {b[-1]:9.4f}  {difference:.2%}{'' if is_right else '  WRONG'}")
    sys.exit(1 if failures else 0)


main()
