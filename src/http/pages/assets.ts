import { COPY_SCRIPT, STYLESHEET } from './frame.ts';

/** One stylesheet for all pages: system fonts, light and dark, nothing fetched from elsewhere. */
const CSS = `:root {
  color-scheme: light dark;
  --ink: #1c1b18; --paper: #fbfaf7; --quiet: #5d594f; --line: #d9d5ca; --panel: #f1eee6; --link: #0b5a7a;
}
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece9e1; --paper: #171614; --quiet: #a8a396; --line: #38352f; --panel: #211f1c; --link: #7cc4e2; }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.5rem; max-width: 46rem;
  font: 1.0625rem/1.6 system-ui, sans-serif; color: var(--ink); background: var(--paper);
}
h1 { font-size: 1.9rem; line-height: 1.2; margin: 2rem 0 0.5rem; text-wrap: balance; }
h2 { font-size: 1.15rem; line-height: 1.3; margin: 1.5rem 0 0.25rem; }
a { color: var(--link); }
.lead { font-size: 1.15rem; color: var(--quiet); margin-top: 0; }
.steps { padding-left: 1.4rem; }
.steps p { margin: 0 0 0.5rem; }
.command { display: flex; gap: 0.5rem; align-items: start; }
pre {
  flex: 1; margin: 0; padding: 0.75rem; overflow-x: auto;
  background: var(--panel); border: 1px solid var(--line); border-radius: 0.4rem;
}
code { font: 0.9rem/1.5 ui-monospace, monospace; }
button {
  font: inherit; min-height: 2.75rem; padding: 0 1rem; cursor: pointer;
  color: var(--ink); background: var(--panel); border: 1px solid var(--line); border-radius: 0.4rem;
}
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
header, footer { color: var(--quiet); font-size: 0.95rem; }
footer { border-top: 1px solid var(--line); margin-top: 3rem; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: 0.5rem; }
[hidden] { display: none; }
`;

/** Shows the copy buttons, copies, and counts the event. Without it a command is selected by hand. */
const COPY = `for (const button of document.querySelectorAll('[data-copy]')) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.parentElement.querySelector('code').textContent);
    document.getElementById('said').textContent = 'Copied. Nothing was paid.';
    const { event } = button.dataset;
    if (event) {
      await fetch('/api/wallet-close-signals', {
        method: 'POST', keepalive: true, credentials: 'omit',
        headers: { 'content-type': 'application/json' }, body: JSON.stringify({ event }),
      });
    }
  });
}
`;

/** Files of our pages by path. */
export const ASSETS: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  [STYLESHEET]: { type: 'text/css; charset=utf-8', text: CSS },
  [COPY_SCRIPT]: { type: 'text/javascript; charset=utf-8', text: COPY },
};
