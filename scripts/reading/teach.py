"""Teaches the learnt reader of statements (`src/products/opportunity-check/learnt/`). scripts/teach/README.md says how and why."""

import argparse
import hashlib
import json
import random
import subprocess
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / 'teach')]

import torch
from artefact import artefact_of, student_of
from compose import composed, denied
from rows import NODE, ROOT, Row, jsonl
from student import Student, learn, vocabulary
from teacher import Teacher
from variants import neighbours, varied

SETS = ROOT / 'data/reading'
ARTEFACT = ROOT / 'src/products/opportunity-check/learnt/model.artefact.json'
WORDINGS = ROOT / 'src/products/opportunity-check/golden.wordings.json'
SAYINGS = ROOT / 'src/products/opportunity-check/golden.statements.json'
NOTHING = 'none'
#: Texts of other people that tell nothing of a seller: what buyers want to buy, and failures of other software.
UNRELATED = [*sorted((ROOT / 'data/policy/strangers-train').glob('goals*.jsonl')), *sorted((ROOT / 'data/failures').glob('*/unrelated.jsonl'))]
MOST_UNRELATED = 3_000


def name_of(signal: dict) -> str:
    return ('' if signal['holds'] else '!') + signal['signal']


def own_statements() -> list[dict]:
    """The wordings that the tests of the rules hold, with what is read of them: no word here may be unlearnt."""
    wordings, sayings = json.loads(WORDINGS.read_text()), json.loads(SAYINGS.read_text())
    told = [*wordings['read'], *sayings['statements'], *([text, ''] for text in wordings['none'])]
    return [{'text': text, 'expect': [signal_of(one) for one in read.split()]} for text, read in told]


def signal_of(mark: str) -> dict:
    """`~!refund_path@7` is a signal that does not hold; who says so and when is not learnt."""
    name = mark.strip('~^').split('@')[0]
    return {'signal': name.strip('!~^'), 'holds': '!' not in name}


def unrelated() -> list[str]:
    texts = [one['text'] for path in UNRELATED for one in jsonl(path) if len(one['text']) <= 160]
    return random.Random(5).sample(texts, min(MOST_UNRELATED, len(texts)))


def effects(statements: list[dict]) -> dict[str, str]:
    """What each class does to trust, by the statements that say it alone."""
    counts: dict[str, dict[str, int]] = {}
    for one in statements:
        if len(one['expect']) == 1:
            held = counts.setdefault(name_of(one['expect'][0]), {})
            held[one['effect']] = held.get(one['effect'], 0) + 1
    return {name: max(held, key=held.get) for name, held in counts.items()}


def row_of(statement: dict, does: dict[str, str]) -> Row:
    said = [name_of(one) for one in statement['expect']]
    if statement['effect'] == NOTHING or not said:
        return Row(statement['text'], {NOTHING: 1.0})
    # A text that says something bad says nothing good.
    telling = [one for one in said if does.get(one) == statement['effect']] or said
    return Row(statement['text'], {one: telling.count(one) / len(telling) for one in telling})


def opposites(does: dict[str, str]) -> dict[str, str]:
    turned = {name: name[1:] if name.startswith('!') else f'!{name}' for name in does}
    return {name: other for name, other in turned.items() if does.get(other, NOTHING) != NOTHING}


def seen(texts: list[str]) -> list[dict]:
    """What the rules say of each text (`told`), and its words."""
    done = subprocess.run(
        [str(NODE), str(ROOT / 'scripts/reading/statements.ts')],
        input=json.dumps(texts), capture_output=True, text=True, check=True,
    )
    return json.loads(done.stdout)


def told_words(one: dict, rng: random.Random, hidden: float) -> list[str]:
    """The rules have seen most of these texts, or parts of them, and are right more often than they will be: now and then they say nothing."""
    told = one['told']
    if rng.random() < hidden:
        told = ['=unread-words', *(word for word in told if word in TOLD_OF_ALL)]
    return [*told, *one['words']]


#: What is told of a statement whether the rules read it or not.
TOLD_OF_ALL = ('=open', '=turned', '=claimed', '=reported', '=')


