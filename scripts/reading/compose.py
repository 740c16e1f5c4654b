"""Sentences that nobody wrote: statements with words changed, parts put together, turned, doubted. The teacher labels most."""

import random
import re

DOMAINS = """weather fx ocr geocode lead image translation transcript price scan search quote report screenshot summary sentiment
route parcel stock job news map tide train flight company patent invoice receipt captcha proxy email phone token wallet gas block
chart dataset model audio video pdf vin address domain dns certificate visa tax recipe sports odds""".split()
DAYS = """yesterday|today|last week|this morning|two days ago|in March|since May|on Monday|on 2026-11-18|three weeks ago|a month ago|
last night|an hour ago|just now|in October|on 3 Nov|over the summer|in 2024|for two years|all week|this month""".replace('\n', '').split('|')
PEOPLE = ['we', 'I', 'they', 'somebody', 'nobody', 'our agent']
SELLERS = 'seller provider vendor operator service host API site endpoint company owner'.split()
COUNTS = [2, 3, 4, 5, 7, 9, 11, 12, 18, 20, 25, 40, 60, 100, 250, 5000]

DOUBTED = """I think |maybe |probably |apparently |it seems that |not sure but |might be that |I guess |if I remember right |
supposedly |possibly |they plan that |we hope |is it true that |do you know whether |does it matter that |check whether |
they promise that |in case |suppose |unless """.replace('\n', '').split('|')
CLAIMED = 'the seller says |the vendor claims |their page states: |according to the provider, |docs say |per README: |they told us that |the operator writes that '.split('|')
REPORTED = 'two users report: |somebody on Discord says |a reviewer wrote that |another agent told us |three buyers confirm: |GitHub issue: |forum post: |a colleague says '.split('|')
NOTED = 'note: |log: |fyi |update: |status: |seen: |probe result: |check 3: |- |[ok] |[warn] '.split('|')
BEFORE = [DOUBTED, CLAIMED, REPORTED, NOTED, NOTED]
BEHIND = """ (checked today)|, as of this morning|, see the log| according to our log|, screenshot attached|; that is all we know|, fwiw| so far|
, twice|, again| for us| on Base| last week|, no idea why|, and that is fine| - confirmed|, tested from two regions|. Nothing else known.|
, which is nice|, sadly|, as usual|, for the record""".replace('\n', '').split('|')
JOINTS = [', ', ', but ', ' and ', '. ', '; ', ' - ', ', though ', ', while ']
TURNS = [
    (r'\b(is|was|are|were|has|have|does|did|can|could|will|would)\b', r'\1 not'),
    (r"\b(is|was|does|did|has|have)(?: not|n't)\b", r'\1'),
    (r'\bno\b', 'a'), (r'\bnever\b', 'always'), (r'\balways\b', 'never'), (r'\bwithout\b', 'with'), (r'\bwith\b', 'without'),
    (r'\b(a|an|the)\b', 'no'), (r'\bevery\b', 'no'), (r'\bnobody\b', 'somebody'), (r'\bnothing\b', 'everything'),
    (r'\ball\b', 'none of'), (r'\bnone\b', 'all'),
]  # fmt: skip


def composed(texts: list[str], most: int, seed: int = 7) -> list[str]:
    """`most` different sentences, the given ones among them."""
    rng = random.Random(seed)
    clauses = [part.strip(' .') for text in texts for part in re.split(r', |; | but | and | - |\. ', text) if len(part.split()) >= 3]
    short = [text for text in texts if len(text.split()) <= 11]

    def changed(text: str) -> str:
        words = text.split()
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(words))
            word = words[at].lower().strip('.,;:')
            if word in DOMAINS:
                words[at] = rng.choice(DOMAINS)
            elif re.fullmatch(r'\d{1,4}', word):
                words[at] = str(rng.choice(COUNTS))
            elif word in ('we', 'i'):
                words[at] = rng.choice(PEOPLE)
            elif word in SELLERS:
                words[at] = rng.choice(SELLERS)
            elif word in ('yesterday', 'today', 'now'):
                words[at] = rng.choice(DAYS)
            elif rng.random() < 0.25 and len(words) > 4:
                words.pop(at)
        return ' '.join(words)

    def turned(text: str) -> str:
        for _ in range(6):
            found, instead = rng.choice(TURNS)
            other = re.sub(found, instead, text, count=1, flags=re.I)
            if other != text:
                return other
        return f'not true: {text}'

    def joined(text: str) -> str:
        part, joint = rng.choice(clauses), rng.choice(JOINTS)
        return text.rstrip('.') + joint + part if rng.random() < 0.5 else part + joint + lowered(text)

    made = dict.fromkeys(texts)
    while len(made) < most:
        text = rng.choice(short if rng.random() < 0.6 else texts)
        ways = [
            (0.30, lambda: changed(text)), (0.18, lambda: turned(text)), (0.12, lambda: rng.choice(rng.choice(BEFORE)) + lowered(text)),
            (0.10, lambda: text.rstrip('.') + rng.choice(BEHIND)), (0.20, lambda: joined(text)), (0.05, lambda: turned(changed(text))),
            (0.05, lambda: rng.choice(clauses) + rng.choice([', ', ' and ', ', but ']) + rng.choice(clauses)),
        ]  # fmt: skip
        (way,) = rng.choices([one for _, one in ways], [share for share, _ in ways])
        made[way()[:240]] = None
    return list(made)


def lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


NOT_SO = """it is not true that |not true that |it is false that |we never saw that |we have not seen that |there is no sign that |
no evidence that |never happened that |it is not the case that |contrary to rumours it is not so that |none of us saw that """.replace('\n', '').split('|')
NOT_SAID = """nobody says that |nobody reports that |nothing suggests that |no report says that |we do not know whether |nobody knows if |
I cannot say whether |not checked whether |unclear whether |we could not find out if |still to be checked: |what if |suppose that |
if it turns out that |if |before you pay, check whether |make sure that |ask them whether |they hope that |for another vendor: |
at a competitor, |unlike here, elsewhere |last year at another shop |the tutorial explains what to do when |
seldom |once in a while |for one route in ten |it happens rarely that |now and then |on a lucky day |in our mock server |on their staging host |
on the testbed |in the docs of another API |as an example: |imagine |let us say |in an ideal world |in theory, |years ago |until last spring |
at first |in the previous release |before the relaunch |next quarter |sometime soon |one fine day |from next week on |haha, |oh great, |
of course, and the earth is flat: |right... |as they would like it, |they refuse to say that |they dispute that |they dream that |
somebody claims and nobody believes that |who says that |have you seen that |tell me if |can somebody confirm that |todo: see whether |
please look whether |I would love it if |it would help if |we had hoped that |it ought to be that |""".replace('\n', '').rstrip('|').split('|')
TAKEN_BACK = """, but that was before|, but no longer|, not since the relaunch|, yet our probe shows the opposite|, though it ended last week|
, or at least we believed it| - no longer so|, which turned out to be wrong|, only in the brochure| on paper|, on slides|, but in reality it is not so|
; this has changed since|. That was last year.|. Not today.| until it stopped| before they moved| on the old host| in an earlier version|
 - haha|, if you believe that|, as if| (joking)|, said no one|, and I am the queen|, sure| ...not|, one time in ten|, now and then|, on a lucky day|
, at best here and there|, rarely| when they have fixed it| after the next release|, if all goes well|, when the moon is blue| sooner or later|
, so they dream|? nobody knows|? no idea|, is that so?|, right?| - or is it?""".replace('\n', '').split('|')
#: What may be denied in so many ways that rows alone would not teach it: who denies, what, and what that says.
DENIALS = [
    ('nobody asks for |never asks for |it does not ask for |they did not ask for |no request for |at no point were we asked for |no need to hand over |nobody wanted ',
     'a seed phrase|the seed phrase|a private key|our private key|private keys|the mnemonic|a recovery phrase|wallet secrets|your keys|any secret', 'none', 140),
    ('no |found no |I found no |there are no |we know of no |zero |not a single |no known |nobody has posted |never read ',
     'scam reports|reports of fraud|phishing reports|complaints about theft|drained wallets|fraud warnings|blocklist entry|warnings about the operator', 'none', 140),
    ('not a |it is no |this is not a |not known as a |nobody calls it a ', 'scam|phishing site|drainer|fraud|rug pull|honeypot|fake', 'none', 80),
    ('no |never a |not one |without a |we had no |nobody had a |zero |there was no |saw no ',
     'double charge|second debit|duplicate charge|charge twice|repeated debit|second charge for one call|double billing', 'none', 100),
    ('never |was never |we were never |nobody was ever |I was not ', 'charged twice|billed twice|debited twice|double charged|double billed', 'none', 80),
    ('our wallet was not |the wallet is not |we are not |not ', 'short of funds|empty|out of USDC|underfunded|below the price', 'none', 60),
    ('the cap was not |our spend limit is not |the limit was never ', 'too low|below the price|a problem|hit|exceeded', 'none', 50),
    ('no |no known |not a single |never a |there was no |zero ', 'declined payment|refused payment|payment was declined|rejected payment', 'none', 50),
    ('not down|never down|no outage|no downtime|not a single 5xx|no server errors|no 500s|never offline|not one timeout', '| this month| since May| in our probes', 'uptime_ok', 70),
]  # fmt: skip
ENDS = ['', '.', ' so far', ' as far as we saw', ' here', ' at any point', '; good', ' in all our calls', ' (checked)']


def denied(statements: list[tuple[str, str]], opposite: dict[str, str], seed: int = 11) -> list[tuple[str, str]]:
    """
    Statements of one signal denied, doubted, taken back, or of another time or seller, with what they say then: few people
    write these, and each turns a statement round. `opposite`: of a class its denial; absent: nothing.
    """
    rng = random.Random(seed)
    made = []
    for text, signal in statements:
        if len(text.split()) > 14 or '=' in text or ':' in text[:20]:
            continue
        body = lowered(text.strip()).rstrip('.!')
        if rng.random() < 0.5:
            made.append((rng.choice(NOT_SO) + body, opposite.get(signal, 'none')))
        made.append((rng.choice(NOT_SAID) + body, 'none'))
        made.append((body + rng.choice(TAKEN_BACK), 'none'))
    for who, what, says, count in DENIALS:
        for _ in range(count):
            made.append((rng.choice(who.split('|')) + rng.choice(what.split('|')) + rng.choice(ENDS), says))
    return made
