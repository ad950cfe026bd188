#!/usr/bin/env python3
"""Makes the reference models of noether/neural/model/testdata with PyTorch and transformers.

    scripts/reference_models.py --out noether/neural/model/testdata [--minilm FOLDER] [--pack FILE]

Writes one tiny random model of each family with save_pretrained, and outputs.safetensors with the model's outputs for
four fixed sequences of token ids. With --minilm, which names a folder with config.json and one safetensors file of
all-MiniLM-L6-v2, it also writes the vectors of eight sequences. Every number is a function of the seed of its model.
"""

import argparse
import json
import pathlib
import tarfile

import torch
import transformers
from safetensors.torch import load_file, save_file

VOCABULARY = 48
WIDTH = 24
LENGTHS = (1, 4, 9, 17)
COMMON = {"vocab_size": VOCABULARY, "pad_token_id": 1, "bos_token_id": 0, "eos_token_id": 2}


def randomize(model, seed):
    """Sets weights of the size of a trained model: those of a new model are so small that they hide mistakes."""
    generator = torch.Generator().manual_seed(seed)

    def draw(parameter, mean, spread):
        parameter.copy_(mean + spread * torch.randn(parameter.shape, generator=generator))

    with torch.no_grad():
        for name, parameter in sorted(model.named_parameters()):
            is_norm = "norm" in name.lower() or ".ln_" in name
            if parameter.dim() == 1:
                draw(parameter, 1.0 if is_norm and name.endswith("weight") else 0.0, 0.1)
            elif "embed" in name or ".wte." in name or ".wpe." in name:
                draw(parameter, 0.0, 0.7)
            else:
                draw(parameter, 0.0, 1.2 / WIDTH**0.5)


def sequences(seed):
    """Ids from 4 on, because smaller ones are special, and RoBERTa gives padding no position."""
    generator = torch.Generator().manual_seed(seed)
    return [torch.randint(4, VOCABULARY, (1, length), generator=generator) for length in LENGTHS]


def segments_of(ids):
    return (torch.arange(ids.shape[1]) >= ids.shape[1] // 2).long().unsqueeze(0)


def outputs_of(model, seed, has_segments, names):
    """`names` maps the model's outputs to their names in the file."""
    tensors = {}
    for i, ids in enumerate(sequences(seed)):
        arguments = {"input_ids": ids}
        tensors[f"ids.{i}"] = ids[0].int()
        if has_segments:
            arguments["token_type_ids"] = segments_of(ids)
            tensors[f"segments.{i}"] = arguments["token_type_ids"][0].int()
        with torch.no_grad():
            result = model(**arguments, output_hidden_states=True, return_dict=True)
        tensors[f"embedded.{i}"] = result.hidden_states[0][0]
        tensors[f"hidden.{i}"] = result.hidden_states[-1][0]
        for theirs, ours in names.items():
            tensors[f"{ours}.{i}"] = result[theirs][0]
    return {name: tensor.contiguous() for name, tensor in tensors.items()}


def save(model, folder, **options):
    try:
        model.save_pretrained(folder, safe_serialization=True, **options)
    except TypeError:  # newer versions know no other way
        model.save_pretrained(folder, **options)
    for extra in folder.glob("generation_config.json"):
        extra.unlink()


class Maker:
    def __init__(self, out):
        self.out = out
        self.seed = 0

    def make(self, name, kind, config, names, has_segments=False, dtype=torch.float32, sharded=""):
        self.seed += 1
        model = kind(config).eval()
        randomize(model, self.seed)
        if hasattr(model, "tie_weights"):
            model.tie_weights()
        folder = self.out / name
        folder.mkdir(parents=True, exist_ok=True)
        model = model.to(dtype)
        save(model, folder)
        if sharded:
            copy = self.out / f"{name}-sharded"
            copy.mkdir(parents=True, exist_ok=True)
            save(model, copy, max_shard_size=sharded)
        tensors = outputs_of(model.float(), 100 + self.seed, has_segments, names)
        made_with = f"torch {torch.__version__}, transformers {transformers.__version__}"
        save_file(tensors, folder / "outputs.safetensors", metadata={"made_with": made_with})
        return folder


def bert_config(**options):
    return transformers.BertConfig(
        **COMMON, hidden_size=WIDTH, num_hidden_layers=2, num_attention_heads=3, intermediate_size=40,
        max_position_embeddings=20, type_vocab_size=2, **options)


def albert_config(**options):
    return transformers.AlbertConfig(
        **COMMON, hidden_size=WIDTH, embedding_size=16, num_attention_heads=2, intermediate_size=40,
        max_position_embeddings=20, type_vocab_size=2, inner_group_num=1, **options)


def roberta_config(**options):
    return transformers.RobertaConfig(
        **COMMON, hidden_size=WIDTH, num_hidden_layers=2, num_attention_heads=3, intermediate_size=40,
        max_position_embeddings=22, type_vocab_size=1, **options)


def distilbert_config(**options):
    return transformers.DistilBertConfig(
        **COMMON, dim=WIDTH, n_layers=2, n_heads=2, hidden_dim=40, max_position_embeddings=20, **options)


def make_sentence_folder(maker):
    """A BertModel as sentence-transformers stores it: names without a prefix, and pooling in a separate folder."""
    folder = maker.make("sentence-bert", transformers.BertModel, bert_config(), {"pooler_output": "pooled"},
                        has_segments=True, dtype=torch.bfloat16)
    modules = [("", "Transformer"), ("1_Pooling", "Pooling"), ("2_Normalize", "Normalize")]
    text = [{"idx": i, "name": str(i), "path": path, "type": f"sentence_transformers.models.{kind}"}
            for i, (path, kind) in enumerate(modules)]
    (folder / "modules.json").write_text(json.dumps(text, indent=2) + "\n")
    (folder / "1_Pooling").mkdir(exist_ok=True)
    pooling = {"word_embedding_dimension": WIDTH, "pooling_mode_cls_token": False, "pooling_mode_mean_tokens": True,
               "pooling_mode_max_tokens": False, "pooling_mode_mean_sqrt_len_tokens": False}
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling, indent=2) + "\n")
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 16, "do_lower_case": false}\n')
    tensors = load_file(folder / "outputs.safetensors")
    for i in range(len(LENGTHS)):
        mean = tensors[f"hidden.{i}"].mean(dim=0)
        tensors[f"vector.{i}"] = mean / mean.norm()
    save_file(tensors, folder / "outputs.safetensors")


