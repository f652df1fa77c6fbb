import puppeteer from 'puppeteer-core';
import { everyPageOfAClient, everyPublicPage } from '#tests/firefox/every-page.ts';
import { signAForm, signInAsDemo, writeANote } from '#tests/firefox/hand-work.ts';
import { mainJob } from '#tests/firefox/main-job.ts';
import { newReport } from '#tests/firefox/support/report.ts';
import { ensureFirefox } from './lib/ensure-firefox.ts';
import { startApp } from './lib/running-app.ts';

// npm run firefox: the main job, a signature, a note and every page in Firefox, which Playwright cannot drive as it is.
const executablePath = ensureFirefox();
const app = await startApp();
const { baseUrl } = app;
const report = newReport((text) => console.log(text));
const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath,
  // Firefox has no command for what puppeteer's own viewport asks of it; the window is as good.
  defaultViewport: null,
  args: ['--width=1280', '--height=900'],
  timeout: 120_000,
});
try {
  console.log(`${await browser.version()} at ${baseUrl}`);
  await report.runStory(browser, baseUrl, everyPublicPage);
  await report.runStory(browser, baseUrl, async (person, step) => {
    await mainJob(person, step);
    await signAForm(person, step);
  });
  await report.runStory(browser, baseUrl, async (person, step) => {
    await signInAsDemo(person, step);
    await writeANote(person, step);
    await everyPageOfAClient(person, step);
  });
} finally {
  await browser.close();
  await app.stop();
}
const { passed, failed } = report.count;
process.exitCode = failed > 0 ? 1 : 0;
console.log(`${passed} passed, ${failed} failed`);
