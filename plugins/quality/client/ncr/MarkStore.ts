import type { NcrDetail, NcrMark, NcrPhoto } from '@sinter/sdk/contract/quality/ncr';
import { changeNcrPhoto, mostMarks } from '@sinter/sdk/contract/quality/ncrs';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore } from '@sinter/sdk/state';

export const shapes = ['ARROW', 'CIRCLE', 'BOX'] as const;
export type Shape = (typeof shapes)[number];

/** Known by its key while it is drawn on, so that what is said of it stays when steps are taken back. */
type Drawn = NcrMark & { key: number };

const within = (share: number): number => Math.min(1, Math.max(0, Math.round(share * 10_000) / 10_000));
/** Shorter ones were a slip of the hand. */
const least = 0.01;

/** Marks on a photo, as somebody draws them: beside the picture, which stays as it is. */
export class MarkStore {
  shape: Shape = 'ARROW';
  caption: string;
  marks: readonly Drawn[];
  /** Between pressing and letting go. */
  drawing: NcrMark | null = null;
  readonly saving: Action<[], NcrDetail>;
  readonly #first: { caption: string; marks: readonly Drawn[] };
  #keys: number;
  /** What was there before each change that can be undone. */
  before: readonly (readonly Drawn[])[] = [];

  constructor(
    host: Pick<PluginHost, 'api' | 'log'>,
    ncrId: number,
    photo: NcrPhoto,
    onSaved: (ncr: NcrDetail) => void,
  ) {
    this.caption = photo.caption;
    this.marks = photo.marks.map((mark, key) => ({ ...mark, key }));
    this.#keys = this.marks.length;
    this.#first = { caption: this.caption, marks: this.marks };
    this.saving = new Action<[], NcrDetail>(host, {
      run: () => {
        const body = { caption: this.caption.trim(), marks: this.marks.map(({ key: _key, ...mark }) => mark) };
        return host.api.call(changeNcrPhoto, { params: { id: ncrId, photoId: photo.id }, body });
      },
      onDone: onSaved,
      failed: 'the marks of a photo were not saved',
    });
    makeStore(this);
  }

  start(): Dispose {
    return () => undefined;
  }

  get unsaved(): boolean {
    return JSON.stringify(this.marks) !== JSON.stringify(this.#first.marks) || this.caption !== this.#first.caption;
  }

  get shown(): readonly NcrMark[] {
    return this.drawing ? [...this.marks, this.drawing] : this.marks;
  }

  get full(): boolean {
    return this.marks.length >= mostMarks;
  }

  choose(shape: Shape): void {
    this.shape = shape;
  }

  write(caption: string): void {
    this.caption = caption;
  }

  /** Places are shares of the picture's width and height. */
  begin(x: number, y: number): void {
    if (!this.full) this.drawing = { shape: this.shape, x: within(x), y: within(y), width: 0, height: 0, text: '' };
  }

  drag(x: number, y: number): void {
    const { drawing } = this;
    if (drawing) this.drawing = { ...drawing, width: within(x) - drawing.x, height: within(y) - drawing.y };
  }

  end(): void {
    const { drawing } = this;
    this.drawing = null;
    if (drawing && Math.hypot(drawing.width, drawing.height) >= least) this.#add(drawing);
  }

  giveUp(): void {
    this.drawing = null;
  }

  /** One in the middle, which is moved by keys. */
  add(): void {
    const middle = { shape: this.shape, x: 0.4, y: 0.4, width: 0.2, height: 0.2, text: '' };
    if (!this.full) this.#add(middle);
  }

  say(index: number, text: string): void {
    const key = this.marks[index]?.key;
    const said = (marks: readonly Drawn[]) => marks.map((mark) => (mark.key === key ? { ...mark, text } : mark));
    this.marks = said(this.marks);
    this.before = this.before.map(said);
  }

  move(index: number, right: number, down: number): void {
    this.#change(index, (mark) => ({
      ...mark,
      x: within(Math.min(mark.x + right, 1 - Math.max(0, mark.width))),
      y: within(Math.min(mark.y + down, 1 - Math.max(0, mark.height))),
    }));
  }

  resize(index: number, right: number, down: number): void {
    this.#change(index, (mark) => ({
      ...mark,
      width: within(mark.x + mark.width + right) - mark.x,
      height: within(mark.y + mark.height + down) - mark.y,
    }));
  }

  remove(index: number): void {
    this.#put(this.marks.filter((_, at) => at !== index));
  }

  undo(): void {
    const last = this.before.at(-1);
    if (!last) return;
    this.marks = last;
    this.before = this.before.slice(0, -1);
  }

  #add(mark: NcrMark): void {
    this.#put([...this.marks, { ...mark, key: this.#keys }]);
    this.#keys += 1;
  }

  #change(index: number, to: (mark: Drawn) => Drawn): void {
    this.#put(this.marks.map((mark, at) => (at === index ? to(mark) : mark)));
  }

  #put(marks: readonly Drawn[]): void {
    this.before = [...this.before, this.marks];
    this.marks = marks;
  }
}
