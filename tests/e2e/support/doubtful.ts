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
export function findDoubtful(): Doubtful {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number];
  type Box = { left: number; top: number; right: number; bottom: number; width: number; height: number };
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
    display: string;
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
        display: style.display,
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

  const PICTURE = /^(?:img|svg|video|canvas|iframe|object|embed)$/i;
  const painted = all
    .filter((element) => {
      if (element instanceof SVGElement && element.parentElement?.closest('svg')) return false;
      const { background, hasImage } = lookOf(element);
      return (background?.[3] !== 0 || hasImage || PICTURE.test(element.tagName)) && isShown(element);
    })
    .map((element) => ({ element, layer: layerOf(element), box: element.getBoundingClientRect() }));

  /** The solid colour behind this element's text, if it is plain. */
  const backdropOf = (
    element: Element,
    texts: readonly Box[],
    layer: Element | undefined,
  ): Colour | undefined => {
    const above: Colour[] = [];
    let solid: Colour | undefined;
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { background, hasImage, isBlended } = lookOf(at);
      if (isBlended) return undefined;
      if (solid) continue;
      if (!background || hasImage) return undefined;
      if (background[3] === 0) continue;
      const isCanvas = at === document.body || at === document.documentElement;
      if (!isCanvas) {
        const box = at.getBoundingClientRect();
        if (!texts.every((text) => holds(box, text))) return undefined;
      }
      if (background[3] < 1) above.push(background);
      else if (layer && !layer.contains(at)) return undefined;
      else solid = background;
    }
    if (!solid && layer) return undefined;
    return above.reduceRight((below, colour) => over(colour, below), solid ?? [255, 255, 255, 1]);
  };

  const isPlain = (element: Element, texts: readonly Box[]): boolean => {
    const { colour, hasShadow } = lookOf(element);
    if (!colour || hasShadow || texts.length === 0 || element.closest('svg')) return false;
    const layer = layerOf(element);
    const backdrop = backdropOf(element, texts, layer);
    if (!backdrop || contrast(over(colour, backdrop), backdrop) < PLAIN_CONTRAST) return false;
    // Something else may lie between a text and the box that contains it.
    return !painted.some(
      (other) =>
        // A layer above only hides the text; what lies below a layer is hidden by its solid colour.
        (other.layer === layer || (other.layer !== undefined && layer !== undefined)) &&
        texts.some((text) => meets(text, other.box)) &&
        !other.element.contains(element),
    );
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

  /** A link among other words that no line marks. */
  const isUnmarked = (link: Element): boolean => {
    const { isUnderlined, display } = lookOf(link);
    if (isUnderlined || !/^(?:inline|contents)/.test(display)) return false;
    let block = link.parentElement;
    while (block && /^(?:inline|contents)/.test(lookOf(block).display)) block = block.parentElement;
    return block?.textContent?.trim() !== link.textContent?.trim();
  };

  const targets = [
    ...document.body.querySelectorAll(
      'a[href], area, button, input, select, textarea, summary, iframe, audio, video, [contenteditable], [tabindex]',
    ),
  ]
    .filter(isShown)
    .map((element) => ({ element, box: element.getBoundingClientRect() }));
  const isRoomy = ({ width, height }: Box) => width >= LEAST_SIZE && height >= LEAST_SIZE;

  return {
    colours: [
      ...[...texts].filter(([element, boxes]) => !isPlain(element, boxes)).map(([element]) => element),
      ...[...document.body.querySelectorAll('a[href]')].filter((link) => isShown(link) && isUnmarked(link)),
    ],
    sizes: targets
      .filter(
        // axe holds nothing against what Tab does not reach.
        ({ element, box }) =>
          (element as HTMLElement).tabIndex >= 0 &&
          (!isRoomy(box) || targets.some((other) => other.element !== element && meets(box, other.box))),
      )
      .map(({ element }) => element),
  };
}
