import { html } from 'hono/html';
import type { Published } from '../../declare.ts';
import type { ActionPack } from '../../documents/action-pack.ts';
import { framed } from './frame.ts';
import { command } from './parts.ts';

/** A page of the action pack for people; programs get the same as JSON. */
export function actionPackPage(path: string, pack: ActionPack, published: Published): string {
  const { title, lead, steps, never } = pack;
  return framed(published, {
    title,
    description: lead,
    path,
    main: html`<h1>${title}</h1>
<p class="lead">${lead}</p>
<ol class="steps">
${steps.map(
  (step) => html`<li>
<h2>${step.title}</h2>
<p>${step.text}</p>
${step.command === undefined ? '' : command(step.title, step.command, step.event)}
</li>`,
)}
</ol>
<h2>What this page never does</h2>
<ul>
${never.map((line) => html`<li>${line}</li>`)}
</ul>`,
  });
}
