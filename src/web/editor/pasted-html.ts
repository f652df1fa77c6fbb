/**
 * Moves style attributes (`data-style`), event attributes and style sheets (`<template>`) out of the way in pasted HTML. The
 * site's content security policy forbids them, so the browser would report them when the HTML is parsed. restoreStyles()
 * puts the styles back by script, which the policy allows.
 */
export function withoutInlineCode(html: string): string {
  return (
    html
      .replace(/<(\/?)style\b/gi, '<$1template')
      // Stops at the next angle bracket: otherwise every unfinished tag would be scanned to the end of the text.
      .replace(/<[a-z][^<>]*>/gi, (tag) =>
        tag.replace(/([\s"'/])style\s*=/gi, '$1data-style=').replace(/([\s"'/])on\w+\s*=/gi, '$1data-off='),
      )
  );
}

/** Styles and lists of the program that text was copied from, where the editor reads them. */
export function restoreStyles(doc: Document): void {
  const sheets = [...doc.querySelectorAll('template')];
  const css = sheets.map(({ innerHTML }) => innerHTML).join('\n');
  for (const each of sheets) each.remove();
  restoreWordLists(doc, css);
  // Excel, Word and the notes of Apple name their formats in a style sheet.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  for (const rule of sheet.cssRules)
    if (rule instanceof CSSStyleRule)
      // The underline of a link is its look.
      for (const element of doc.body.querySelectorAll<HTMLElement>(`:is(${rule.selectorText}):not(a, a *)`))
        element.style.cssText += rule.style.cssText;
  for (const element of doc.body.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText += element.dataset['style'];
  // Google Docs puts everything into a <b> that is not bold.
  for (const element of doc.body.querySelectorAll<HTMLElement>(':is(b, strong, i, em)[style]')) {
    const { bold, italic } = formatsOfStyle(element.style);
    if ((/^[bs]/i.test(element.tagName) ? bold : italic) === false)
      element.replaceWith(...element.childNodes);
  }
}

/** Word writes the items of a list as paragraphs with a mark, and its kind in a style sheet. */
function restoreWordLists(doc: Document, css: string): void {
  for (const element of doc.querySelectorAll<HTMLElement>('[data-style*="mso-list"]')) {
    const style = element.dataset['style'] ?? '';
    if (/mso-list:[^;]*ignore/i.test(style)) element.remove();
    const [, list, level] = /mso-list:[^;]*\bl(\d+)\s+level(\d+)/i.exec(style) ?? [];
    if (list === undefined) continue;
    const isBullet = new RegExp(
      `@list l${list}:level${level}\\s*\\{[^}]*level-number-format:\\s*bullet`,
      'i',
    );
    const item = doc.createElement('li');
    item.dataset['list'] = isBullet.test(css) ? 'bullet' : 'ordered';
    item.className = `ql-indent-${Number(level) - 1}`;
    item.append(...element.childNodes);
    const container = doc.createElement('ul');
    container.append(item);
    element.replaceWith(container);
  }
}

/** The formats of a note for a style, such as bold for a font weight; false where it takes one back. */
export function formatsOfStyle({
  fontWeight,
  fontStyle,
  textDecorationLine,
  verticalAlign,
}: Pick<CSSStyleDeclaration, 'fontWeight' | 'fontStyle' | 'textDecorationLine' | 'verticalAlign'>) {
  const formats: { bold?: boolean; italic?: boolean; underline?: true; strike?: true; script?: string } = {};
  if (/^(?:bold|[6-9]00)/.test(fontWeight)) formats.bold = true;
  if (/^(?:normal|[1-5]00)$/.test(fontWeight)) formats.bold = false;
  if (/^(?:italic|oblique)/.test(fontStyle)) formats.italic = true;
  if (fontStyle === 'normal') formats.italic = false;
  if (textDecorationLine.includes('underline')) formats.underline = true;
  if (textDecorationLine.includes('line-through')) formats.strike = true;
  if (verticalAlign === 'super' || verticalAlign === 'sub') formats.script = verticalAlign;
  return formats;
}
