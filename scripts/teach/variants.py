"""Texts that nobody wrote: texts with words changed, parts put together, said another way. The teacher labels them."""

import random
import re

import torch
import torch.nn.functional as F

JOINTS = [', ', '. ', '; ', ' - ', ' and ', ', with ', ' plus ', ' or ']
PARTS = re.compile(r'(?<=[.?!;:])\s+|,\s+|\s+-\s+|\s+(?=(?:and|but|without|so|then|for|with)\s)')
LETTERS = re.compile(r'[A-Za-z]{4,}')
NEAREST = 12


@torch.no_grad()
def neighbours(words: list[str], vectors: torch.Tensor) -> dict[str, list[str]]:
    """For each word those whose vectors are nearest."""
    unit = F.normalize(vectors - vectors.mean(0), dim=1)
    out: dict[str, list[str]] = {}
    for start in range(0, len(words), 1024):
        near = (unit[start : start + 1024] @ unit.T).topk(NEAREST + 1, 1).indices.tolist()
        for at, row in enumerate(near):
            out[words[start + at]] = [words[other] for other in row if other != start + at]
    return out


def varied(texts: list[str], most: int, near: dict[str, list[str]], before: list[str], behind: list[str], seed: int = 7) -> list[str]:
    """`most` different texts, the given ones among them."""
    rng = random.Random(seed)
    parts = [part.strip() for text in texts for part in PARTS.split(text) if 2 <= len(part.split()) <= 16]

    def swapped(text: str) -> str:
        """Some words become others like them."""
        found = [match for match in LETTERS.finditer(text) if match[0].lower() in near]
        for match in sorted(rng.sample(found, min(len(found), rng.randint(1, 4))), key=lambda one: -one.start()):
            text = text[: match.start()] + rng.choice(near[match[0].lower()]) + text[match.end() :]
        return text

    def shorter(text: str) -> str:
        words = text.split()
        for _ in range(rng.randint(1, 4)):
            if len(words) > 3:
                words.pop(rng.randrange(len(words)))
        return ' '.join(words)

    def part_changed(text: str) -> str:
        """A part goes, or becomes one of another text."""
        own = PARTS.split(text)
        at = rng.randrange(len(own))
        if len(own) > 1 and rng.random() < 0.4:
            own.pop(at)
        else:
            own[at] = rng.choice(parts)
        return ' '.join(own)

    def joined(text: str) -> str:
        part, joint = rng.choice(parts), rng.choice(JOINTS)
        return text.rstrip('.') + joint + part if rng.random() < 0.5 else part + joint + text

    def framed(text: str) -> str:
        text = rng.choice(before) + text if rng.random() < 0.5 else text
        return text.rstrip('.') + rng.choice(['.', ',', ';']) + rng.choice(behind) if rng.random() < 0.6 else text

    made = dict.fromkeys(texts)
    while len(made) < most:
        text = rng.choice(texts)
        ways = [
            (0.34, lambda: swapped(text)), (0.12, lambda: shorter(text)), (0.16, lambda: part_changed(text)), (0.10, lambda: joined(text)),
            (0.10, lambda: framed(text)), (0.08, lambda: swapped(part_changed(text))), (0.06, lambda: swapped(framed(text))),
            (0.04, lambda: rng.choice(parts) + rng.choice(JOINTS) + rng.choice(parts)),
        ]  # fmt: skip
        (way,) = rng.choices([one for _, one in ways], [share for share, _ in ways])
        made[way()[:400]] = None
    return list(made)
