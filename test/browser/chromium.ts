import packed from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/**
 * Headless Chromium from npm, so that the tests need no browser on the machine (`CHROMIUM_PATH` names one to use
 * instead). Of the package's arguments those are left out that would make the browser laxer than a visitor's.
 */
const LAX = new Set(['--disable-web-security', '--allow-running-insecure-content', '--single-process']);

export async function openBrowser(): Promise<Browser> {
  // Pages without pictures or animation need no graphics card, and one made of software takes most of a processor.
  packed.setGraphicsMode = false;
  const executablePath = process.env.CHROMIUM_PATH ?? (await packed.executablePath());
  return chromium.launch({ executablePath, args: packed.args.filter((arg) => !LAX.has(arg)) });
}
