import { TextFitter } from './fitText.ts';

interface Writing {
  text: string;
  x: number;
  y: number;
  space: number;
  color: string;
}

/** What names are mostly made of. */
const characters = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

/**
 * A canvas whose `x` grows with time: to the right, or, mirrored, to the left. Text is never mirrored itself, only where
 * it stands. CSS pixels; the caller has scaled for the device.
 */
export class Stage {
  width = 0;
  private mirrored = false;
  private ratio = 1;
  private readonly fitter: TextFitter;
  private readonly patterns = new Map<string, CanvasPattern>();
  private readonly waiting = new Map<string, Writing[]>();

  constructor(readonly context: CanvasRenderingContext2D) {
    this.fitter = new TextFitter((text) => context.measureText(text).width);
  }

  begin(width: number, mirrored: boolean, ratio: number): void {
    const { context } = this;
    this.width = width;
    this.mirrored = mirrored;
    this.ratio = ratio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.direction = mirrored ? 'rtl' : 'ltr';
    context.textAlign = 'start';
    context.textBaseline = 'middle';
  }

  /** Left edge on the canvas of what begins at `x` and is `width` long in time. */
  left(x: number, width = 0): number {
    return this.mirrored ? this.width - x - width : x;
  }

  /** To the next pixel of the device, so that lines are crisp. */
  crisp(value: number): number {
    return Math.round(value * this.ratio) / this.ratio;
  }

  fill(x: number, y: number, width: number, height: number): void {
    this.context.fillRect(this.left(x, width), y, width, height);
  }

  /** A line one pixel wide. */
  rule(x: number, y: number, height: number): void {
    this.context.fillRect(this.crisp(this.left(x)), y, 1, height);
  }

  /** Adds a rounded rectangle to the path. */
  round(x: number, y: number, width: number, height: number, corner: number): void {
    this.context.roundRect(this.left(x, width), y, width, height, Math.min(corner, width / 3, height / 2));
  }

  setFont(font: string): void {
    this.context.font = font;
  }

  /** Writes what fits into `space` from `x` on. */
  write(text: string, x: number, y: number, space: number, font: string): void {
    this.setFont(font);
    this.writeFitting(text, x, y, space, font);
  }

  private writeFitting(text: string, x: number, y: number, space: number, font: string): void {
    const fitting = this.fitter.fit(text, space, font);
    // People's own texts keep their own direction.
    if (fitting !== '') this.context.fillText(this.mirrored ? `\u2068${fitting}\u2069` : fitting, this.left(x), y);
  }

  /** Writes it with the next `writeWaiting`, with all others of its font: changing the font costs more than writing. */
  writeSoon(writing: Writing, font: string): void {
    const others = this.waiting.get(font);
    if (others) others.push(writing);
    else this.waiting.set(font, [writing]);
  }

  writeWaiting(): void {
    for (const [font, writings] of this.waiting) {
      this.setFont(font);
      for (const { text, x, y, space, color } of writings) {
        this.context.fillStyle = color;
        this.writeFitting(text, x, y, space, font);
      }
    }
    this.waiting.clear();
  }

  /** Measures a font before there is anything to write. */
  learn(font: string): void {
    this.setFont(font);
    for (const character of characters) this.fitter.width(character, font);
  }

  widthOf(text: string, font: string): number {
    this.setFont(font);
    return this.fitter.width(text, font);
  }

  forgetFonts(): void {
    this.fitter.forget();
  }

  /** Slanted lines, as a fill. `turned` slants them the other way. */
  stripes(color: string, turned: boolean): CanvasPattern | string {
    const key = `${color} ${turned} ${this.ratio}`;
    const known = this.patterns.get(key);
    if (known) return known;
    const tile = document.createElement('canvas');
    const size = Math.round(8 * this.ratio);
    tile.width = size;
    tile.height = size;
    const drawing = tile.getContext('2d');
    if (!drawing) return color;
    drawing.globalAlpha = 0.28;
    drawing.strokeStyle = color;
    drawing.lineWidth = size / 3.2;
    for (const shift of [-size, 0, size]) {
      drawing.moveTo(shift - 1, turned ? -1 : size + 1);
      drawing.lineTo(shift + size + 1, turned ? size + 1 : -1);
    }
    drawing.stroke();
    const pattern = this.context.createPattern(tile, 'repeat');
    if (!pattern) return color;
    pattern.setTransform(new DOMMatrix().scale(1 / this.ratio));
    if (this.patterns.size > 12) this.patterns.clear();
    this.patterns.set(key, pattern);
    return pattern;
  }
}
