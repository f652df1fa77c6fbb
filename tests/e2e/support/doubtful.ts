import type { Box, PaintOrder } from './paint-order.ts';

/** Elements that axe must look at. The others cannot break the rule. */
export type Doubtful = {
  /** Texts that may lack contrast, and links that may look like the text around them. */
  readonly colours: Element[];
  /** Targets that may be too small, or covered in part by another one. */
  readonly sizes: Element[];
};

/**
 * Finds what axe must look at for its two slow rules. Contrast and target size take three quarters of a run, and nearly every
 * element passes them plainly: a text of a solid colour inside a solid box, a large button that nothing overlaps. Whatever is
 * not plain is named here, right or wrong; axe decides. Runs in the page, so it uses nothing from outside.
 */
export function findDoubtful(paintOrder: PaintOrder): Doubtful {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number];
  type Overflow = 'visible' | 'hidden' | 'auto' | 'mixed';
  type Look = {
    colour: Colour | undefined;
    background: Colour | undefined;
    hasImage: boolean;
    /** Something changes how its colours are painted, for all it contains. */
    isBlended: boolean;
    hasShadow: boolean;
    /** Cut off whole, as texts for screen readers are. */
    isClipped: boolean;
    isUnderlined: boolean;
    font: string;
    display: string;
    position: string;
    /** What happens to content outside its box: nothing, or it is cut off, or scrolled, or both. */
    overflow: Overflow;
  };
  /** A box whose content scrolls, and where a text can be seen as long as nothing outside this box cuts it off. */
  type Scroller = { element: Element; inside: readonly Box[] };
  /** What is behind a text, and where the text can be seen. */
  type Backdrop = {
    /** More than one if it leaves a box. */
    colours: readonly Colour[];
    /** Whose background is behind all of it; none for the page's own. */
    box: Element | undefined;
    scrollers: readonly Scroller[];
    visible: readonly Box[];
  };
  /** WCAG asks for 4.5, or 3 for large text, which axe may judge. */
  const PLAIN_CONTRAST = 4.55;
  const LEAST_SIZE = 24;

  const colours = new Map<string, Colour | undefined>();
  const parse = (text: string): Colour | undefined => {
    if (!colours.has(text)) {
      const numbers = (text.match(/[\d.]+(?:e-?\d+)?%?/g) ?? []).map(Number);
      const [red = NaN, green = NaN, blue = NaN, alpha = 1] = numbers;
      const scale = text.startsWith('rgb') ? 1 : text.startsWith('color(srgb ') ? 255 : NaN;
      const parsed = [red * scale, green * scale, blue * scale, alpha] as const;
      colours.set(text, parsed.every(Number.isFinite) ? parsed : undefined);
    }
    return colours.get(text);
  };
  const over = ([r, g, b, a]: Colour, [red, green, blue]: Colour): Colour => [
    r * a + red * (1 - a),
    g * a + green * (1 - a),
    b * a + blue * (1 - a),
    1,
  ];
  const luminance = ([red, green, blue]: Colour): number => {
    const linear = (part: number) =>
      part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  };
  const contrast = (one: Colour, other: Colour): number => {
    const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
    return (high + 0.05) / (low + 0.05);
  };

  const overflowOf = ({ display, overflowX, overflowY }: CSSStyleDeclaration): Overflow => {
    if (/^(?:inline|contents)$/.test(display)) return 'visible';
    const [one, other] = [overflowX, overflowY].map((each) =>
      each.replace('clip', 'hidden').replace('scroll', 'auto'),
    );
    return one === other ? (one as Overflow) : 'mixed';
  };
  const looks = new Map<Element, Look>();
  const lookOf = (element: Element): Look => {
    let look = looks.get(element);
    if (!look) {
      const style = getComputedStyle(element);
      look = {
        colour: parse(style.color),
        background: parse(style.backgroundColor),
        hasImage: style.backgroundImage !== 'none' || style.backgroundClip === 'text',
        isBlended:
          style.opacity !== '1' ||
          style.filter !== 'none' ||
          style.backdropFilter !== 'none' ||
          style.mixBlendMode !== 'normal',
        hasShadow: style.textShadow !== 'none' || style.webkitTextFillColor !== style.color,
        isClipped: Number(/^inset\((\d+)%\)/.exec(style.clipPath)?.[1] ?? 0) >= 50,
        isUnderlined: style.textDecorationLine.includes('underline'),
        font: [style.fontWeight, style.fontStyle, style.fontSize].join(),
        display: style.display,
        position: style.position,
        overflow: overflowOf(style),
      };
      looks.set(element, look);
    }
    return look;
  };

  const all = [...document.body.querySelectorAll('*')];
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const isClipped = (element: Element | null): boolean =>
    element !== null && (lookOf(element).isClipped || isClipped(element.parentElement));
  const meets = (one: Box, other: Box): boolean =>
    one.left < other.right - 0.5 &&
    one.right > other.left + 0.5 &&
    one.top < other.bottom - 0.5 &&
    one.bottom > other.top + 0.5;
  const holds = (outer: Box, inner: Box): boolean =>
    inner.left >= outer.left - 1 &&
    inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 &&
    inner.bottom <= outer.bottom + 1;

  /** Modal dialogs and popovers lie over everything else. */
  const layers = [...document.querySelectorAll('dialog:modal, :popover-open')];
  const layerOf = (element: Element): Element | undefined =>
    layers.findLast((layer) => layer.contains(element));

  // Of a text that meets a picture axe says that it cannot tell, which is no violation.
  const FOREIGN = /^(?:iframe|object|embed)$/i;
  const painted = all
    .filter((element) => {
      if (element instanceof SVGElement && element.parentElement?.closest('svg')) return false;
      const { background, hasImage } = lookOf(element);
      return (background?.[3] !== 0 || hasImage || FOREIGN.test(element.tagName)) && isShown(element);
    })
    .map((element) => ({ element, layer: layerOf(element), box: element.getBoundingClientRect() }));

  const overlap = (one: Box, other: Box): Box => {
    const [left, right] = [Math.max(one.left, other.left), Math.min(one.right, other.right)];
    const [top, bottom] = [Math.max(one.top, other.top), Math.min(one.bottom, other.bottom)];
    return { left, right, top, bottom, width: right - left, height: bottom - top };
  };

  /** The solid colour behind this element's text, if it is plain. */
  const backdropOf = (
    element: Element,
    texts: readonly Box[],
    layer: Element | undefined,
  ): Backdrop | undefined => {
    const above: Colour[] = [];
    const behind = (colour: Colour) => above.reduceRight((below, each) => over(each, below), colour);
    const left: Colour[] = [];
    const scrollers: Scroller[] = [];
    let solid: Colour | undefined;
    let box: Element | undefined;
    let visible = texts;
    let floats = '';
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { background, hasImage, isBlended, overflow, position } = lookOf(at);
      if (isBlended) return undefined;
      const isCanvas = at === document.body || at === document.documentElement;
      const frame = at.getBoundingClientRect();
      const isInside = visible.every((text) => holds(frame, text));
      if (!isCanvas && overflow !== 'visible' && !isInside) {
        // What floats may leave this box without being cut off.
        if (overflow === 'mixed' || floats === 'fixed' || (floats !== '' && position === 'static'))
          return undefined;
        if (overflow === 'auto') {
          scrollers.push({ element: at, inside: visible });
          visible = [frame];
        } else {
          visible = visible.map((text) => overlap(text, frame));
          if (visible.some(({ width, height }) => width < 1 || height < 1)) return undefined;
        }
      }
      if (floats !== 'fixed' && position !== 'static')
        floats = position === 'absolute' || position === 'fixed' ? position : '';
      if (solid) continue;
      if (!background || hasImage) return undefined;
      if (background[3] === 0) continue;
      if (!isCanvas && !visible.every((text) => holds(frame, text))) {
        if (background[3] < 1) return undefined;
        left.push(behind(background));
      } else if (background[3] < 1) above.push(background);
      else if (layer && !layer.contains(at)) return undefined;
      else {
        solid = background;
        box = isCanvas ? undefined : at;
      }
    }
    if (!solid && layer) return undefined;
    return { colours: [behind(solid ?? [255, 255, 255, 1]), ...left], box, scrollers, visible };
  };

  /** Whether the other is painted over the text, which hides it, or below the box behind the text. */
  const isApart = (element: Element, { box }: Backdrop, other: Element, where: Box): boolean =>
    paintOrder(element, other, where) === 'below' || (box && paintOrder(box, other, where)) === 'above';

  const isFaded = (element: Element | null): boolean =>
    element !== null && (lookOf(element).isBlended || isFaded(element.parentElement));
  const isPlain = (element: Element, texts: readonly Box[]): boolean => {
    const { colour, hasShadow } = lookOf(element);
    if (!colour || hasShadow || texts.length === 0 || element.closest('svg')) return false;
    const layer = layerOf(element);
    const backdrop = backdropOf(element, texts, layer);
    const isClear = (behind: Colour) => contrast(over(colour, behind), behind) >= PLAIN_CONTRAST;
    if (!backdrop?.colours.every(isClear)) return false;
    // Something else may lie between a text and the box that contains it.
    return !painted.some((other) => {
      // A layer above only hides the text; what lies below a layer is hidden by its solid colour.
      if (other.layer !== layer && (!other.layer || !layer)) return false;
      if (other.element.contains(element)) return false;
      const scroller = backdrop.scrollers.find((each) => each.element.contains(other.element));
      const met = (scroller?.inside ?? backdrop.visible).filter((text) => meets(text, other.box));
      if (met.length === 0) return false;
      const { background, hasImage } = lookOf(other.element);
      const isSolid = background?.[3] === 1 && !hasImage && !isFaded(other.element);
      if (isSolid && isClear(background)) return false;
      return met.some((text) => !isApart(element, backdrop, other.element, overlap(text, other.box)));
    });
  };

  const texts = new Map<Element, Box[]>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const { currentNode } = walker;
    const parent = currentNode.parentElement;
    if (!parent || !currentNode.nodeValue?.trim() || !isShown(parent) || isClipped(parent)) continue;
    range.selectNodeContents(currentNode);
    texts.set(parent, [...(texts.get(parent) ?? []), ...range.getClientRects()]);
  }
  for (const field of document.body.querySelectorAll('input, select, textarea'))
    if (isShown(field)) texts.set(field, [field.getBoundingClientRect()]);

  const isInline = (element: Element) => /^(?:inline|contents)/.test(lookOf(element).display);
  /** The words on the lines of a block without those of the link. */
  const wordsAround = (link: Element, block: Element): string =>
    [...block.childNodes]
      .map((node) => {
        if (node instanceof Element) return node === link || !isInline(node) ? ' ' : wordsAround(link, node);
        return node.nodeType === Node.TEXT_NODE ? node.nodeValue : '';
      })
      .join('');
  const lengthOf = (words: string) => words.replaceAll(/\s+/g, ' ').trim().length;
  /** A link among more words than its own that neither a line nor its font marks. */
  const isUnmarked = (link: Element): boolean => {
    const { isUnderlined, font } = lookOf(link);
    if (isUnderlined || !isInline(link)) return false;
    let block = link.parentElement;
    let isDistinct = true;
    for (; block; block = block.parentElement) {
      isDistinct &&= lookOf(block).font !== font;
      if (!isInline(block)) break;
    }
    if (isDistinct || !block) return false;
    return lengthOf(wordsAround(link, block)) > lengthOf(link.textContent);
  };

  const targets = [
    ...document.body.querySelectorAll(
      'a[href], area, button, input, select, textarea, summary, iframe, audio, video, [contenteditable], [tabindex]',
    ),
  ]
    .filter(isShown)
    .map((element) => ({ element, box: element.getBoundingClientRect() }));
  const isRoomy = ({ width, height }: Box) => width >= LEAST_SIZE && height >= LEAST_SIZE;
  /** From the middle of a target to the nearest point of another one. */
  const distance = ({ left, top, width, height }: Box, other: Box): number => {
    const [x, y] = [left + width / 2, top + height / 2];
    return Math.hypot(
      x - Math.max(other.left, Math.min(other.right, x)),
      y - Math.max(other.top, Math.min(other.bottom, y)),
    );
  };
  /** Large enough, if only beside all that lies over it; or small with enough space around it. */
  const isEasyToHit = (target: (typeof targets)[number]): boolean => {
    const { box } = target;
    // The main part of a page can have the focus, but is no target.
    const others = targets.filter((each) => each !== target && !each.element.matches('main'));
    const met = others.filter((each) => meets(box, each.box));
    if (!isRoomy(box))
      return met.length === 0 && others.every((each) => distance(box, each.box) >= LEAST_SIZE);
    const over = met
      .filter((each) => paintOrder(target.element, each.element, overlap(box, each.box)) !== 'above')
      .map((each) => each.box);
    const free = [
      Math.min(...over.map(({ left }) => left)) - box.left,
      Math.min(...over.map(({ top }) => top)) - box.top,
      box.right - Math.max(...over.map(({ right }) => right)),
      box.bottom - Math.max(...over.map(({ bottom }) => bottom)),
    ];
    return over.length === 0 || free.some((space) => space >= LEAST_SIZE);
  };

  return {
    colours: [
      ...[...texts].filter(([element, boxes]) => !isPlain(element, boxes)).map(([element]) => element),
      ...[...document.body.querySelectorAll('a[href]')].filter((link) => isShown(link) && isUnmarked(link)),
    ],
    sizes: targets
      // axe holds nothing against what Tab does not reach.
      .filter((target) => (target.element as HTMLElement).tabIndex >= 0 && !isEasyToHit(target))
      .map(({ element }) => element),
  };
}
