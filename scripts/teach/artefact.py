"""Writes a student as the artefact that `src/reading/learnt/convolution.ts` decodes."""

import json
import math
from collections import Counter

import torch
from student import FILTERS, Student

FIRST, BACKSLASH, STEPS = 35, 92, 45
GROWTH = 1.05
#: One character for a number from -45 to 45; none that JSON escapes.
LETTERS = [chr(FIRST + n + (FIRST + n >= BACKSLASH)) for n in range(2 * STEPS + 1)]
FINE = STEPS * (2 * STEPS + 1) + STEPS


def spelt(steps: torch.Tensor) -> str:
    return ''.join(LETTERS[int(step) + STEPS] for step in steps.flatten().tolist())


def spelt_fine(steps: torch.Tensor) -> str:
    """Two characters a number."""
    high = torch.floor((steps + STEPS) / (2 * STEPS + 1))
    return spelt(torch.stack([high, steps - high * (2 * STEPS + 1)], -1))


def by_row(table: torch.Tensor, bias: torch.Tensor) -> dict:
    rows = table.reshape(table.shape[0], -1)
    scales = rows.abs().max(1).values / FINE + 1e-12
    steps = (rows / scales.unsqueeze(1)).round().clamp(-FINE, FINE)
    return {
        'weights': spelt_fine(steps),
        'scales': [float(f'{one:.4g}') for one in scales.tolist()],
        'bias': [round(one, 4) for one in bias.tolist()],
    }


@torch.no_grad()
def artefact_of(student: Student) -> str:
    vectors = student.vector(torch.arange(1, len(student.words) + 1))
    worth = vectors.abs().max(1).values.clamp(min=1e-6) / STEPS
    smallest = max(float(worth.min()), float(worth.max()) / GROWTH ** (2 * STEPS))
    power = torch.ceil(torch.log(worth / smallest) / math.log(GROWTH) - 1e-6).clamp(0, 2 * STEPS)
    steps = (vectors / (smallest * GROWTH**power).unsqueeze(1)).round().clamp(-STEPS, STEPS)
    groups = zip(student.filters, FILTERS, strict=True)
    made = {
        'classes': student.classes,
        'words': ' '.join(student.words),
        'dimensions': vectors.shape[1],
        'vectors': spelt(torch.cat([steps, (power - STEPS).unsqueeze(1)], 1)),
        'smallest': float(f'{smallest:.9g}'),
        'filters': [
            {'size': size, 'gap': gap, **by_row(one.weight.permute(0, 2, 1), one.bias)} for one, (size, gap, _) in groups
        ],
        'output': by_row(student.output.weight, student.output.bias),
    }
    return json.dumps(made, ensure_ascii=False, separators=(',', ':')) + '\n'


def numbers_of(text: str) -> torch.Tensor:
    number = {letter: at - STEPS for at, letter in enumerate(LETTERS)}
    return torch.tensor([number[letter] for letter in text], dtype=torch.float)


def table_of(held: dict) -> torch.Tensor:
    high, low = numbers_of(held['weights']).reshape(-1, 2).T
    rows = (high * (2 * STEPS + 1) + low).reshape(len(held['scales']), -1)
    return rows * torch.tensor(held['scales']).unsqueeze(1)


@torch.no_grad()
def student_of(made: str, people: list[list[str]], fewest: int = 2) -> Student:
    """The student that an artefact was written of, so that it can learn on; words that several people used and it does not know begin as the unknown one."""
    held = json.loads(made)
    words = held['words'].split(' ')
    counts = Counter(word for one in people for word in set(one))
    more = [word for word, count in counts.most_common() if count >= fewest and word not in set(words)]
    numbers = numbers_of(held['vectors']).reshape(len(words), held['dimensions'] + 1)
    vectors = numbers[:, :-1] * (held['smallest'] * GROWTH ** (numbers[:, -1:] + STEPS))
    listed = [*words, *more]
    # What the teacher knew of the words is in their own vectors by now.
    student = Student(listed, torch.zeros(len(listed), 1), held['classes'])
    student.project.weight.zero_().requires_grad_(False)
    student.own.weight[1:] = torch.cat([vectors, vectors[:1].expand(len(more), -1)])
    for layer, group in zip(student.filters, held['filters'], strict=True):
        layer.weight.copy_(table_of(group).reshape(len(group['bias']), group['size'], held['dimensions']).permute(0, 2, 1))
        layer.bias.copy_(torch.tensor(group['bias']))
    student.output.weight.copy_(table_of(held['output']))
    student.output.bias.copy_(torch.tensor(held['output']['bias']))
    return student
