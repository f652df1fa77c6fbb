/**
 * Draws the pictures that cannot be SVG (og:image of the site and of every post, icons of the manifest) with
 * Chromium into public/ (committed; run again when a title or a drawing changes):
 * CHROMIUM=/usr/bin/chromium node scripts/assets/make-images.ts
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Page } from 'puppeteer-core';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer } from 'vite';
import { practice } from '#content/public/practice.ts';
import { seedPosts } from '#content/seed/posts.ts';
import { toPalette } from './png-palette.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const publicFile = (path: string) => `${root}public/${path}`;

/** Share pictures are seen in feeds: they must arrive fast. */
const MAX_OG_BYTES = 120_000;

const dataUrl = async (path: string, type: string) =>
  `data:${type};base64,${(await readFile(publicFile(path))).toString('base64')}`;
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const mark = (await readFile(publicFile('favicon.svg'), 'utf8')).replace(/@media.*?\}\}/s, '');
const fonts = `
  @font-face { font-family: Fraunces; src: url(${await dataUrl('fonts/fraunces.woff2', 'font/woff2')}); }
  @font-face { font-family: Fraunces; font-style: italic; src: url(${await dataUrl('fonts/fraunces-italic.woff2', 'font/woff2')}); }
  @font-face { font-family: Nunito; src: url(${await dataUrl('fonts/nunito-sans.woff2', 'font/woff2')}); font-weight: 400 750; }`;

const look = `${fonts}
  * { box-sizing: border-box; margin: 0; }
  body { width: 1200px; height: 630px; overflow: hidden; background: #FBF7F0; color: #1E2A24; font: 400 26px/1.4 Nunito; }
  h1 { font: 400 60px/1.08 Fraunces; letter-spacing: -.02em; text-wrap: balance; }
  i { font-style: italic; color: #8A5A12; }
  .brand { display: flex; align-items: center; gap: 14px; font: 400 32px/1 Fraunces; }
  .brand svg { width: 54px; height: 54px; }
  .words { position: absolute; inset: 0 auto 0 0; width: 500px; padding: 64px 20px 64px 64px; display: flex; flex-direction: column; justify-content: space-between; }
  .words p { color: #5B665F; }
  .drawing { position: absolute; }`;

const withAmpersand = (text: string) => escape(text).replace('&amp;', '<i>&amp;</i>');
const brand = `<div class="brand">${mark}<span>${withAmpersand(practice.name)}</span></div>`;

const page = (words: string, drawing: string, extra = '') =>
  `<!doctype html><style>${look}${extra}</style>${drawing}<div class="words">${brand}${words}</div>`;

/** A post: its drawing at the right, bleeding off three edges. */
async function postPage(title: string, art: string): Promise<string> {
  const svg = await readFile(publicFile(art.slice(1)), 'utf8');
  return page(
    `<h1>${escape(title)}</h1><p>${escape(practice.practitioner.name)}</p>`,
    `<div class="drawing">${svg}</div>`,
    `.drawing { left: 500px; top: 0; width: 700px; height: 630px; overflow: hidden; }
     .drawing svg { position: absolute; height: 630px; width: 960px; left: 50%; transform: translateX(-50%) scale(.74); }
     .drawing { background: ${/wash-a/.test(svg) ? '#F6EAD2' : /wash-h/.test(svg) ? '#E7EFDC' : '#E4EBF4'}; }
     h1 { font-size: ${title.length > 38 ? 50 : 58}px; }`,
  );
}

async function defaultPage(): Promise<string> {
  const vite = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    logLevel: 'error',
  });
  const { HeroArt } = (await vite.ssrLoadModule('/src/web/art/hero-art.tsx')) as {
    HeroArt: FunctionComponent;
  };
  const hero = renderToStaticMarkup(createElement(HeroArt, {}));
  await vite.close();
  return page(
    `<h1>${withAmpersand(practice.tagline)}</h1><p>Ayurveda, Herbalism, Yoga. Portland, Oregon.</p>`,
    `<div class="drawing">${hero}</div>`,
    `:root { --art-line: #22332A; --art-ground: #FBF7F0; --art-leaf: #D3E0CD; --art-deep: #A6BFA9; --art-petal: #F1D7AE; --art-disc: #F0D49C; }
     .drawing { left: 560px; top: 12px; width: 640px; } .drawing svg { width: 640px; overflow: visible; } .drawing svg .vein { display: none; }
     h1 { font-size: 72px; line-height: 1; } .words { width: 620px; }`,
  );
}

async function shoot(tab: Page, html: string, width: number, height: number, path: string): Promise<void> {
  await tab.setViewport({ width, height });
  await tab.setContent(html, { waitUntil: 'load' });
  await tab.evaluate('document.fonts.ready.then(() => true)');
  const png = toPalette(await tab.screenshot({ type: 'png' }));
  if (path.startsWith('og/') && png.length > MAX_OG_BYTES)
    throw new Error(`${path} is too large: ${png.length} bytes`);
  await writeFile(publicFile(path), png);
  console.log(`${path} ${(png.length / 1024).toFixed(1)} kB`);
}

const icon = (size: number, share: number) =>
  `<!doctype html><style>body{margin:0;background:#FBF7F0;display:grid;place-items:center;height:${size}px}svg{width:${size * share}px}</style>${mark}`;

await mkdir(publicFile('og'), { recursive: true });
await mkdir(publicFile('icons'), { recursive: true });
const browser = await puppeteer.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const tab = await browser.newPage();
  await shoot(tab, await defaultPage(), 1200, 630, 'og/default.png');
  for (const post of seedPosts)
    await shoot(tab, await postPage(post.title, post.hero_image_url), 1200, 630, post.og_image_url.slice(1));
  await shoot(tab, icon(192, 0.76), 192, 192, 'icons/icon-192.png');
  await shoot(tab, icon(512, 0.76), 512, 512, 'icons/icon-512.png');
  await shoot(tab, icon(512, 0.56), 512, 512, 'icons/icon-maskable-512.png');
  await shoot(tab, icon(180, 0.72), 180, 180, 'apple-touch-icon.png');
} finally {
  await browser.close();
}
