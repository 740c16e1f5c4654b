"""Teaches the learnt reader of roles: what a number of a goal is (`src/reading/terms/learnt/`). scripts/teach/README.md says how and why."""

import argparse
import json
import random
import re
import subprocess
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / 'teach')]

import torch
from artefact import artefact_of
from rows import NODE, ROOT, Row, jsonl
from student import Student, learn, vocabulary
from teacher import Teacher

SETS = ROOT / 'data/reading'
ARTEFACT = ROOT / 'src/reading/terms/learnt/roles.artefact.json'
ASIDE = 'aside'
CLASSES = ['price', 'value', 'budget', 'priceLimit', 'calls', 'maxCalls', ASIDE]


def mentions_of(goals: list[dict]) -> list[list[dict]]:
    done = subprocess.run(
        [str(NODE), str(ROOT / 'scripts/reading/mentions.ts')],
        input=json.dumps(goals), capture_output=True, text=True, check=True,
    )
    return json.loads(done.stdout)


def shares_of(roles: list[str]) -> dict[str, float]:
    return {role: 1 / len(roles) for role in roles} if roles else {ASIDE: 1.0}


MONEY = re.compile(r'\$ ?\d[\d,.]*|\b\d[\d,.]*(?= ?(?:usdc?|dollars?|bucks|cents?|¢))', re.I)
COUNT = re.compile(r'(?<![\d.$-])\b\d{1,4}\b(?![\d.%-])')
AMOUNTS = ['0.002', '0.0005', '0.01', '0.02', '0.05', '0.08', '0.10', '0.25', '0.50', '1', '1.50', '2', '3', '5', '10', '12', '20', '50', '400', '1,200']
COUNTS = ['2', '3', '4', '5', '6', '8', '12', '15', '18', '20', '25', '40', '60', '75', '90', '120', '250', '400', '1200']
PARTS = re.compile(r'(?<=[.;!?]) +|, (?=[a-z])')


def composed(texts: list[str], most: int, seed: int = 7) -> list[str]:
    """Goals that nobody wrote: other numbers, parts left out, moved or put together with those of others."""
    rng = random.Random(seed)
    parts = [part for text in texts for part in PARTS.split(text) if re.search(r'\d|\b(?:one|two|three|four|five|ten|cents?|dollars?)\b', part)]
    made = dict.fromkeys(texts)
    while len(made) < most:
        text = rng.choice(texts)
        mine = PARTS.split(text)
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


def hidden(told: list[dict], rng: random.Random) -> None:
    """The rules have seen most of these goals and are right more often than they will be: now and then they say nothing."""
    for one in told:
        if rng.random() < 0.35:
            one['words'][0] = '=unread'
            one['marked'] = 'unread :' + one['marked'].split(' :', 1)[1]


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument('--without', default='', help='sets to leave out, to measure on: M,Q')
    ask.add_argument('--goals', type=int, default=20_000, help='composed goals whose numbers the teacher labels')
    ask.add_argument('--epochs', type=int, default=8, help='of the teacher')
    ask.add_argument('--out', type=Path, default=ARTEFACT)
    asked = ask.parse_args()
    torch.set_num_threads(1)

    left_out = asked.without.split(',')
    files = [path for path in sorted(SETS.glob('*/goals.jsonl')) if path.parent.name not in left_out]
    goals = [one for path in files for one in jsonl(path)]
    told = [one for goal in mentions_of(goals) for one in goal]
    hidden(told, random.Random(3))
    rows = [Row(one['marked'], shares_of(one['roles'])) for one in told]
    teacher = Teacher(CLASSES)
    teacher.learn(rows, epochs=asked.epochs)

    pool = [one for goal in mentions_of([{'text': text} for text in composed([goal['text'] for goal in goals], asked.goals)]) for one in goal]
    labels = teacher.label([one['marked'] for one in pool])
    gold = torch.tensor([[row.shares.get(name, 0.0) for name in CLASSES] for row in rows])
    words = [one['words'] for one in [*pool, *told, *told]]
    listed = vocabulary([one['words'] for one in told], teacher.common_words(4_000))
    student = Student(listed, teacher.vectors_of(listed), CLASSES)
    learn(student, words, torch.cat([labels, gold, gold]))
    made = artefact_of(student)
    asked.out.parent.mkdir(exist_ok=True)
    asked.out.write_text(made)
    print(f'{len(rows)} numbers, {len(pool)} composed ones, {len(listed)} words, {len(made)} bytes: {asked.out}')

    tests = [one for path in SETS.glob('*/goals.jsonl') if path.parent.name in left_out for goal in mentions_of(jsonl(path)) for one in goal]
    if tests:
        report(tests, teacher, student)


def report(tests: list[dict], teacher: Teacher, student: Student) -> None:
    """How often each reader is right on sets that were left out."""
    from student import padded

    by_teacher = teacher.label([one['marked'] for one in tests]).argmax(1)
    with torch.no_grad():
        by_student = student(padded([student.numbers(one['words']) for one in tests])).argmax(1)
    right = lambda guesses: sum(CLASSES[guess] in (one['roles'] or [ASIDE]) for guess, one in zip(guesses, tests, strict=True))
    ruled = sum((ASIDE if one['ruled'] == 'unread' else one['ruled']) in (one['roles'] or [ASIDE]) for one in tests)
    print(f'{len(tests)} numbers left out: rules {ruled}, teacher {right(by_teacher)}, student {right(by_student)}')


if __name__ == '__main__':
    main()
