import { describe, expect, it } from 'vitest';
import { afterFirstPaint } from '#web/layout/after-first-paint.ts';

const PAGE = [
  '<!DOCTYPE html><html><head>',
  '<link rel="modulepreload" href="/assets/entry.client-1.js" nonce="N"/><link rel="modulepreload" href="/assets/shell-2.js" nonce="N"/>',
  '<link nonce="N" rel="stylesheet" href="/assets/root.css"/></head><body><main>Text</main>',
  '<script nonce="N">window.context=1</script>',
  '<script nonce="N" type="module" async="">import "/assets/entry.client-1.js";</script>',
  '</body></html>',
].join('');

describe('a page whose code is deferred until the first paint', () => {
  const html = afterFirstPaint(PAGE, 'N');

  it('has no module preloads in its markup, but keeps its style sheet', () => {
    expect(html).not.toContain('<link rel="modulepreload"');
    expect(html).not.toContain('type="module"');
    expect(html).toContain('<link nonce="N" rel="stylesheet" href="/assets/root.css"/>');
  });

  it('makes the module script of the page inert', () => {
    expect(html).toContain(
      '<script nonce="N" type="text/deferred">import "/assets/entry.client-1.js";</script>',
    );
  });

  it('ends with a loader with the same mark that preloads every module', () => {
    const loader = html.match(/<script nonce="N">\(function.*<\/script><\/body>/)?.[0];
    expect(loader).toContain('["/assets/entry.client-1.js","/assets/shell-2.js"].forEach');
    expect(loader).toContain("script.type='module'");
  });

  it('inserts the module script unchanged, because the policy allows only that text', () => {
    expect(html).toContain(
      'script.textContent=document.querySelector(\'script[type="text/deferred"]\').textContent;',
    );
  });

  it('runs the dependencies of the entry, but never the entry before the script of the page', () => {
    expect(html).toContain('rest=["/assets/shell-2.js"]');
  });

  it('leaves the content and the other scripts alone', () => {
    expect(html).toContain('<main>Text</main><script nonce="N">window.context=1</script>');
  });

  it('leaves a page without modules unchanged', () => {
    expect(afterFirstPaint('<html><body></body></html>', 'N')).toBe('<html><body></body></html>');
  });
});
