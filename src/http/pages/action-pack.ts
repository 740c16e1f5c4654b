import { html } from 'hono/html';
import type { ActionPack } from '../../documents/action-pack.ts';
import { COPY_SCRIPT, framed } from './frame.ts';

/** A page of the action pack for people; programs get the same as JSON. */
export function actionPackPage(pack: ActionPack): string {
  const { title, lead, steps, never } = pack;
  return framed({
    title,
    description: lead,
    scripts: [COPY_SCRIPT],
    main: html`<h1>${title}</h1>
<p class="lead">${lead}</p>
<ol class="steps">
${steps.map(
  (step) => html`<li>
<h2>${step.title}</h2>
<p>${step.text}</p>
${
  step.command === undefined
    ? ''
    : html`<div class="command"><pre tabindex="0" aria-label="Command: ${step.title}"><code>${step.command}</code></pre>
<button type="button" hidden data-copy data-event="${step.event ?? ''}">Copy</button></div>`
}
</li>`,
)}
</ol>
<h2>What this page never does</h2>
<ul>
${never.map((line) => html`<li>${line}</li>`)}
</ul>
<p role="status" aria-live="polite" id="said"></p>`,
  });
}
