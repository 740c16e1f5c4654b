"""Rows that a reader learns from: a text, and the share of each class that is right for it."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

import torch

ROOT = Path(__file__).resolve().parents[2]
NODE = ROOT / 'node_modules/.bin/node'


@dataclass(frozen=True)
class Row:
    text: str
    shares: dict[str, float]


#: Classes one of which is right; a reader may answer several such questions of one text.
Groups = list[slice]
ONE_GROUP: Groups = [slice(None)]


def log_shares(sums: torch.Tensor, groups: Groups) -> torch.Tensor:
    return torch.cat([sums[:, group].log_softmax(-1) for group in groups], -1)


def words_of(texts: list[str]) -> list[list[str]]:
    """The words of texts as the service splits them (`src/reading/learnt/words.ts`)."""
    done = subprocess.run(
        [str(NODE), str(ROOT / 'scripts/teach/words.ts')],
        input=json.dumps(texts), capture_output=True, text=True, check=True,
    )
    return json.loads(done.stdout)


def jsonl(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def batches(lengths: list[int], size: int, rng) -> list[list[int]]:
    """Numbers of rows in batches of about equal length, in random order: padding costs time."""
    order = sorted(range(len(lengths)), key=lambda at: lengths[at] + 3 * rng.random())
    made = [order[at : at + size] for at in range(0, len(order), size)]
    rng.shuffle(made)
    return made
