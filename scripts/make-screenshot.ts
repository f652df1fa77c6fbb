import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureChromium } from './lib/chromium.ts';
import { startApp } from './lib/running-app.ts';

// npm run make-screenshot: the picture in README.md, taken from the running site.
const app = await startApp();
try {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.goto(app.baseUrl);
  await page.locator('html[data-hydrated]').waitFor();
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: join(import.meta.dirname, '../docs/screenshot.png') });
  await browser.close();
  console.log('docs/screenshot.png');
} finally {
  await app.stop();
}