def begun(asked: argparse.Namespace, rows: list[Row], people: list[dict], classes: list[str]) -> tuple[Student, list[str], torch.Tensor]:
    """A student that has learnt nothing but the vectors of its words, and sentences with what a teacher says of them."""
    teacher = Teacher(classes)
    if asked.teacher and asked.teacher.exists():
        teacher.load(asked.teacher)
    else:
        teacher.learn(rows, epochs=asked.epochs)
        if asked.teacher:
            teacher.save(asked.teacher)
    texts = [row.text for row in rows]
    listed = vocabulary([[*one['told'], *one['words']] for one in people], teacher.common_words(8_000))
    vectors = teacher.vectors_of(listed)
    pool = composed(texts, asked.sentences // 2)
    pool = list(dict.fromkeys([*pool, *varied(texts, asked.sentences // 2, neighbours(listed, vectors), ['we saw: '], ['as of today'])]))
    return Student(listed, vectors, classes), pool, teacher.label(pool)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument('--without', default='', help='sets to leave out, to measure on: K,L')
    ask.add_argument('--sentences', type=int, default=40_000, help='composed and varied sentences that the teacher labels')
    ask.add_argument('--teacher', type=Path, help='a file with the weights of a teacher: it is used, or written when it is not there')
    ask.add_argument('--epochs', type=int, default=3, help='of the teacher')
    ask.add_argument('--student-epochs', type=int, default=6)
    ask.add_argument('--further', default='', help='without a teacher: the student that ships learns on, from all sets and from these too: S6,S7')
    ask.add_argument('--out', type=Path, default=ARTEFACT)
    asked = ask.parse_args()
    torch.set_num_threads(1)

    origin = json.loads((SETS / 'model-origin.json').read_text())
    learnt = dict.fromkeys([*origin['rows'], *filter(None, asked.further.split(','))])
    names = [name for name in learnt if name not in asked.without.split(',')]
    files = {name: SETS / name / 'statements.jsonl' for name in names}
    statements = [one for path in files.values() for one in jsonl(path)]
    does = effects(statements)
    for one in own_statements():
        said = [does.get(name_of(signal), NOTHING) for signal in one['expect']]
        statements.append({**one, 'effect': next((sign for sign in ('bad', 'good') if sign in said), NOTHING)})
    rows = [row_of(one, does) for one in statements]
    classes = [*sorted({name for row in rows for name in row.shares} - {NOTHING}), NOTHING]

    people = seen([row.text for row in rows])
    alone = [(row.text, next(iter(row.shares))) for row in rows if len(row.shares) == 1 and NOTHING not in row.shares]
    turned = [*denied(alone, opposites(does)), *((text, NOTHING) for text in unrelated())]

    def shares_of(each: list[dict[str, float]]) -> torch.Tensor:
        return torch.tensor([[one.get(name, 0.0) for name in classes] for one in each])

    gold = shares_of([row.shares for row in rows])
    against = shares_of([{says if says in classes else NOTHING: 1.0} for _, says in turned])
    rng = random.Random(9)
    gold_words = [*(told_words(one, rng, 0.0) for one in people), *(told_words(one, rng, 0.7) for one in people)]
    other_words = [told_words(one, rng, 0.0) for one in seen([text for text, _ in turned])]
    if asked.further:
        student = student_of(ARTEFACT.read_text(), [[*one['told'], *one['words']] for one in people])
        if student.classes != classes:
            raise ValueError('these sets tell of other signals than the student: teach one from the beginning')
        pool: list[str] = []
        learn(student, [*gold_words, *other_words], torch.cat([gold, gold, against]), epochs=asked.student_epochs, rate=1e-3)
    else:
        student, pool, labels = begun(asked, rows, people, classes)
        words = [*(told_words(one, rng, 0.2) for one in seen(pool)), *gold_words, *other_words]
        # What people labelled counts twice, once as if the rules had not seen it.
        learn(student, words, torch.cat([labels, gold, gold, against]), epochs=asked.student_epochs)

    made = artefact_of(student)
    asked.out.write_text(made)
    print(f'{len(rows)} rows, {len(pool)} sentences, {len(student.words)} words, {len(made)} bytes: {asked.out}')
    if asked.out == ARTEFACT:
        digest = lambda data: f'sha256:{hashlib.sha256(data).hexdigest()}'
        origin = {'artefact': digest(made.encode()), 'rows': {name: digest(path.read_bytes()) for name, path in files.items()}}
        (SETS / 'model-origin.json').write_text(json.dumps(origin, indent=2) + '\n')


if __name__ == '__main__':
    main()
