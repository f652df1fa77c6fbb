import { describe, expect, it } from 'vitest';
import { afterFirstPaint } from '#web/layout/after-first-paint.ts';

const PAGE = [
  '<!DOCTYPE html><html><head>',
  '<link rel="modulepreload" href="/assets/entry.client-1.js" nonce="N"/><link rel="modulepreload" href="/assets/shell-2.js" nonce="N"/>',
  '<link nonce="N" rel="stylesheet" href="/assets/root.css"/></head><body><main>Words</main>',
  '<script nonce="N">window.context=1</script>',
  '<script nonce="N" type="module" async="">import "/assets/entry.client-1.js";</script>',
  '</body></html>',
].join('');

describe('a page whose code waits for the first paint', () => {
  const html = afterFirstPaint(PAGE, 'N');

  it('asks for no module in its markup, but still for its style', () => {
    expect(html).not.toContain('<link rel="modulepreload"');
    expect(html).not.toContain('type="module"');
    expect(html).toContain('<link nonce="N" rel="stylesheet" href="/assets/root.css"/>');
  });

  it('keeps the code of the page for later', () => {
    expect(html).toContain(
      '<script nonce="N" type="text/asleep">import "/assets/entry.client-1.js";</script>',
    );
  });

  it('ends with a script of the same mark that asks for every module', () => {
    const waker = html.match(/<script nonce="N">\(function.*<\/script><\/body>/)?.[0];
    expect(waker).toContain('["/assets/entry.client-1.js","/assets/shell-2.js"].forEach');
    expect(waker).toContain("script.type='module'");
  });

  it('inserts the code of the page as it is, for the policy allows that text alone', () => {
    expect(html).toContain(
      'script.textContent=document.querySelector(\'script[type="text/asleep"]\').textContent;',
    );
  });

  it('starts what the entry is made of on its own, but never the entry before the script of the page', () => {
    expect(html).toContain('rest=["/assets/shell-2.js"]');
  });

  it('leaves the words and the other scripts alone', () => {
    expect(html).toContain('<main>Words</main><script nonce="N">window.context=1</script>');
  });

  it('leaves a page without modules as it is', () => {
    expect(afterFirstPaint('<html><body></body></html>', 'N')).toBe('<html><body></body></html>');
  });
});
