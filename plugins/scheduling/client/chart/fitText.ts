/**
 * Cuts text to a width from the advances of its characters, each measured once per font: measuring whole names costs
 * more than drawing them.
 */
export class TextFitter {
  private readonly advances = new Map<string, number>();
  private font = '';

  constructor(private readonly measure: (text: string) => number) {}

  /** With `…` where it had to be cut; empty when not even one character fits. */
  fit(text: string, width: number, font: string): string {
    if (font !== this.font) {
      this.font = font;
      this.advances.clear();
    }
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

  private advance(character: string): number {
    let advance = this.advances.get(character);
    if (advance === undefined) {
      advance = this.measure(character);
      this.advances.set(character, advance);
    }
    return advance;
  }
}
