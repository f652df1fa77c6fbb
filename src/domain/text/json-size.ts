/** The cost of parsing a JSON text, measured without parsing it. */
type JsonSize = {
  /** The approximate number of values and keys: one for each comma, colon and opening bracket outside strings. */
  values: number;
  depth: number;
};

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;

/**
 * Counts values and depth of a text that may be JSON, in one pass. It stops as soon as either exceeds its limit, and
 * skips strings, so that a large picture costs almost nothing.
 */
export function measureJson(text: string, limits: JsonSize): JsonSize {
  let values = 0;
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(text, at);
    else if (sign === COMMA || sign === COLON) values++;
    else if (sign === 91 || sign === 123) {
      values++;
      deepest = Math.max(deepest, ++depth);
    } else if (sign === 93 || sign === 125) depth--;
    if (values > limits.values || deepest > limits.depth) break;
  }
  return { values, depth: deepest };
}

/** True if a JSON text stays within both limits. */
export function fitsJsonLimits(text: string, limits: JsonSize): boolean {
  const { values, depth } = measureJson(text, limits);
  return values <= limits.values && depth <= limits.depth;
}

/**
 * Returns the index of the closing quote of the string that begins at `start`; the length of the text if there is none.
 */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 92) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
