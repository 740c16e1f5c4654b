/**
 * One stylesheet for all pages: fonts of the system, light and dark, nothing fetched from elsewhere. Paper, ink and
 * brass: every pair of text and ground has a contrast of 4.5 or more. `.plot`: words, bars and table of neighbours begin
 * at the same height. The arrow of `.heat` is for the eye: the head of the column says it in words. A link leads to a row
 * of `.tall` with the names of the columns above it: there is room below the last row, and the first has as much above.
 */
export const CSS = `:root {
  color-scheme: light dark;
  --ink: #1d1b16; --quiet: #5c574b; --paper: #fbfaf6; --panel: #f2efe6; --line: #d8d2c2; --edge: #8d8676;
  --brass: #8a5a00; --brass-ink: #ffffff; --link: #7a4d00; --bar: #b07a1a; --wire: #23211c; --wire-ink: #f3efe4; --wire-quiet: #b9b29f;
  --good: #17603a; --good-bg: #e0f0e4; --bad: #9a1f1f; --bad-bg: #fae4e1; --wait: #77510a; --wait-bg: #f8ecd0;
  --display: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Charter, Georgia, serif;
  --text: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --gap: clamp(1rem, 0.6rem + 2vw, 2rem);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #efebe0; --quiet: #b3ac9b; --paper: #16150f; --panel: #211f18; --line: #3a372d; --edge: #807a6a;
    --brass: #e2b04a; --brass-ink: #1b1500; --link: #efc46a; --bar: #d09a35; --wire: #0c0b07; --wire-ink: #f3efe4; --wire-quiet: #a9a28f;
    --good: #8fd6aa; --good-bg: #14301f; --bad: #f5a8a0; --bad-bg: #3c1614; --wait: #ecc777; --wait-bg: #362a0d;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2.5rem) 2rem; max-width: 72rem; min-height: 100vh;
  display: flex; flex-direction: column;
  font: 1.0625rem/1.6 var(--text); color: var(--ink); background: var(--paper); overflow-wrap: break-word;
}
main { flex: 1; outline: none; }
h1, h2, h3, h4 { font-family: var(--display); font-weight: 600; line-height: 1.2; text-wrap: balance; margin: 0; }
h1 { font-size: clamp(2rem, 1.35rem + 2.9vw, 3.25rem); letter-spacing: -0.015em; margin: clamp(1.5rem, 4vw, 3rem) 0 0.75rem; }
h2 { font-size: clamp(1.4rem, 1.2rem + 0.9vw, 1.85rem); margin: 0 0 1rem; }
h3 { font-size: 1.2rem; margin: 0 0 0.35rem; }
h4 { font-size: 1rem; font-family: var(--text); margin: 1.25rem 0 0.5rem; }
p, ul, ol, dl, pre, figure { margin: 0 0 1rem; }
main > p, main > ul, section > p, .guide > p, .guide > ul, .guide > ol, .steps > li > p, figcaption p { max-width: 44rem; }
main > .eyebrow:first-child { margin-top: clamp(1.5rem, 4vw, 3rem); }
.eyebrow + h1 { margin-top: 0.5rem; }
main > section, main > h2, .guide > h2 { margin-top: clamp(2.5rem, 6vw, 4.5rem); }
a { color: var(--link); text-underline-offset: 0.25em; text-decoration-thickness: 0.07em; }
a:hover { text-decoration-thickness: 0.14em; }
:focus-visible { outline: 3px solid var(--brass); outline-offset: 3px; border-radius: 0.2rem; }
code, pre { font-family: var(--mono); font-size: 0.875rem; line-height: 1.6; }
p code, dd code, dt code, li code, td code, .parts dt, .digest { overflow-wrap: anywhere; }
th code { overflow-wrap: normal; }
.guide { margin-top: 1.5rem; }
.guide > h1 { margin-top: 0.5rem; }
.guide > h3 { margin-top: 2rem; }
.guide pre { margin: 0 0 1.25rem; padding: 0.9rem 1.1rem; background: var(--wire); color: var(--wire-ink); border-radius: 0.5rem; overflow-x: auto; max-width: 60rem; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; padding: 0.5rem 0.75rem; background: var(--paper); z-index: 1; }
.sandbox { margin: 0; padding: 0.5rem 0; font-size: 0.875rem; color: var(--wait); border-bottom: 1px solid var(--line); max-width: none; }
.lead { font-size: clamp(1.1rem, 1rem + 0.5vw, 1.3rem); line-height: 1.5; color: var(--quiet); max-width: 42rem; }
.note, .hint { font-size: 0.9rem; color: var(--quiet); }
.eyebrow { margin: 0; font-size: 0.85rem; letter-spacing: 0.06em; text-transform: uppercase; color: var(--link); font-weight: 600; }
.said:empty { display: none; }
.said { position: sticky; bottom: 1rem; align-self: center; margin: 0; padding: 0.6rem 1.1rem; border-radius: 2rem; background: var(--ink); color: var(--paper); font-size: 0.95rem; }
[hidden] { display: none; }

.top { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; align-items: center; justify-content: space-between; padding: 0.9rem 0; border-bottom: 1px solid var(--line); }
.wordmark { display: inline-flex; gap: 0.6rem; align-items: center; min-height: 2.75rem; color: var(--ink); font: 600 1.35rem/1 var(--display); text-decoration: none; }
.mark { width: 1.75rem; height: 1.75rem; fill: var(--brass); }
.mark .cut { fill: var(--paper); }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.4rem; margin: 0; padding: 0; list-style: none; }
nav a { display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--ink); text-decoration: none; }
nav a:hover, .action:hover { text-decoration: underline; }
nav a[aria-current] { color: var(--link); box-shadow: inset 0 -2px var(--brass); }
.bottom { margin-top: clamp(3rem, 7vw, 5rem); padding-top: 1rem; border-top: 1px solid var(--line); font-size: 0.9rem; color: var(--quiet); }
.bottom p { margin: 0.5rem 0 0; }
.bottom a { color: var(--quiet); text-decoration: underline; }

.hero { display: grid; gap: var(--gap) clamp(2rem, 6vw, 5rem); align-items: center; }
main > .hero { margin-top: clamp(1.5rem, 5vw, 4rem); }
.hero h1 { margin-top: 0.5rem; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 1.75rem 0 0; }
.action { display: inline-flex; align-items: center; min-height: 3rem; padding: 0 1.4rem; border: 1px solid var(--brass); border-radius: 0.4rem; background: var(--brass); color: var(--brass-ink); font: 600 1rem/1.2 var(--text); text-decoration: none; cursor: pointer; }
.action.second { background: transparent; color: var(--link); }
.exchange { margin: 0; padding: 1.25rem 1.4rem; list-style: none; background: var(--wire); color: var(--wire-ink); border-radius: 0.6rem; border: 1px solid var(--line); }
.exchange li { display: grid; grid-template-columns: 3.6rem minmax(0, 1fr); gap: 0 0.75rem; padding: 0.7rem 0; border-bottom: 1px solid #4a463a; }
.exchange li:last-child { border: 0; }
.exchange b { font-weight: 600; font-size: 0.875rem; color: var(--wire-quiet); }
.exchange span { grid-column: 2; font-size: 0.9rem; color: var(--wire-quiet); }
.exchange .done code { color: #9fe0b5; }
.promises { display: grid; gap: var(--gap); padding: 0; list-style: none; counter-reset: promise; }
.promises li { border-top: 3px solid var(--brass); padding-top: 0.9rem; }
.promises p, .parts dd { color: var(--quiet); margin: 0; }
.ways li { min-width: 0; }
.ways .command { flex-direction: column; align-items: stretch; }
.ways .command pre { flex: none; }
.ways button { align-self: start; }
.ways p, .card p { margin: 0 0 0.75rem; }
.asks { font-weight: 600; }
.asked { columns: 2 24rem; column-gap: clamp(2rem, 5vw, 4rem); padding-left: 1.2rem; max-width: none; }
.asked li { margin-bottom: 0.4rem; }
.parts > div { display: grid; gap: 0.2rem 2rem; padding: 0.9rem 0; border-top: 1px solid var(--line); }
.parts samp { display: block; margin-bottom: 0.2rem; font: 600 1.0625rem/1.5 var(--text); color: var(--ink); overflow-wrap: anywhere; }
.cards { display: grid; gap: var(--gap); padding: 0; list-style: none; }
.card { display: flex; flex-direction: column; padding: 1.4rem 1.5rem; background: var(--panel); border: 1px solid var(--line); border-radius: 0.6rem; }
.card .price { font: 600 2.1rem/1.1 var(--display); font-variant-numeric: lining-nums; margin: 0.25rem 0 0.75rem; }
.card .price span { font: 400 0.95rem/1 var(--text); color: var(--quiet); }
.card .routes { margin-top: auto; display: grid; gap: 0.15rem; }
.card :last-child { margin-bottom: 0; }
.free { display: grid; gap: 0.25rem 2rem; }
.free dt { padding-top: 0.75rem; border-top: 1px solid var(--line); }
.free dd { margin: 0 0 0.75rem; color: var(--quiet); }

.command { position: relative; display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: start; margin: 0 0 1.25rem; }
pre { margin: 0; padding: 0.9rem 1.1rem; overflow-x: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 0.5rem; }
.command pre { flex: 1 1 14rem; min-width: 0; background: var(--wire); color: var(--wire-ink); white-space: pre-wrap; overflow-wrap: anywhere; }
button { font: inherit; color: var(--ink); background: var(--panel); border: 1px solid var(--edge); border-radius: 0.4rem; min-height: 2.75rem; padding: 0 1.1rem; cursor: pointer; }
button:hover { border-color: var(--brass); }
button.action { color: var(--brass-ink); background: var(--brass); border-color: var(--brass); min-height: 3rem; padding: 0 1.4rem; }
summary { min-height: 2.75rem; padding: 0.55rem 0; cursor: pointer; color: var(--link); }
.steps { padding: 0; list-style: none; counter-reset: step; }
.steps > li { counter-increment: step; position: relative; padding: 0 0 1.5rem 3.4rem; }
.steps > li::before { content: counter(step); position: absolute; left: 0; top: -0.15rem; width: 2.2rem; height: 2.2rem; display: grid; place-items: center; border: 1px solid var(--brass); border-radius: 50%; font: 600 1.05rem/1 var(--display); color: var(--link); }
.steps h2 { font-size: 1.3rem; margin: 0 0 0.4rem; }
main > .steps { margin-top: 2rem; }

.scroll { overflow-x: auto; margin: 0 0 1rem; background: linear-gradient(var(--paper) 0 0) right/2rem local no-repeat, linear-gradient(90deg, #0000, var(--line)) right/1rem no-repeat; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums lining-nums; font-size: 0.95rem; }
caption { text-align: left; font-size: 0.875rem; color: var(--quiet); padding-bottom: 0.4rem; }
th, td { padding: 0.5rem 1rem 0.5rem 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line); font-weight: 400; }
thead th { font-weight: 600; border-top: 0; }
td.text, .guide td { min-width: 9rem; }
caption { position: sticky; left: 0; max-width: calc(100vw - 3rem); }
.number { text-align: right; padding: 0.5rem 0 0.5rem 1rem; }
time { white-space: nowrap; }

.tries { display: grid; gap: var(--gap) clamp(2rem, 5vw, 4rem); margin-top: 2rem; }
.try { min-width: 0; padding-top: 1.25rem; border-top: 3px solid var(--brass); }
.field { margin: 0 0 1.1rem; }
.field label { display: block; font-weight: 600; margin-bottom: 0.3rem; }
.must { font-weight: 400; font-size: 0.875rem; color: var(--quiet); }
.hint { display: block; margin-top: 0.3rem; }
input[type=text], textarea, select { width: 100%; min-height: 2.9rem; padding: 0.6rem 0.8rem; font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--edge); border-radius: 0.4rem; }
textarea { resize: vertical; }
[aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
.faults { padding: 0.9rem 1.1rem; margin: 0 0 1.25rem; background: var(--bad-bg); color: var(--bad); border-left: 4px solid var(--bad); }
.faults p, .faults ul { margin: 0; }
.faults a { color: inherit; }
.result { outline-offset: 0.75rem; }
.result:not(:empty) { margin-top: 1.5rem; padding: 1.25rem 1.4rem; background: var(--panel); border: 1px solid var(--line); border-radius: 0.6rem; }
.result h3 { margin-bottom: 0.8rem; }
.result pre { background: var(--paper); max-height: 24rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.result pre + p { margin: 1rem 0 0; }
.facts { margin: 0 0 1rem; }
.facts > div { display: grid; grid-template-columns: minmax(7rem, 14rem) minmax(0, 1fr); gap: 0 1.25rem; padding: 0.6rem 0; border-top: 1px solid var(--line); }
.facts dt, .parts dt { color: var(--quiet); }
.facts dd { margin: 0; overflow-wrap: anywhere; }

q { quotes: none; font-style: italic; }
.report > h3 { margin-top: 2rem; }
.report li { margin-bottom: 0.5rem; max-width: 52rem; }
.wallet { margin: 0 0 1.5rem; padding: 1.25rem 1.4rem; background: var(--panel); border: 1px solid var(--line); border-radius: 0.6rem; }

.names { padding-left: 0; list-style: none; }
.names li { padding: 0.5rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.names a { display: inline-block; min-height: 1.75rem; }
.names li:target { background: var(--panel); }

.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(8.5rem, 100%), 1fr)); gap: var(--gap); margin: 2rem 0 0; }
.figures > div { padding-top: 0.9rem; border-top: 3px solid var(--brass); }
.figures dt { font-weight: 600; }
.figures dd { margin: 0; font-size: 0.9rem; color: var(--quiet); }
.figures .big { font: 600 2.4rem/1.2 var(--display); font-variant-numeric: lining-nums; color: var(--ink); }
.plots { display: grid; gap: 0 clamp(2rem, 5vw, 4rem); }
.plot { display: grid; grid-row: span 3; grid-template-rows: subgrid; align-items: start; min-width: 0; margin: 0; padding: 1.5rem 0 1rem; border-top: 1px solid var(--line); }
.plot details { font-size: 0.95rem; }
.none { margin: 0 0 0.5rem; padding: 0.9rem 1.1rem; background: var(--panel); border: 1px dashed var(--edge); border-radius: 0.5rem; color: var(--quiet); }
.unseen, .plot caption, .report caption { position: absolute; left: -100rem; }
.plot figcaption p { font-size: 0.95rem; color: var(--quiet); }
.bars { display: block; overflow: visible; margin-bottom: 0.5rem; }
.bars text { fill: var(--ink); font: 0.9rem var(--text); }
.bars .value { text-anchor: end; font-variant-numeric: tabular-nums lining-nums; font-weight: 600; }
.bars .track { fill: var(--panel); stroke: var(--line); }
.bars .bar { fill: var(--bar); }
.reliability { width: 100%; max-width: 30rem; }
.reliability text { fill: var(--quiet); font: 0.9rem var(--text); }
.reliability path { fill: none; stroke: var(--line); }
.reliability .ideal { stroke: var(--edge); stroke-dasharray: 6 5; }
.reliability .spread { stroke: var(--bar); stroke-width: 3; }
.reliability .point { fill: var(--brass); stroke: var(--paper); stroke-width: 1.5; }
.chip { display: inline-block; padding: 0.1rem 0.65rem; border-radius: 1rem; border: 1px solid currentcolor; font-size: 0.9rem; font-weight: 600; }
.good { color: var(--good); background: var(--good-bg); }
.bad { color: var(--bad); background: var(--bad-bg); }
.wait { color: var(--wait); background: var(--wait-bg); }
.quiet { color: var(--quiet); background: var(--panel); }

.legend { display: flex; flex-wrap: wrap; gap: 0.5rem 1.4rem; margin-top: 1rem; padding: 0; list-style: none; font-size: 0.95rem; }
.cell { display: inline-block; padding: 0.2rem 0.35rem; border-radius: 0.3rem; font-size: 0.8rem; white-space: nowrap; }
.scroll:has(th:nth-child(5)) { margin-inline: min(0px, 50% - min(50vw - 2rem, 42rem)); }
.heat { font-size: 0.9rem; }
.heat th, .heat td { padding: 0.3rem 0.45rem 0.3rem 0; vertical-align: middle; }
.heat thead th + th { font-size: 0.75rem; line-height: 1.3; }
.tall { max-height: calc(100vh - 3rem); overflow-y: auto; }
.heat th { position: sticky; left: 0; background: var(--paper); }
.heat thead th { top: 0; z-index: 1; box-shadow: 0 1px var(--line); }
.heat thead th:first-child { z-index: 2; }
.heat thead th + th { left: auto; }
.heat tbody th { min-width: 9.5rem; max-width: 30rem; }
.heat th[scope=rowgroup] { padding-top: 1.2rem; font-weight: 600; }
.heat tr { scroll-margin-top: 11rem; }
.tall:has(:target) table { margin-bottom: calc(100vh - 16rem); }
.heat tr:target th { background: var(--wait-bg); }
.heat .hint { margin-top: 0.1rem; padding-left: 1.3em; text-indent: -1.3em; }
.heat .hint::before { content: "→" / ""; display: inline-block; width: 1.3em; text-indent: 0; }
.heat b { font-family: var(--mono); font-size: 0.8rem; color: var(--quiet); }

@media (min-width: 46rem) {
  .promises { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .cards { grid-template-columns: repeat(2, minmax(0, 1fr)); }
}
@media (min-width: 60rem) {
  .plots { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .hero { grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); }
  .parts > div { grid-template-columns: minmax(0, 20rem) minmax(0, 1fr); }
  .tries { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .try:last-child:nth-child(odd) { grid-column: 1 / -1; display: grid; grid-template-columns: subgrid; grid-template-rows: repeat(4, auto) 1fr; }
  .try:last-child:nth-child(odd) > * { grid-column: 1; }
  .try:last-child:nth-child(odd) > .result { grid-column: 2; grid-row: 1 / -1; align-self: start; }
  .free { grid-template-columns: minmax(20rem, 2fr) minmax(0, 3fr); gap: 0; }
  .free dd { padding-top: 0.75rem; margin: 0; border-top: 1px solid var(--line); }
  .free dt { padding-bottom: 0.75rem; }
}
@media (max-width: 30rem) {
  .steps > li { padding-left: 0; }
  .steps > li::before { position: static; margin-bottom: 0.6rem; }
  .facts > div { grid-template-columns: 1fr; }
  .command pre { flex-basis: 100%; }
  .deep :is(table, caption, tbody, tr, th, td) { display: block; border: 0; overflow-wrap: anywhere; }
  tbody th code { overflow-wrap: anywhere; }
  tbody th { min-width: 9rem; }
  .deep thead { display: none; }
  .deep tr { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  .deep :is(th, td) { padding: 0.1rem 0; text-align: left; }
  .deep td[data-head]::before { content: attr(data-head) ": "; color: var(--quiet); }
}
`;
