import { FAVICON, SCRIPT, STYLESHEET, WALLET } from './frame.ts';
import { SCRIPT_TEXT } from './script.ts';
import { CSS } from './style.ts';
import { WALLET_SCRIPT } from './wallet-script.ts';

/** The mark as an icon: an assayer's punch with the letter cut out. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#8a5a00" d="M10 1h12l9 9v12l-9 9H10l-9-9V10z"/><path fill="#fff" fill-rule="evenodd" d="M14 7h4l6 18h-4l-1.2-4h-5.6L12 25H8zm2 5.5l-1.8 5.2h3.6z"/></svg>
`;

/** Files of our pages by path. */
export const ASSETS: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  [STYLESHEET]: { type: 'text/css; charset=utf-8', text: CSS },
  [SCRIPT]: { type: 'text/javascript; charset=utf-8', text: SCRIPT_TEXT },
  [WALLET]: { type: 'text/javascript; charset=utf-8', text: WALLET_SCRIPT },
  [FAVICON]: { type: 'image/svg+xml', text: ICON },
};
