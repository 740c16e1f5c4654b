import { expect, it } from 'vitest';
import { readable } from '../text.ts';
import { learntWordsOf } from './words.ts';

it.each([
  ['Paid $0.01, got HTTP 200', ['paid', '#money', ',', 'got', 'http', '200']],
  ['9 of 10 paid calls came back', ['#nearlyall', '#count', 'of', '#count', 'paid', 'calls', 'came', 'back']],
  ['1 of 10 worked', ['#few', '1', 'of', '#count', 'worked']],
  ['503 on /v1/quote since 2026-11-02', ['#5xx', 'on', '#reference', 'since', '#day']],
  ['payTo_changed=false [ ]', ['payto', 'changed', '=', 'false', '[]']],
  ['', []],
])('numbers and references become their kind: %s', (text, words) => {
  expect(learntWordsOf(readable(text))).toEqual(words);
});
