import type { FastifyInstance, FastifyReply } from 'fastify';
import { practice } from '#content/public/practice.ts';
import type { Deps } from '../deps.ts';
import { sendMail } from './send-mail.ts';
import { describeRoute } from '../http/describe-route.ts';
import { escapeHtml } from './mail-page.ts';
import { selectMail, selectMails } from './store.ts';

const SHOWN = 200;

const sandbox = (summary: string, media: string) =>
  describeRoute({
    tag: 'sandbox',
    summary,
    access: 'public',
    media,
    ...(media === 'text/html' ? { errors: media } : {}),
  });

/**
 * The sandbox mailbox with every mail that would have been sent. `/dev/mailbox.json?to=` returns `[{ id, to, subject,
 * text, html, sent_at }]`, newest first. It is off where mail is really sent, and on public sites unless SANDBOX=1 is
 * set.
 */
export function mailboxRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  const mails = async (query: unknown) => {
    // Opening the mailbox sends due mails at once instead of waiting for the job.
    while ((await sendMail.run(deps, deps.clock())) > 0);
    const { to } = query as { to?: unknown };
    const address = typeof to === 'string' && to.trim() ? to.trim().toLowerCase() : null;
    return await selectMails(db, address, SHOWN);
  };

  app.get(
    '/dev/mailbox.json',
    { schema: sandbox('The mails of the sandbox', 'application/json') },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      return (await mails(request.query)).map(
        ({ id, to_address, subject, text, html, attachments, sent_at }) => ({
          id,
          to: to_address,
          subject,
          text,
          html,
          attachments,
          sent_at,
        }),
      );
    },
  );

  app.get(
    '/dev/mailbox',
    { schema: sandbox('The mailbox of the sandbox', 'text/html') },
    async (request, reply) => {
      const rows = (await mails(request.query)).map(
        ({ id, to_address, subject, created_at }) =>
          `<li><a href="/dev/mailbox/${id}">${escapeHtml(subject)}</a><span>${escapeHtml(to_address)}</span><time>${created_at.toISOString()}</time></li>`,
      );
      const list = rows.length > 0 ? `<ol>${rows.join('')}</ol>` : '<p>No mail yet.</p>';
      return page(
        reply,
        'Mailbox of the sandbox',
        `<p>Every mail that would have been sent, newest first.</p>${list}`,
      );
    },
  );

  app.get<{ Params: { id: string } }>(
    '/dev/mailbox/:id',
    { schema: sandbox('A mail of the sandbox', 'text/html') },
    async (request, reply) => {
      const mail = await selectMail(db, request.params.id);
      if (!mail) return page(reply.code(404), 'Mailbox of the sandbox', '<p>This mail is gone.</p>');
      const { subject, to_address, text } = mail;
      return page(
        reply,
        subject,
        `<p>To ${escapeHtml(to_address)} · <a href="/dev/mailbox/${mail.id}/html">as HTML</a> · <a href="/dev/mailbox">all mail</a></p><pre>${escapeHtml(text)}</pre>`,
      );
    },
  );

  app.get<{ Params: { id: string } }>(
    '/dev/mailbox/:id/html',
    { schema: sandbox('A mail of the sandbox, as HTML', 'text/html') },
    async (request, reply) => {
      const mail = await selectMail(db, request.params.id);
      if (!mail) return page(reply.code(404), 'Mailbox of the sandbox', '<p>This mail is gone.</p>');
      return send(reply, mail.html);
    },
  );
}

/** Mails use inline styles; no script may run here. */
const send = (reply: FastifyReply, html: string) =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-robots-tag': 'noindex',
    })
    .send(html);

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}ol{list-style:none;padding:0}li{display:grid;gap:.1rem;padding:.75rem 0;border-top:1px solid #8885}span,time{font-size:.875rem;opacity:.75}pre{white-space:pre-wrap;font:inherit}';

const page = (reply: FastifyReply, title: string, body: string) =>
  send(
    reply,
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)} · ${escapeHtml(practice.name)}</title><style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`,
  );