def make_all(out):
    maker = Maker(out)
    classes = {"logits": "classes"}
    maker.make("bert", transformers.BertForPreTraining, bert_config(),
               {"prediction_logits": "words", "seq_relationship_logits": "order"}, has_segments=True)
    maker.make("bert-classifier", transformers.BertForSequenceClassification, bert_config(num_labels=1), classes,
               has_segments=True, dtype=torch.float16, sharded="8KB")
    make_sentence_folder(maker)
    maker.make("albert", transformers.AlbertForPreTraining, albert_config(num_hidden_layers=3, num_hidden_groups=1),
               {"prediction_logits": "words", "sop_logits": "order"}, has_segments=True)
    maker.make("albert-classifier", transformers.AlbertForSequenceClassification,
               albert_config(num_hidden_layers=4, num_hidden_groups=2, hidden_act="gelu", num_labels=3), classes,
               has_segments=True, dtype=torch.float16)
    maker.make("roberta", transformers.RobertaForMaskedLM, roberta_config(), {"logits": "words"})
    maker.make("roberta-classifier", transformers.RobertaForSequenceClassification, roberta_config(num_labels=2),
               classes, dtype=torch.bfloat16)
    maker.make("distilbert", transformers.DistilBertForMaskedLM, distilbert_config(), {"logits": "words"})
    maker.make("distilbert-classifier", transformers.DistilBertForSequenceClassification,
               distilbert_config(activation="relu", num_labels=2), classes, dtype=torch.float16)
    maker.make("gpt2", transformers.GPT2LMHeadModel,
               transformers.GPT2Config(**COMMON, n_embd=WIDTH, n_layer=2, n_head=3, n_positions=20), {"logits": "next"})
    maker.make("llama", transformers.LlamaForCausalLM,
               transformers.LlamaConfig(**COMMON, hidden_size=WIDTH, num_hidden_layers=2, num_attention_heads=6,
                                        num_key_value_heads=2, intermediate_size=40, max_position_embeddings=32,
                                        rms_norm_eps=1e-5, rope_theta=10000.0, tie_word_embeddings=False),
               {"logits": "next"})


def minilm_vectors(folder, out):
    """Means of the last layer over all tokens, normalised to length 1."""
    config = transformers.BertConfig.from_json_file(folder / "config.json")
    model = transformers.BertModel(config, add_pooling_layer=False).eval()
    (weights,) = folder.glob("*.safetensors")
    tensors = {name.removeprefix("bert."): tensor.float() for name, tensor in load_file(weights).items()}
    missing, unused = model.load_state_dict(tensors, strict=False)
    missing = [name for name in missing if not name.endswith("position_ids")]
    if missing:
        raise SystemExit(f"{weights} lacks {missing}")
    print("unused tensors of MiniLM:", unused)
    generator = torch.Generator().manual_seed(1)
    result = {}
    for i, length in enumerate((3, 5, 12, 32, 64, 128, 200, 256)):
        inner = torch.randint(1000, 30000, (1, length - 2), generator=generator)
        ids = torch.cat([torch.tensor([[101]]), inner, torch.tensor([[102]])], dim=1)
        with torch.no_grad():
            mean = model(input_ids=ids, return_dict=True).last_hidden_state[0].mean(dim=0)
        result[f"ids.{i}"] = ids[0].int().contiguous()
        result[f"vector.{i}"] = mean / mean.norm()
    out.mkdir(parents=True, exist_ok=True)
    save_file(result, out / "minilm.safetensors")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the folder to fill")
    parser.add_argument("--minilm", type=pathlib.Path, help="a folder of all-MiniLM-L6-v2")
    parser.add_argument("--pack", type=pathlib.Path, help="also make this .tar.gz of the folder")
    options = parser.parse_args()
    make_all(options.out)
    if options.minilm:
        minilm_vectors(options.minilm, options.out)
    for path in sorted(options.out.rglob("*")):
        if path.is_file():
            print(f"{path.stat().st_size:8} {path.relative_to(options.out)}")
    if options.pack:
        with tarfile.open(options.pack, "w:gz") as archive:
            archive.add(options.out, arcname="testdata")


if __name__ == "__main__":
    main()
