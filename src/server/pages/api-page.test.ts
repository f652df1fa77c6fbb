import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { OpenAPIV3_1 } from 'openapi-types';
import { describe, expect, it } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { renderApiPage } from './api-page.ts';

const site = await testApp({ seeded: false });

describe('/docs', () => {
  it('shows every call of /openapi.json, what it takes and what it answers', async () => {
    const { paths } = (await site.request({ url: '/openapi.json' })).json<OpenAPIV3_1.Document>();
    const calls = Object.entries(paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const page = await site.request({ url: '/docs' });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const shown = [...page.body.matchAll(/<summary><code>([^<]+)<\/code>/g)].map(([, name]) => name);
    expect(new Set(shown)).toEqual(new Set(calls));
    expect(shown).toHaveLength(calls.length);
    const slots = /<details><summary><code>POST \/auth\/get-slots<\/code>.*?<\/details>/s.exec(page.body)![0];
    expect(slots).toContain('With the cookie of a session.');
    expect(slots).toMatch(
      /<h3>Body<\/h3><p><code>application\/json<\/code><\/p><pre>.*&quot;cart_items&quot;/s,
    );
    expect(slots).toMatch(/<h3>200 Done<\/h3>.*<h3>4XX Refused<\/h3>/s);
  });

  it('has a policy that lets its style sheet in, and nothing else', async () => {
    const { body, headers } = await site.request({ url: '/docs' });
    const [, style] = /<style>(.*?)<\/style>/s.exec(body)!;
    const hash = createHash('sha256').update(style!).digest('base64');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).toContain(`style-src 'sha256-${hash}';`);
    expect(policy).not.toContain('unsafe');
    expect(body).not.toMatch(/<script|style=|<link|<img/);
  });

  it.each(['/docs', '/openapi.json'])('is sent compressed: %s', async (url) => {
    const plain = await site.request({ url });
    const { headers, rawPayload } = await site.request({ url, headers: { 'accept-encoding': 'gzip' } });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
    expect(gunzipSync(rawPayload)).toEqual(plain.rawPayload);
    const again = await site.request({ url, headers: { 'if-none-match': String(headers['etag']) } });
    expect(again.statusCode).toBe(304);
  });

  it('shows signs of HTML as signs', () => {
    const evil = `<img src=x onerror="1">`;
    const page = renderApiPage({
      openapi: '3.1.0',
      info: { title: evil, version: '1', description: evil },
      tags: [{ name: evil, description: evil }],
      paths: {
        [`/${evil}`]: {
          get: {
            tags: [evil],
            summary: evil,
            parameters: [{ name: evil, in: evil, schema: { type: 'string', pattern: evil } }],
            requestBody: { content: { [evil]: { schema: { type: 'string', pattern: evil } } } },
            responses: { 200: { description: evil, content: { [evil]: { schema: { title: evil } } } } },
          },
        },
      },
    });
    expect(page).not.toContain('<img');
    expect(page.match(/&lt;img/g)!.length).toBeGreaterThan(10);
  });
});
