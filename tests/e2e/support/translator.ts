import type { BrowserContext } from '@playwright/test';

/**
 * Does to every page what Chrome's translation does: each text is taken out and put back as a new one inside
 * `<font><font>`, now and whenever a text comes or changes. The words stay, so that a test finds them.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const untouched =
      'font, script, style, noscript, title, option, textarea, svg, [contenteditable], [translate=no]';
    const wrap = (text: Text) => {
      if (!text.data || !text.parentElement || text.parentElement.closest(untouched)) return;
      const outer = document.createElement('font');
      outer.append(document.createElement('font'));
      outer.firstElementChild!.append(text.data);
      text.replaceWith(outer);
    };
    const wrapAll = (root: Node) => {
      if (root instanceof Text) return wrap(root);
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      found.forEach(wrap);
    };
    const start = () => {
      wrapAll(document.body);
      new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes) {
          if (type === 'characterData') wrapAll(target);
          else addedNodes.forEach(wrapAll);
        }
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    };
    // As Chrome does, once the page has loaded.
    addEventListener('load', start);
  });
}
