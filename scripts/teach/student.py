"""The student: word vectors, one layer of filters over words in a row, their strongest answers, one linear step."""

import random
import time
from collections import Counter

import torch
import torch.nn.functional as F
from rows import ONE_GROUP, Groups, batches, log_shares
from torch import nn

DIMENSIONS = 40
MOST_WORDS = 60
#: Words in a row, how far apart they stand, and how many filters look at them so.
FILTERS = ((1, 1, 112), (2, 1, 112), (3, 1, 112), (5, 1, 56), (3, 2, 56))
UNKNOWN = '#unk'


class Student(nn.Module):
    def __init__(self, words: list[str], vectors: torch.Tensor, classes: list[str]):
        super().__init__()
        self.words, self.classes = words, classes
        self.number = {word: at + 1 for at, word in enumerate(words)}
        # Row 0 is padding, row 1 the unknown word.
        self.known = torch.cat([torch.zeros(1, vectors.shape[1]), vectors])
        self.project = nn.Linear(vectors.shape[1], DIMENSIONS, bias=False)
        self.own = nn.Embedding(len(words) + 1, DIMENSIONS, padding_idx=0)
        nn.init.zeros_(self.own.weight)
        self.filters = nn.ModuleList(
            nn.Conv1d(DIMENSIONS, count, size, dilation=gap, padding=(size - 1) * gap) for size, gap, count in FILTERS
        )
        self.output = nn.Linear(sum(count for _, _, count in FILTERS) + DIMENSIONS, len(classes))

    def numbers(self, words: list[str]) -> list[int]:
        return [self.number.get(word, 1) for word in words[:MOST_WORDS]] or [1]

    def vector(self, held: torch.Tensor) -> torch.Tensor:
        return (self.project(self.known[held]) + self.own(held)) * (held > 0).unsqueeze(-1)

    def forward(self, texts: torch.Tensor) -> torch.Tensor:
        met, where = texts.unique(return_inverse=True)
        hidden = F.dropout(self.vector(met)[where], 0.1, self.training)
        there = (texts > 0).unsqueeze(-1)
        mean = (hidden * there).sum(1) / there.sum(1).clamp(min=1)
        across = hidden.transpose(1, 2)
        answers = [F.relu(filters(across)).max(2)[0] for filters in self.filters]
        return self.output(F.dropout(torch.cat([*answers, mean], 1), 0.2, self.training))


def vocabulary(texts: list[list[str]], common: list[str], fewest: int = 2) -> list[str]:
    """The words that are known: those of at least two texts that people wrote, and the teacher's common ones."""
    counts = Counter(word for words in texts for word in set(words))
    met = [word for word, count in counts.most_common() if count >= fewest]
    return [UNKNOWN, *met, *sorted(set(common) - set(met))]


def padded(texts: list[list[int]]) -> torch.Tensor:
    out = torch.zeros(len(texts), max(map(len, texts)), dtype=torch.long)
    for at, numbers in enumerate(texts):
        out[at, : len(numbers)] = torch.tensor(numbers)
    return out


def learn(
    student: Student, texts: list[list[str]], shares: torch.Tensor, epochs: int = 8, seed: int = 1, groups: Groups = ONE_GROUP, rate: float = 2e-3
) -> None:
    """`shares`: for each text the share of each class, the teacher's or a person's; of a group that nobody told of, none."""
    torch.manual_seed(seed)
    rng = random.Random(seed)
    numbers = [student.numbers(words) for words in texts]
    own = [student.own.weight]
    rest = [one for name, one in student.named_parameters() if not name.startswith('own') and one.requires_grad]
    step = torch.optim.AdamW([{'params': own, 'weight_decay': 0.0}, {'params': rest, 'weight_decay': 1e-3}], lr=rate)
    began = time.time()
    for epoch in range(epochs):
        student.train()
        total = 0.0
        made = batches([len(one) for one in numbers], 128, rng)
        for at, batch in enumerate(made):
            for group in step.param_groups:
                group['lr'] = rate * max(0.03, 1 - (epoch + at / len(made)) / epochs)
            # A word in thirty is hidden, so that an unknown word is no surprise.
            seen = [[number if rng.random() > 0.03 else 1 for number in numbers[one]] for one in batch]
            loss = -(shares[batch] * log_shares(student(padded(seen)), groups)).sum(1).mean()
            step.zero_grad()
            loss.backward()
            step.step()
            total += loss.item()
        print(f'student: epoch {epoch + 1} of {epochs}, loss {total / len(made):.3f}, {time.time() - began:.0f} s', flush=True)
    student.eval()
