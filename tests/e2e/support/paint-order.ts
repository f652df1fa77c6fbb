export type Box = { left: number; top: number; right: number; bottom: number; width: number; height: number };

/** Which of two elements is painted over the other one, in the middle of a box that both have a part in. */
export type PaintOrder = (one: Element, other: Element, where: Box) => 'above' | 'below' | 'unknown';

/**
 * Tells by what the window shows at this point, or, beyond its edges, by what is lifted out of the flow: that is painted
 * over what is not. Runs in the page, so it uses nothing from outside.
 */
export function makePaintOrder(): PaintOrder {
  const isLifted = ({
    position,
    zIndex,
    transform,
    opacity,
    filter,
    isolation,
    contain,
  }: CSSStyleDeclaration) =>
    position !== 'static' ||
    zIndex !== 'auto' ||
    transform !== 'none' ||
    opacity !== '1' ||
    filter !== 'none' ||
    isolation !== 'auto' ||
    contain !== 'none';
  /** Whether something of the way from this element up to one that contains it is lifted, or put below the flow. */
  const placeOf = (element: Element, container: Element): 'lifted' | 'sunk' | 'in flow' => {
    let place: 'lifted' | 'in flow' = 'in flow';
    for (let at: Element | null = element; at && at !== container; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (Number(style.zIndex) < 0) return 'sunk';
      if (isLifted(style)) place = 'lifted';
    }
    return place;
  };

  return (one, other, { left, top, width, height }) => {
    const order = document.elementsFromPoint(left + width / 2, top + height / 2);
    const [mine, its] = [order.indexOf(one), order.indexOf(other)];
    if (mine >= 0 && its >= 0) return mine < its ? 'above' : 'below';
    if (one.contains(other)) return placeOf(other, one) === 'sunk' ? 'unknown' : 'below';
    if (other.contains(one)) return placeOf(one, other) === 'sunk' ? 'unknown' : 'above';
    let common = one.parentElement;
    while (common && !common.contains(other)) common = common.parentElement;
    if (!common) return 'unknown';
    const places = `${placeOf(one, common)}, ${placeOf(other, common)}`;
    if (places === 'lifted, in flow') return 'above';
    return places === 'in flow, lifted' ? 'below' : 'unknown';
  };
}
