import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { digestOfTaught, labelledRows } from '../../../scripts/policy/rows.ts';
import { CLASSES } from '../intent/features.ts';
import { learntOf } from './reader.ts';

const HERE = new URL('.', import.meta.url);
const text = readFileSync(new URL('reader.artefact.json', HERE), 'utf8');
const UNLAWFUL = CLASSES.indexOf('unlawful_service');
const likeliest = (goal: Float64Array) => CLASSES[goal.indexOf(Math.max(...goal))];

describe('the artefact', () => {
  it('is what the training script made of the rows of today', () => {
    const origin = JSON.parse(
      readFileSync(new URL('../../../data/policy/reader-origin.json', HERE), 'utf8'),
    ) as object;
    const artefact = `sha256:${createHash('sha256').update(text).digest('hex')}`;
    expect({ artefact, rows: digestOfTaught(labelledRows('reader')) }).toEqual(origin);
  });

  it('has the classes of the classifier in their order, and stays small', () => {
    const { classes } = JSON.parse(text) as { classes: string[] };
    expect(classes).toEqual([...CLASSES, 'offer_ok', 'offer_unlawful']);
    expect(text.length).toBeLessThan(1_000_000);
  });
});

describe('the learnt reader', () => {
  it('knows an offer of harm from its lawful neighbour', () => {
    expect(learntOf('We get you into anybody’s mailbox without their knowledge')!.offer).toBeGreaterThan(0);
    expect(learntOf('We tell you whether your own mailbox was in a breach')!.offer).toBeLessThan(0);
  });

  it('knows what a goal asks for', () => {
    expect(likeliest(learntOf('Which of these two shares should I buy now?')!.goal)).toBe('investment');
    expect(likeliest(learntOf('Tide tables for a harbour, one call a day')!.goal)).toBe('ok');
    expect(learntOf('I want to read my wife’s messages secretly')!.goal[UNLAWFUL]).toBeGreaterThan(
      Math.log(0.5),
    );
  });

  it('says nothing of languages that it does not know, of codes and of a word or two', () => {
    for (const one of [
      'Etsi entisen tyttöystäväni osoite ja puhelinnumero',
      '今週はどの株を買うべきですか',
      '0x8f3a 9b2c4d1e a1b2c3d4 77fe01 cafe babe1234',
      'steal it',
      '',
    ])
      expect(learntOf(one)).toBeUndefined();
  });

  it('reads the beginning of a long text', () => {
    const begun = 'weather data for any place '.repeat(30);
    expect(learntOf(`${begun}${'x'.repeat(5_000)}`)).toEqual(learntOf(begun));
  });
});
