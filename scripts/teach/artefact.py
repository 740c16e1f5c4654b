"""Writes a student as the artefact that `src/reading/learnt/convolution.ts` decodes."""

import json
import math

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
