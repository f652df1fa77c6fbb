import { privatePractice } from '#content/private/practice.ts';
import { practice } from '#content/public/practice.ts';
import { keepTimesTogether } from '#domain/time/date-formats.ts';
import type { MailBody } from './outbox.ts';

/** The site's colours (src/web/tokens.css) as plain hex for mail clients, light and dark. */
const LIGHT = {
  paper: '#fbf7f0',
  surface: '#fffdf9',
  sunken: '#f4eee3',
  ink: '#1e2a24',
  muted: '#5b665f',
  line: '#e6dfd2',
  sage: '#3e5f4c',
  on_sage: '#ffffff',
  turmeric: '#c58b2a',
} as const;

const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  paper: '#111613',
  surface: '#18201b',
  sunken: '#0d110f',
  ink: '#ede7db',
  muted: '#a9b2aa',
  line: '#2a342d',
  sage: '#8fbfa3',
  on_sage: '#102018',
  turmeric: '#d9a54a',
};

const DISPLAY_FONT = "Fraunces, Georgia, 'Times New Roman', serif";
const TEXT_FONT = "'Nunito Sans', 'Segoe UI', Helvetica, Arial, sans-serif";

/**
 * Mail clients with a dark scheme (Apple Mail, Outlook's apps by [data-ogsc]) use these rules; others keep the light
 * inline colours.
 */
function darkStyles(): string {
  const rules = (prefix: string) =>
    [
      `${prefix}.m-paper{background-color:${DARK.paper}!important}`,
      `${prefix}.m-surface{background-color:${DARK.surface}!important;border-color:${DARK.line}!important}`,
      `${prefix}.m-sunken{background-color:${DARK.sunken}!important}`,
      `${prefix}.m-ink{color:${DARK.ink}!important}`,
      `${prefix}.m-muted{color:${DARK.muted}!important}`,
      `${prefix}.m-line{border-color:${DARK.line}!important}`,
      `${prefix}.m-link{color:${DARK.sage}!important}`,
      `${prefix}.m-button{background-color:${DARK.sage}!important;color:${DARK.on_sage}!important}`,
      `${prefix}.m-amp{color:${DARK.turmeric}!important}`,
    ].join('');
  return `@media (prefers-color-scheme:dark){${rules('')}}${rules('[data-ogsc] ')}`;
}

/** One block of a mail, rendered both as text and as HTML with the same content. A string is a paragraph. */
export type MailBlock =
  | string
  | { kind: 'note'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'heading'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'link'; label: string; url: string }
  | { kind: 'button'; label: string; url: string };

/** Why a mail was sent, where several kinds say the same. */
export const TO_OWNER = `You receive this as the owner of ${practice.name}.`;
export const TO_BOOKED = `You receive this because you booked at ${practice.name}.`;
export const TO_PAYER = `You receive this because of a payment to ${practice.name}.`;

type MailPage = {
  subject: string;
  /** The preview that mail clients show next to the subject. */
  preview: string;
  heading: string;
  blocks: readonly MailBlock[];
  /** The last line: why this mail was sent. */
  reason: string;
};

/** Renders a mail as text and HTML from the same blocks. All text is escaped in the HTML. */
export function mailPage(page: MailPage, site_url: string): MailBody {
  const signature = [...privatePractice.mail_signature];
  return {
    subject: page.subject,
    text: textOf(page, signature),
    html: htmlOf(page, signature, site_url),
  };
}

function textOf(page: MailPage, signature: readonly string[]): string {
  const parts = [page.heading, ...page.blocks.map(textBlock), ['-- ', ...signature].join('\n'), page.reason];
  return `${parts.join('\n\n')}\n`;
}

function textBlock(block: MailBlock): string {
  if (typeof block === 'string') return block;
  switch (block.kind) {
    case 'note':
      return block.text;
    case 'heading':
      return block.text.toUpperCase();
    case 'code':
      return `    ${block.code}`;
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n');
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'link':
    case 'button':
      return `${block.label}: ${block.url}`;
  }
}

export const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign]!,
  );

const P = `margin:0 0 16px;font:400 16px/1.6 ${TEXT_FONT};color:${LIGHT.ink}`;
const SMALL = `font:400 14px/1.55 ${TEXT_FONT};color:${LIGHT.muted}`;

