"""Teaches the learnt readers of goals and constraints (`src/reading/terms/learnt/`). scripts/teach/README.md says how and why."""

import argparse
import hashlib
import json
import random
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / 'teach')]

import torch
from artefact import artefact_of
from rows import NODE, ROOT, Row, jsonl
from student import Student, learn, padded, vocabulary
from teacher import Teacher

SETS = ROOT / 'data/reading'
LEARNT = ROOT / 'src/reading/terms/learnt'
#: Sets that nobody who writes rules has read: nothing may learn from them.
UNREAD = {'B1', 'B2'}


@dataclass(frozen=True)
class Reader:
    #: Which rows of a set it learns from: goals.jsonl or constraints.jsonl.
    rows: str
    classes: list[str]
    #: What a text, or a number of it, is that no row says anything of.
    rest: str
    artefact: Path


READERS = {
    # What a number of a goal is.
    'roles': Reader('goals', ['price', 'value', 'budget', 'priceLimit', 'calls', 'maxCalls', 'aside'], 'aside', LEARNT / 'roles.artefact.json'),
    # What a constraint limits.
    'kinds': Reader(
        'constraints',
        ['budget', 'priceLimit', 'maxPaidCalls', 'deadline', 'noAccount', 'network', 'asset', 'dataMinimisation', 'approval', 'noSpend', 'unrecognised'],
        'unrecognised', LEARNT / 'kinds.artefact.json',
    ),
}  # fmt: skip


def seen(reader: Reader, rows: list[dict]) -> list[dict]:
    """What of the rows is asked about, as teacher and student see it."""
    done = subprocess.run(
        [str(NODE), str(ROOT / 'scripts/reading/mentions.ts'), reader.rows],
        input=json.dumps(rows), capture_output=True, text=True, check=True,
    )
    return [one for row in json.loads(done.stdout) for one in row]


def shares_of(reader: Reader, right: list[str]) -> dict[str, float]:
    return {name: 1 / len(right) for name in right} if right else {reader.rest: 1.0}


def hidden(told: list[dict], rng: random.Random) -> None:
    """The rules have seen most of these rows and are right more often than they will be: now and then they say nothing."""
    for one in told:
        if one['ruled'] != 'single' and rng.random() < 0.35:
            one['words'] = ['=unread', *(word for word in one['words'] if not word.startswith('='))]
            one['marked'] = 'unread :' + one['marked'].split(' :', 1)[1]


MONEY = re.compile(r'\$ ?\d[\d,.]*|\b\d[\d,.]*(?= ?(?:usdc?|dollars?|bucks|cents?|¢))', re.I)
COUNT = re.compile(r'(?<![\d.$-])\b\d{1,4}\b(?![\d.%-])')
AMOUNTS = ['0.002', '0.0005', '0.01', '0.02', '0.05', '0.08', '0.10', '0.25', '0.50', '1', '1.50', '2', '3', '5', '10', '12', '20', '50', '400', '1,200']
COUNTS = ['2', '3', '4', '5', '6', '8', '12', '15', '18', '20', '25', '40', '60', '75', '90', '120', '250', '400', '1200']
PARTS = re.compile(r'(?<=[.;!?]) +|, (?=[a-z])')


def composed(texts: list[str], most: int, seed: int = 7) -> list[str]:
    """Texts that nobody wrote: other numbers, parts left out, moved or put together with those of others."""
    rng = random.Random(seed)
    parts = [part for text in texts for part in PARTS.split(text) if len(part.split()) > 1]
    made = dict.fromkeys(texts)
    while len(made) < most:
        mine = PARTS.split(rng.choice(texts))
        if rng.random() < 0.4 and len(mine) > 1:
            rng.shuffle(mine)
        if rng.random() < 0.2 and len(mine) > 2:
            mine.pop(rng.randrange(len(mine)))
        if rng.random() < 0.5:
            mine.insert(rng.randint(0, len(mine)), rng.choice(parts))
        text = ''.join(one + (' ' if one[-1:] in '.;!?' else ', ') for one in mine).strip(' ,')
        if rng.random() < 0.5:
            text = MONEY.sub(lambda found: ('$' if found[0].startswith('$') else '') + rng.choice(AMOUNTS), text)
        if rng.random() < 0.3:
            text = COUNT.sub(lambda _: rng.choice(COUNTS), text)
        made[text] = None
    return list(made)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument('what', choices=READERS)
    ask.add_argument('--without', default='', help='sets to leave out, to measure on: M,Q')
    ask.add_argument('--texts', type=int, default=20_000, help='composed texts that the teacher labels')
    ask.add_argument('--epochs', type=int, default=8, help='of the teacher')
    ask.add_argument('--out', type=Path)
    asked = ask.parse_args()
    torch.set_num_threads(1)

    reader = READERS[asked.what]
    left_out = {*asked.without.split(','), *UNREAD}
    every = sorted(SETS.glob(f'*/{reader.rows}.jsonl'))
    rows = [one for path in every if path.parent.name not in left_out for one in jsonl(path)]
    told = seen(reader, rows)
    hidden(told, random.Random(3))
    learnt = [Row(one['marked'], shares_of(reader, one['right'])) for one in told]
    teacher = Teacher(reader.classes)
    teacher.learn(learnt, epochs=asked.epochs)

    pool = seen(reader, [{'text': text} for text in composed([row['text'] for row in rows], asked.texts)])
    gold = torch.tensor([[row.shares.get(name, 0.0) for name in reader.classes] for row in learnt])
    listed = vocabulary([one['words'] for one in told], teacher.common_words(4_000))
    student = Student(listed, teacher.vectors_of(listed), reader.classes)
    # What people labelled counts twice.
    learn(student, [one['words'] for one in [*pool, *told, *told]], torch.cat([teacher.label([one['marked'] for one in pool]), gold, gold]))
    made = artefact_of(student)
    out = asked.out or reader.artefact
    out.parent.mkdir(exist_ok=True)
    out.write_text(made)
    print(f'{len(told)} rows, {len(pool)} composed ones, {len(listed)} words, {len(made)} bytes: {out}')
    if out == reader.artefact:
        digest = lambda data: f'sha256:{hashlib.sha256(data).hexdigest()}'
        learnt_from = {path.parent.name: digest(path.read_bytes()) for path in every if path.parent.name not in left_out}
        origin = {'artefact': digest(made.encode()), 'rows': learnt_from}
        (SETS / f'{asked.what}-origin.json').write_text(json.dumps(origin, indent=2) + '\n')
    asked_for = [path for path in every if path.parent.name in asked.without.split(',')]
    tests = seen(reader, [one for path in asked_for for one in jsonl(path)])
    if tests:
        report(reader, tests, teacher, student)


def report(reader: Reader, tests: list[dict], teacher: Teacher, student: Student) -> None:
    """How often each reader is right on sets that were left out; of several things that are right, one."""
    by_teacher = teacher.label([one['marked'] for one in tests]).argmax(1)
    with torch.no_grad():
        by_student = student(padded([student.numbers(one['words']) for one in tests])).argmax(1)
    right = lambda guesses: sum(reader.classes[at] in (one['right'] or [reader.rest]) for at, one in zip(guesses, tests, strict=True))
    print(f'{len(tests)} left out: teacher {right(by_teacher)}, student {right(by_student)}')


if __name__ == '__main__':
    main()
