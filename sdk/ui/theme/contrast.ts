/** Red, green and blue from 0 to 255; `null` for other notations than `#rgb`, `#rrggbb` and `rgb(…)`. */
function channels(colour: string): readonly number[] | null {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour.trim())?.[1];
  if (hex) {
    const long = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
    return [0, 2, 4].map((at) => parseInt(long.slice(at, at + 2), 16));
  }
  const written = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/i.exec(colour.trim());
  return written ? written.slice(1, 4).map(Number) : null;
}

function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Contrast of two colours by WCAG, from 1 to 21: text needs 4.5, large text and controls 3. `null` when one of them
 * has another notation than `#rgb`, `#rrggbb` or `rgb(r, g, b)`.
 */
export function contrastRatio(one: string, other: string): number | null {
  const [first, second] = [channels(one), channels(other)];
  if (!first || !second) return null;
  const [lighter = 0, darker = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}
