"""Teaches the learnt reader of goals and offers (`src/policy/learnt/`). scripts/teach/README.md says how and why."""

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
from rows import NODE, ROOT, Row, jsonl, log_shares, words_of
from student import Student, learn, padded, vocabulary
from teacher import Teacher
from variants import neighbours, varied

ARTEFACT = ROOT / 'src/policy/learnt/reader.artefact.json'
ORIGIN = ROOT / 'data/policy/reader-origin.json'
#: What a goal asks for, then whether an offer is lawful: two questions of one text.
GOAL = 'ok vague investment trading tax legal lending compliance outreach scraping unlawful_service'.split()
OFFER = ['offer_ok', 'offer_unlawful']
CLASSES = [*GOAL, *OFFER]
GROUPS = [slice(0, len(GOAL)), slice(len(GOAL), len(CLASSES))]
#: Rows of templates are many and alike.
LEAST_WEIGHT, KEPT_OF_LEAST = 0.5, 0.2
#: Sellers as they describe themselves offer no harm.
SELLERS = [ROOT / 'data/audit' / name / 'sellers.jsonl' for name in ('dev', 'stranger', 'stranger-2', 'stranger-3', 'strangers-train')]

BEFORE = """We sell: |We offer |I run a small service: |New: |API: |For agents: |Service: |Listing: |On offer: |Hi, |Hello, |Looking for: |I need |
I want |We need |Need: |Please |Can you |Find me |Find a provider for: |Is there an API that does this: |Who sells this: |Should I buy this: |
How much would it cost: |goal: |Task: |Compare sellers of this: |Buy this: |Our agent wants |POST /v1/run: |GET /v1/lookup: |x402 endpoint: |
Pay per call: |Returns JSON. |Fast and cheap. |24/7 support. |Best price. """.replace('\n', '').split('|')
BEHIND = """ $0.02 per call, x402, Base| Pay in USDC| Bulk pricing on request| 0.05 USDC a request| No account needed| Results as JSON| Delivered within a day|
 Support over chat| Works in all countries| Refund if it fails| Volume discounts| First call free| No questions asked| Escrow accepted|
 Budget is $5| I pay 0.10 USDC| Is that worth it?| Which provider is cheapest?| Tell me the price| Cap at $1| before I pay| Thanks| asap|
 One call only| Sandbox first| Updated daily""".replace('\n', '').split('|')


