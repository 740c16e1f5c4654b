"""Teaches the learnt reader of the audit: what is sold, and which frictions a sentence states. scripts/teach/README.md says how and why."""

import argparse
import hashlib
import json
import subprocess
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / 'teach')]

import torch
from artefact import artefact_of
from rows import NODE, ROOT, Row, words_of
from student import Student, learn, vocabulary
from teacher import Teacher
from variants import neighbours, varied

ARTEFACT = ROOT / 'src/products/agent-revenue-audit/learnt/reader.artefact.json'
SETS = ('strangers-train', 'stranger', 'stranger-2', 'stranger-3', 'dev')
PHRASES = ROOT / 'data/audit/returns.txt'
#: Of a kind that is accepted beside the usual one, all together.
ALSO = 0.3
#: What a sentence says of a friction: `none`, `yes` and, where labels rule it out, `no`.
NONE, YES, NO = '-', '', 'no:'
#: The few sentences that say something count so often.
TIMES = 2
BEFORE = """We sell |We offer |Our API: |New: |The service |Note: |Pricing: |Terms: |FAQ: |Today |For agents: |Hi! |In short: |Plans: |
Access: |Status: |From our docs: |Please note that |At the moment |Right now """.replace('\n', '').split('|')
BEHIND = """ $0.02 per call| Pay in USDC| JSON over HTTPS| since 2021| on Base| as of today| for every customer| in the EU| worldwide|
 see the docs| as always| for now| per our terms|, that is all|, and it works| by design""".replace('\n', '').split('|')


def told() -> dict:
    done = subprocess.run([str(NODE), str(ROOT / 'scripts/audit/sentences.ts')], capture_output=True, text=True, check=True, cwd=ROOT)
    return json.loads(done.stdout)


class Task:
    """The classes of all questions, and which of them belong together."""

    def __init__(self, kinds: list[str], frictions: list[str]):
        self.frictions = frictions
        names = sorted({name.removeprefix(NO) for name in frictions})
        self.asked = [[f'{NONE}{name}', *(mark + name for mark in (YES, NO) if mark + name in frictions)] for name in names]
        self.classes = [*kinds, *(one for each in self.asked for one in each)]
        self.kinds = kinds
        self.groups = [slice(0, len(kinds))]
        for each in self.asked:
            self.groups.append(slice(self.groups[-1].stop, self.groups[-1].stop + len(each)))

    def of_sentence(self, sentence: dict) -> Row:
        right = {self.frictions[k] for k in sentence['right']}
        unknown = {self.frictions[k] for k in sentence['unknown']}
        shares = {}
        for each in self.asked:
            said = [one for one in each if one in right]
            if said:
                shares |= {one: 1 / len(said) for one in said}
            elif not any(one in unknown for one in each):
                shares[each[0]] = 1.0
        return Row(sentence['text'].strip(), shares)

    def of_kind(self, text: str, kinds: list[str]) -> Row:
        first, *also = [one for one in kinds if one in self.kinds]
        return Row(text, {first: 1 - ALSO * bool(also), **{one: ALSO / len(also) for one in also}})


def rows_of(task: Task, sellers: list[dict]) -> list[Row]:
    rows = []
    for one in sellers:
        offer = one['currentOffer']
        rows.append(task.of_kind(offer, one['kinds']))
        if one.get('returns'):
            rows.append(task.of_kind(one['returns'], one['kinds']))
        for sentence in one['sentences']:
            rows += [task.of_sentence(sentence)] * (TIMES if sentence['right'] else 1)
    for line in PHRASES.read_text().strip().split('\n'):
        kind, phrases = line.split(': ', 1)
        rows += [task.of_kind(phrase.strip(), [kind]) for phrase in phrases.split(';')]
    return rows


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument('--without', default='', help='authors to leave out, to measure on: A9,stranger-2')
    ask.add_argument('--texts', type=int, default=30_000, help='varied texts that the teacher labels')
    ask.add_argument('--epochs', type=int, default=4, help='of the teacher')
    ask.add_argument('--out', type=Path, default=ARTEFACT)
    ask.add_argument('--tell', type=Path, help='a file for what the teacher says of the authors that were left out')
    asked = ask.parse_args()
    torch.set_num_threads(1)

    data = told()
    without = set(asked.without.split(','))
    task = Task(data['kinds'], data['classes'])
    rows = rows_of(task, [one for one in data['sellers'] if one['author'] not in without])
    print(f'{len(rows)} rows', flush=True)
    teacher = Teacher(task.classes, task.groups)
    teacher.learn(rows, epochs=asked.epochs)
    if asked.tell:
        left = [one for one in data['sellers'] if one['author'] in without]
        texts = [text for one in left for text in (one['currentOffer'], f'{one["serviceName"]}. {one["currentOffer"]}', *(each['text'] for each in one['sentences']))]
        said = dict(zip(texts, teacher.label(texts).tolist(), strict=True))
        asked.tell.write_text(json.dumps({'classes': task.classes, 'said': said}))

    texts = [row.text for row in rows]
    people = words_of(texts)
    listed = vocabulary(people, teacher.common_words(7_000))
    vectors = teacher.vectors_of(listed)
    pool = varied(list(dict.fromkeys(texts)), asked.texts, neighbours(listed, vectors), BEFORE, BEHIND)
    labels = teacher.label(pool)
    print(f'{len(pool)} texts labelled', flush=True)
    gold = torch.tensor([[row.shares.get(name, 0.0) for name in task.classes] for row in rows])
    student = Student(listed, vectors, task.classes)
    # What people labelled counts twice.
    learn(student, [*words_of(pool), *people, *people], torch.cat([labels, gold, gold]), 6, groups=task.groups)

    made = json.loads(artefact_of(student))
    origin = hashlib.sha256(b''.join((ROOT / 'data/audit' / name / f'{file}.jsonl').read_bytes() for name in SETS for file in ('sellers', 'labels')) + PHRASES.read_bytes())
    text = json.dumps({'origin': origin.hexdigest()[:16] + asked.without, **made}, ensure_ascii=False, separators=(',', ':')) + '\n'
    asked.out.write_text(text)
    print(f'{len(rows)} rows, {len(pool)} texts, {len(listed)} words, {len(text)} bytes: {asked.out}')


if __name__ == '__main__':
    main()