function htmlBlock(block: MailBlock): string {
  if (typeof block === 'string') return `<p class="m-ink" style="${P}">${lines(block)}</p>`;
  switch (block.kind) {
    case 'note':
      return `<p class="m-muted" style="margin:0 0 16px;${SMALL}">${lines(block.text)}</p>`;
    case 'heading':
      return `<h2 class="m-ink" style="margin:28px 0 10px;font:500 19px/1.3 ${DISPLAY_FONT};color:${LIGHT.ink}">${escapeHtml(block.text)}</h2>`;
    case 'code':
      return table(
        `<td class="m-sunken m-ink" align="center" style="padding:18px 8px 18px 16px;border-radius:10px;background-color:${LIGHT.sunken};font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:8px;color:${LIGHT.ink}">${escapeHtml(block.code)}</td>`,
        'margin:0 0 20px;width:100%',
      );
    case 'list':
      return `<ul class="m-ink" style="${P};padding-left:22px">${block.items
        .map((item) => `<li style="margin:0 0 6px">${words(item)}</li>`)
        .join('')}</ul>`;
    case 'facts':
      return table(
        block.rows.map(factRow).join('</tr><tr>'),
        `margin:0 0 28px;width:100%;border-top:1px solid ${LIGHT.line}`,
        'm-line',
      );
    case 'link':
      return `<p style="${P}"><a class="m-link" href="${escapeHtml(block.url)}" style="color:${LIGHT.sage}">${escapeHtml(block.label)}</a></p>`;
    case 'button':
      return table(
        `<td class="m-button" style="border-radius:10px;background-color:${LIGHT.sage}"><a class="m-button" href="${escapeHtml(block.url)}" style="display:inline-block;padding:13px 24px;border-radius:10px;font:600 16px/1.2 ${TEXT_FONT};color:${LIGHT.on_sage};text-decoration:none">${escapeHtml(block.label)}</a></td>`,
        'margin:8px 0 24px',
      );
  }
}

const words = (text: string) => keepTimesTogether(escapeHtml(text));
const lines = (text: string) => words(text).replace(/\n/g, '<br>');

function factRow([label, value]: readonly [string, string]): string {
  const cell = `padding:10px 0;border-bottom:1px solid ${LIGHT.line};vertical-align:top`;
  return `<td class="m-line m-muted" width="92" style="${cell};${SMALL}">${escapeHtml(label)}</td><td class="m-line m-ink" style="${cell};font:400 16px/1.5 ${TEXT_FONT};color:${LIGHT.ink}">${lines(value)}</td>`;
}

const table = (row: string, style: string, className = '') =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" class="${className}" style="border-collapse:separate;${style}"><tr>${row}</tr></table>`;

function brand(site_url: string): string {
  const [first, last] = practice.name_parts;
  return `<a class="m-ink" href="${escapeHtml(site_url)}/" style="font:500 22px/1.2 ${DISPLAY_FONT};color:${LIGHT.ink};text-decoration:none">${first} <em class="m-amp" style="color:${LIGHT.turmeric}">&amp;</em> ${last}</a>`;
}

function htmlOf(page: MailPage, signature: readonly string[], site_url: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(page.subject)}</title><style>:root{color-scheme:light dark;supported-color-schemes:light dark}${darkStyles()}</style></head>
<body class="m-paper" style="margin:0;padding:0;background-color:${LIGHT.paper};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(page.preview)}</div>
<table role="presentation" class="m-paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${LIGHT.paper}"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td align="left" style="padding:0 4px 20px">${brand(site_url)}</td></tr>
<tr><td class="m-surface" align="left" style="padding:32px 28px 20px;border:1px solid ${LIGHT.line};border-radius:16px;background-color:${LIGHT.surface}">
<h1 class="m-ink" style="margin:0 0 18px;font:500 27px/1.25 ${DISPLAY_FONT};color:${LIGHT.ink}">${escapeHtml(page.heading)}</h1>
${page.blocks.map(htmlBlock).join('\n')}
<p class="m-muted" style="margin:24px 0 12px;${SMALL}">${signature.map(escapeHtml).join('<br>')}</p>
</td></tr>
<tr><td class="m-muted" align="left" style="padding:18px 4px 0;font:400 13px/1.5 ${TEXT_FONT};color:${LIGHT.muted}">${escapeHtml(page.reason)}</td></tr>
</table></td></tr></table></body></html>
`;
}