def labelled() -> dict:
    done = subprocess.run([str(NODE), str(ROOT / 'scripts/policy/rows.ts')], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def row_of(one: dict) -> Row:
    if one['offer']:
        return Row(one['text'], {OFFER[GOAL[one['classes'][0]] == 'unlawful_service']: 1.0})
    return Row(one['text'], {GOAL[k]: 1 / len(one['classes']) for k in one['classes']})


def sellers() -> list[str]:
    bodies = [one['body'] for path in SELLERS for one in jsonl(path)]
    return [body['currentOffer'][:500] for body in bodies]


def taught(teacher: Teacher, rows: list[Row], most: int, epochs: int = 5) -> Student:
    """A student of rows, and of varied texts that the teacher labels."""
    texts = [row.text for row in rows]
    people = words_of(texts)
    listed = vocabulary(people, teacher.common_words(8_000))
    vectors = teacher.vectors_of(listed)
    pool = varied(texts, most, neighbours(listed, vectors), BEFORE, BEHIND)
    labels = teacher.label(pool)
    print(f'{len(pool)} texts labelled', flush=True)
    gold = torch.tensor([[row.shares.get(name, 0.0) for name in CLASSES] for row in rows])
    student = Student(listed, vectors, CLASSES)
    # What people labelled counts twice.
    learn(student, [*words_of(pool), *people, *people], torch.cat([labels, gold, gold]), epochs, groups=GROUPS)
    return student


@torch.no_grad()
def said_by(student: Student, texts: list[list[str]]) -> torch.Tensor:
    parts = [student(padded([student.numbers(words) for words in texts[at : at + 256]])) for at in range(0, len(texts), 256)]
    return torch.cat([log_shares(part, GROUPS).exp() for part in parts])


def further(made: str, old: list[Row], new: list[Row], epochs: int = 4) -> Student:
    """The student that ships learns harm from new rows, twice each, and keeps most of what it says of the old: of a lawful goal it only learns that it is no harm."""
    rows = [*old, *new, *new]
    people = words_of([row.text for row in rows])
    student = student_of(made, people, fewest=3)
    student.eval()
    said = said_by(student, people)
    gold = torch.tensor([[row.shares.get(name, 0.0) for name in CLASSES] for row in rows])
    # Of a group that nobody told of, nothing is learnt.
    told = torch.cat([gold[:, group].sum(1, keepdim=True).expand(-1, group.stop - group.start) for group in GROUPS], 1)
    lawful = said * told
    lawful[:, GOAL.index('unlawful_service')] = 0
    lawful = lawful / lawful.sum(1, keepdim=True)
    fine = gold[:, GOAL.index('ok')] == 1
    is_new = torch.arange(len(rows)) >= len(old)
    shares = torch.where(is_new.unsqueeze(1), torch.where(fine.unsqueeze(1), 0.9 * lawful + 0.1 * gold, gold), 0.2 * gold + 0.8 * said * told)
    learn(student, people, shares, epochs, groups=GROUPS, rate=1e-3)
    return student


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument('--without', default='', help='authors to leave out, to measure on: stranger-l,stranger-o')
    ask.add_argument('--teacher-without', default='', help='authors whom only the teacher leaves out: it was measured on them')
    ask.add_argument('--texts', type=int, default=32_000, help='varied texts that the teacher labels')
    ask.add_argument('--epochs', type=int, default=4, help='of the teacher')
    ask.add_argument('--further', default='', help='without a teacher: the student that ships learns from these authors: stranger-v,stranger-w')
    ask.add_argument('--out', type=Path, default=ARTEFACT)
    ask.add_argument('--tell', type=Path, help='a folder for what teacher and student say of the authors that were left out')
    asked = ask.parse_args()
    torch.set_num_threads(1)

    data = labelled()
    rng = random.Random(3)
    every = [one for one in data['rows'] if one['weight'] > LEAST_WEIGHT or rng.random() < KEPT_OF_LEAST]
    lawful = [Row(text, {OFFER[0]: 1.0}) for text in sellers()]

    def rows_without(authors: str) -> list[Row]:
        return [*(row_of(one) for one in every if one['author'] not in authors.split(',')), *lawful]

    rows = rows_without(asked.without)
    if asked.further:
        new = [row_of(one) for one in every if one['author'] in asked.further.split(',')]
        write(asked.out, further(ARTEFACT.read_text(), rows_without(f'{asked.without},{asked.further}'), new), data['digest'])
        return
    teacher = Teacher(CLASSES, GROUPS)
    teacher.learn(rows_without(f'{asked.without},{asked.teacher_without}'), epochs=asked.epochs)
    if asked.tell:
        asked.tell.mkdir(parents=True, exist_ok=True)
        torch.save({'encoder': teacher.encoder.state_dict(), 'head': teacher.head.state_dict()}, asked.tell / 'teacher.pt')
        left = [one for one in every if one['author'] in f'{asked.without},{asked.teacher_without}'.split(',')]
        told = teacher.label([one['text'] for one in left])
        (asked.tell / 'teacher.jsonl').write_text(''.join(json.dumps({**one, 'said': said}) + '\n' for one, said in zip(left, told.tolist(), strict=True)))

    write(asked.out, taught(teacher, rows, asked.texts), data['digest'])


def write(out: Path, student: Student, rows: str) -> None:
    made = artefact_of(student)
    out.write_text(made)
    print(f'{len(student.words)} words, {len(made)} bytes: {out}')
    if out == ARTEFACT:
        origin = {'artefact': f'sha256:{hashlib.sha256(made.encode()).hexdigest()}', 'rows': rows}
        ORIGIN.write_text(json.dumps(origin, indent=2) + '\n')


if __name__ == '__main__':
    main()
