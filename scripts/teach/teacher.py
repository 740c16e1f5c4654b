"""The teacher: a pretrained encoder, fine-tuned on labelled rows."""

import random
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from base import encoder, tokenizer
from rows import ONE_GROUP, Groups, Row, batches, log_shares
from torch import nn

FROZEN_LAYERS = 4
#: Half the bits take half the time where the processor has them, and four to seven times as much where it has not.
HALVED = torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported()
LONGEST = 64
#: Words that it does not see while it learns.
HIDDEN_SHARE = 0.06


class Teacher:
    def __init__(self, classes: list[str], groups: Groups = ONE_GROUP):
        self.classes, self.groups = classes, groups
        self.tokens = tokenizer()
        self.encoder = encoder()
        self.head = nn.Linear(self.encoder.config.hidden_size, len(classes))
        for part in [self.encoder.embeddings, *self.encoder.encoder.layer[:FROZEN_LAYERS]]:
            part.requires_grad_(False)

    def save(self, file: Path) -> None:
        torch.save({'classes': self.classes, 'encoder': self.encoder.state_dict(), 'head': self.head.state_dict()}, file)

    def load(self, file: Path) -> None:
        held = torch.load(file, weights_only=True)
        if held['classes'] != self.classes:
            raise ValueError(f'{file} is of a teacher of other classes')
        self.encoder.load_state_dict(held['encoder'])
        self.head.load_state_dict(held['head'])
        self.encoder.eval()

    def _batch(self, texts: list[str]):
        return self.tokens(texts, padding=True, truncation=True, max_length=LONGEST, return_tensors='pt')

    def _mean(self, texts: list[str], hidden_share: float = 0.0) -> torch.Tensor:
        held = self._batch(texts)
        if hidden_share > 0:
            hidden = (torch.rand(held['input_ids'].shape) < hidden_share) & (held['input_ids'] > 999)
            held['input_ids'][hidden] = self.tokens.mask_token_id
        with torch.autocast('cpu', dtype=torch.bfloat16, enabled=HALVED):
            hidden = self.encoder(**held).last_hidden_state
        mask = held['attention_mask'].unsqueeze(-1)
        return (hidden.float() * mask).sum(1) / mask.sum(1)

    def learn(self, rows: list[Row], epochs: int = 5, rate: float = 1.4e-4, seed: int = 1, size: int = 64) -> None:
        torch.manual_seed(seed)
        rng = random.Random(seed)
        number = {name: at for at, name in enumerate(self.classes)}
        right = torch.zeros(len(rows), len(self.classes))
        for at, row in enumerate(rows):
            for name, share in row.shares.items():
                right[at, number[name]] = share
        weights = [one for one in self.encoder.parameters() if one.requires_grad]
        step = torch.optim.AdamW(
            [{'params': weights, 'lr': rate}, {'params': self.head.parameters(), 'lr': 2e-3}], weight_decay=0.01
        )
        steps = epochs * (len(rows) // size + 1)
        plan = torch.optim.lr_scheduler.LambdaLR(step, lambda n: min(1, (n + 1) / 100) * max(0.02, 1 - n / steps))
        self.encoder.train()
        lengths = [len(row.text) // 4 for row in rows]
        began = time.time()
        for epoch in range(epochs):
            total = 0.0
            for batch in (made := batches(lengths, size, rng)):
                mean = F.dropout(self._mean([rows[at].text for at in batch], HIDDEN_SHARE), 0.1)
                loss = -(right[batch] * log_shares(self.head(mean), self.groups)).sum(1).mean()
                step.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(weights, 1.0)
                step.step()
                plan.step()
                total += loss.item()
            print(f'teacher: epoch {epoch + 1} of {epochs}, loss {total / len(made):.3f}, {time.time() - began:.0f} s', flush=True)
        self.encoder.eval()

    @torch.no_grad()
    def label(self, texts: list[str], size: int = 128) -> torch.Tensor:
        """Probabilities of the classes of each text; those of a group add up to 1."""
        out = torch.zeros(len(texts), len(self.classes))
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        for start in range(0, len(order), size):
            batch = order[start : start + size]
            out[batch] = log_shares(self.head(self._mean([texts[at] for at in batch])), self.groups).exp()
        return out

    @torch.no_grad()
    def vectors_of(self, words: list[str]) -> torch.Tensor:
        """What the teacher knows of single words: its pieces' vectors, and what it makes of the word alone."""
        spelt = [word.replace('#', ' ') for word in words]
        pieces = self.encoder.embeddings.word_embeddings.weight
        mean = [pieces[self.tokens(one, add_special_tokens=False)['input_ids'] or [100]].mean(0) for one in spelt]
        alone = [self._mean(spelt[at : at + 256]) for at in range(0, len(spelt), 256)]
        return 8 * torch.cat([F.normalize(torch.stack(mean), dim=1), F.normalize(torch.cat(alone), dim=1)], 1)

    def common_words(self, most: int) -> list[str]:
        """Whole words of its vocabulary, the commonest first."""
        numbered = sorted(self.tokens.get_vocab().items(), key=lambda one: one[1])
        whole = [word for word, at in numbered if at > 1995 and word.isalpha() and word.isascii() and len(word) > 2]
        return whole[:most]
