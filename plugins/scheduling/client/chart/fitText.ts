/** Scripts whose characters change with their neighbours, so that only whole texts can be measured. */
const joined = /[\u0590-\u0dff\u0e00-\u109f\u1780-\u18af]/;

/**
 * Cuts text to a width from the advances of its characters, each measured once per font: measuring whole names costs
 * more than drawing them.
 */
export class TextFitter {
  private readonly fonts = new Map<string, Map<string, number>>();
  private advances = new Map<string, number>();

  constructor(private readonly measure: (text: string) => number) {}

  /** With `…` where it had to be cut; empty when not even one character fits. `font` is the one that is set. */
  fit(text: string, width: number, font: string): string {
    this.use(font);
    if (joined.test(text)) return this.fitWhole(text, width);
    const ellipsis = this.advance('…');
    let used = 0;
    let kept = '';
    for (const character of text) {
      used += this.advance(character);
      if (used > width) return kept.trimEnd() && `${kept.trimEnd()}…`;
      if (used + ellipsis <= width) kept += character;
    }
    return text;
  }

  width(text: string, font: string): number {
    this.use(font);
    return this.advance(text);
  }

  /** Widths go with the theme's font. */
  forget(): void {
    this.fonts.clear();
  }

  private use(font: string): void {
    this.advances = this.fonts.get(font) ?? new Map<string, number>();
    this.fonts.set(font, this.advances);
  }

  private fitWhole(text: string, width: number): string {
    if (this.advance(text) <= width) return text;
    const characters = [...text];
    let low = 0;
    let high = characters.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.advance(`${characters.slice(0, middle).join('')}…`) <= width) low = middle;
      else high = middle - 1;
    }
    return low === 0 ? '' : `${characters.slice(0, low).join('').trimEnd()}…`;
  }

  private advance(text: string): number {
    let advance = this.advances.get(text);
    if (advance === undefined) {
      if (this.advances.size > 5000) this.advances.clear();
      advance = this.measure(text);
      this.advances.set(text, advance);
    }
    return advance;
  }
}
