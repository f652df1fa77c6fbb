import { createHash } from 'node:crypto';
import type { OpenAPIV3_1 } from 'openapi-types';
import { escapeHtml } from '../mail/mail-page.ts';

type Operation = OpenAPIV3_1.OperationObject;
type Content = Record<string, OpenAPIV3_1.MediaTypeObject>;

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}' +
  'details{border-top:1px solid #8885;padding:.5rem 0}summary{cursor:pointer}summary span{opacity:.75;margin-left:.5rem}' +
  'code,pre{font:14px/1.45 ui-monospace,monospace}pre{overflow-x:auto;padding:.75rem;background:#8881}h3{font-size:1rem;margin:1rem 0 .25rem}' +
  'table{border-collapse:collapse}td,th{text-align:left;padding:.25rem 1rem .25rem 0;border-bottom:1px solid #8885}';

/** The page runs no script and loads nothing; the policy allows its one style sheet by hash. */
export const API_PAGE_POLICY =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/** Renders an OpenAPI document as a page: each call with its access, input and answers. */
export function renderApiPage({ info, tags = [], paths = {} }: OpenAPIV3_1.Document): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  const sections = tags.map(({ name, description = '' }) => {
    const ofTag = calls.filter(({ operation }) => operation.tags?.includes(name));
    if (ofTag.length === 0) return '';
    const list = ofTag.map((call) => renderCall(call.name, call.operation)).join('');
    return `<h2>${escapeHtml(name)}</h2><p>${escapeHtml(description)}</p>${list}`;
  });
  const title = `${escapeHtml(info.title)}: API`;
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>` +
    `<body><h1>${title}</h1><p>${withCode(info.description ?? '')}</p>` +
    `<p>For generators of clients: <a href="/openapi.json">/openapi.json</a>.</p>${sections.join('')}</body></html>`
  );
}

function renderCall(name: string, operation: Operation): string {
  const { summary = '', security = [], parameters = [], requestBody, responses = {} } = operation;
  const words = summary === name ? '' : `<span>${escapeHtml(summary)}</span>`;
  const rows = (parameters as OpenAPIV3_1.ParameterObject[]).map(
    (parameter) =>
      `<tr><td><code>${escapeHtml(parameter.name)}</code></td><td>in ${escapeHtml(parameter.in)}${parameter.required ? ', required' : ''}</td>` +
      `<td><code>${escapeHtml(JSON.stringify(parameter.schema ?? {}))}</code></td></tr>`,
  );
  const body = (requestBody as OpenAPIV3_1.RequestBodyObject | undefined)?.content;
  const answers = Object.entries(responses as Record<string, OpenAPIV3_1.ResponseObject>).map(
    ([status, answer]) =>
      `<h3>${escapeHtml(`${status} ${answer.description}`)}</h3>${renderContent(answer.content)}`,
  );
  return (
    `<details><summary><code>${escapeHtml(name)}</code>${words}</summary>` +
    `<p>${security.length > 0 ? `With the cookie of ${'staff' in security[0]! ? 'a staff session' : 'a session'}.` : 'Without a session.'}</p>` +
    (rows.length > 0 ? `<h3>Parameters</h3><table>${rows.join('')}</table>` : '') +
    (body ? `<h3>Body</h3>${renderContent(body)}` : '') +
    `${answers.join('')}</details>`
  );
}

function renderContent(content: Content = {}): string {
  return Object.entries(content)
    .map(
      ([type, { schema = {} }]) =>
        `<p><code>${escapeHtml(type)}</code></p><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`,
    )
    .join('');
}

/** Renders text between backticks as code. */
function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}
