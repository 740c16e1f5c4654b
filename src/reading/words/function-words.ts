import type { ConceptRow } from '../vocabulary.ts';

/** Words that carry no fact of their own. A good reading may hold any of them. */
export const FUNCTION_WORDS: ConceptRow = {
  id: 'FUNCTION',
  role: 'plain',
  words: `
      a, an, the, this, that, these, those, it, its, it's, itself, he, she, him, his, her, you, your,
      yours, of, in, on, at, to, for, from, by, with, into, onto, over, under, above, below, up, out,
      off, about, after, before, between, through, during, within, across, against, along, around,
      behind, beside, beyond, toward, towards, upon, via, and, or, as, than, be, have, do, here, there,
      there's, here's, that's, what's, who's, where, when, while, what, which, who, whom, whose, how,
      any, all, each, every, both, either, other, another, such, same, own, very, too, also, just, only,
      even, still, already, again, ever, always, now, then, yet, so, because, since, though, although,
      whereas, but, however, until, till, plus, quite, rather, really, exactly, precisely, right,
      straight, well, let, can, one, ones, they're, they've, more, less, much, lot, lots, enough, whole,
      entire, entirely, fully, completely, totally, thing, things, stuff, bit, way, time, times, etc, eg,
      e.g, ie, i.e, e, g, s, t, per, vs, re, no., nr, anyway, indeed, actually, basically, clearly,
      simply, obviously, definitely, certainly, surely, truly, literally, absolutely, far, long, ago,
      today, yesterday, last, first, second, third, next, previous, prior, earlier, later, recent,
      recently, lately, once, twice, meanwhile, throughout, anywhere, everywhere, everything, something,
      anything, somewhere, somehow, ok, okay, yes, yep, yeah, please, thanks, hi, fyi, btw, note, nb, tl,
      dr, ps, q, am, pm, utc, gmt, est, cet, min, mins, sec, secs, ms, hour, hours, hr, hrs, minute,
      minutes, seconds, day, days, week, weeks, month, months, year, years, morning, afternoon, evening,
      night, monday, tuesday, wednesday, thursday, friday, saturday, sunday, january, february, march,
      april, june, july, august, september, october, november, december, jan, feb, mar, apr, jun, jul,
      aug, sep, sept, oct, nov, dec, spring, summer, autumn, winter, q1, q2, q3, q4, i, we, me, us, my,
      our, they, them, their, zero, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve,
      thirteen, fourteen, fifteen, twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety, hundred,
      thousand, million, dozen, couple, pair, half, quarter, past, current, currently, present day,
      so far, to date, at all, in fact, of course, as well, at least, at most, in total, in all,
      on average, by far, #able, up to, up to now, up to date, as usual, each time, every time, all the time, ours, mine, sure, like, else,
      instead, together, alone, apart, away, back, forth, down to, in front of`,
};
