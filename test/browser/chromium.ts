import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { bring } from '../../scripts/bring.ts';

export type { Browser, BrowserContext, Page, Request } from 'playwright-core';

/**
 * Headless Chromium from npm, so that the tests need no browser on the machine (`CHROMIUM_PATH` names one to use
 * instead). Of the package's arguments those are left out that would make the browser laxer than a visitor's.
 */
const LAX = new Set(['--disable-web-security', '--allow-running-insecure-content', '--single-process']);

export async function openBrowser(): Promise<Browser> {
  await bring('test/browser');
  const [{ default: packed }, { chromium }] = await Promise.all([
    import('@sparticuz/chromium'),
    import('playwright-core'),
  ]);
  // Pages without pictures or animation need no graphics card, and one made of software takes most of a processor.
  packed.setGraphicsMode = false;
  const executablePath = process.env.CHROMIUM_PATH ?? (await packed.executablePath());
  return chromium.launch({ executablePath, args: packed.args.filter((arg) => !LAX.has(arg)) });
}

/** The script that looks for what keeps people out. It is there once a browser was opened. */
export const accessibilityScript = (): string =>
  readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
