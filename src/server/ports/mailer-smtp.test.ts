import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSmtpMailer, isThisMachine } from './mailer-smtp.ts';
import { MailRefused, type OutgoingMail } from './mailer.ts';
import { selfSignedCertificate } from '#tests/support/self-signed-certificate.ts';

const { key, cert } = selfSignedCertificate(new Date());
let received: { from: string; to: string[]; raw: string; secure: boolean }[] = [];
let refuse: { code: number; at?: 'sender' } | undefined;

function smtpServer(secure: boolean): SMTPServer {
  return new SMTPServer({
    secure,
    key,
    cert,
    authOptional: false,
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'studio' && password === 'gate key') done(null, { user: username });
      else done(new Error('no'));
    },
    onMailFrom: (_address, _session, done) => {
      if (refuse?.at === 'sender')
        done(Object.assign(new Error('not registered'), { responseCode: refuse.code }));
      else done();
    },
    onRcptTo: (_address, _session, done) => {
      if (refuse) done(Object.assign(new Error('refused'), { responseCode: refuse.code }));
      else done();
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        received.push({
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString('utf8'),
          secure: session.secure,
        });
        done();
      });
    },
  });
}

const mail: OutgoingMail = {
  message_id: '<the-same-every-time@sattvaandsage.example>',
  to: 'maren@example.com',
  subject: 'Ünïcödé 🌿\r\nBcc: everybody@example.com',
  text: 'Hello',
  html: '<p>Hello</p>',
  attachments: [
    {
      filename: 'appointments.ics',
      content_type: 'text/calendar; charset=utf-8; method=PUBLISH',
      content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
    },
  ],
};

describe.each([
  ['smtps', true],
  ['smtp with STARTTLS', false],
])('mail over %s', (_name, secure) => {
  const server = smtpServer(secure);
  let mailer: ReturnType<typeof createSmtpMailer>;
  let urlOf: (password: string) => string;
  const options = {
    from: 'Sattva & Sage <studio@sattvaandsage.example>',
    reply_to: 'hello@sattvaandsage.example',
  };
  beforeAll(async () => {
    server.on('error', () => undefined); // a client that hangs up is part of the tests
    await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
    const { port } = server.server.address() as AddressInfo;
    urlOf = (password) =>
      `${secure ? 'smtps' : 'smtp'}://studio:${encodeURIComponent(password)}@localhost:${port}`;
    mailer = createSmtpMailer({ url: urlOf('gate key'), ...options, ca: cert });
  });
  afterAll(async () => {
    await mailer.close();
    await new Promise<void>((closed) => server.close(closed));
  });
  beforeEach(() => {
    received = [];
    refuse = undefined;
  });

  it('arrives encrypted and complete, from the practice, at its recipient only', async () => {
    await mailer.send(mail);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      from: 'studio@sattvaandsage.example',
      to: ['maren@example.com'],
      secure: true,
    });
    const parsed = await PostalMime.parse(received[0]!.raw);
    expect(parsed).toMatchObject({
      messageId: mail.message_id,
      from: { name: 'Sattva & Sage' },
      replyTo: [{ address: 'hello@sattvaandsage.example' }],
      text: expect.stringContaining('Hello'),
      html: expect.stringContaining('<p>Hello</p>'),
    });
    expect(parsed.subject).toContain('Ünïcödé 🌿');
    expect(parsed.bcc).toBeUndefined();
    expect(parsed.attachments).toMatchObject([{ filename: 'appointments.ics', mimeType: 'text/calendar' }]);
  });

  it('has the same Message-ID when it is sent again', async () => {
    await mailer.send(mail);
    await mailer.send(mail);
    const ids = received.map(({ raw }) => /^message-id: (.*)$/im.exec(raw)?.[1]);
    expect(ids).toEqual([mail.message_id, mail.message_id]);
  });

  it('distinguishes a permanent refusal of the mail, a temporary one, and one of the practice itself', async () => {
    refuse = { code: 550 };
    await expect(mailer.send(mail)).rejects.toBeInstanceOf(MailRefused);
    for (const now of [{ code: 451 }, { code: 421 }, { code: 530 }, { code: 550, at: 'sender' as const }]) {
      refuse = now;
      const later = await mailer.send(mail).catch((error: unknown) => error);
      expect(later).toBeInstanceOf(Error);
      expect(later).not.toBeInstanceOf(MailRefused);
    }
    refuse = undefined;
    await mailer.send(mail);
    expect(received).toHaveLength(1);
  });

  it('retries the mail after a wrong password or an unknown certificate', async () => {
    for (const more of [
      { url: urlOf('wrong'), ca: cert },
      { url: urlOf('gate key').replace('localhost', '127.0.0.1'), ca: cert },
    ]) {
      const wrong = createSmtpMailer({ ...options, ...more });
      const error = await wrong.send(mail).catch((thrown: unknown) => thrown);
      await wrong.close();
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(MailRefused);
    }
    expect(received).toEqual([]);
  });
});

it.each([
  ['smtp://localhost:1025', true],
  ['smtp://mail.localhost:1025', true],
  ['smtp://a:b@127.0.0.1:1025', true],
  ['smtp://[::1]:1025', true],
  ['smtp://localhost.example:1025', false],
  ['smtp://127.0.0.1.example:1025', false],
  ['smtp://notlocalhost:1025', false],
  ['smtp://mail:1025', false],
])('goes without encryption to this machine only: %s %s', (url, expected) => {
  expect(isThisMachine(url)).toBe(expected);
});
