import { reaction, runInAction } from 'mobx';
import type { FileFormat, FilePreparation, PartPreparation } from '../../contract/preparation/filePreparation.ts';
import type { Dispose } from '../../plugin/readable.ts';
import { makeStore, together } from '../index.ts';
import { FileLine } from './FileLine.ts';

export interface FileLinesOptions<Line> {
  files: FilePreparation;
  /** The line of a file, with what is entered for it on this screen. `null`: the file is of another screen. */
  lineOf: (file: FileLine) => Line | null;
  /** The state of a line's file is another one, or it is new. */
  onChange?: (line: Line) => void;
}

/** One line for each file that is uploaded and prepared for a screen, in the order they were brought. */
export class FileLines<Line extends { readonly file: FileLine }> {
  lines: readonly Line[] = [];
  /** Which formats are read here, once that is known. */
  formats: readonly FileFormat[] = [];
  readonly files: FilePreparation;
  readonly #options: FileLinesOptions<Line>;
  readonly #followed = new Map<string, Dispose>();

  constructor(options: FileLinesOptions<Line>) {
    this.#options = options;
    this.files = options.files;
    makeStore(this);
  }

  /** Extensions that can be uploaded although no reader is installed for them. */
  get needConverter(): readonly string[] {
    return this.formats.filter(({ readBy }) => readBy === 'NOBODY').map(({ extension }) => extension);
  }

  /** Files of an earlier visit are there at once. */
  start(): Dispose {
    this.follow();
    void this.files.formats().then((formats) => runInAction(() => (this.formats = formats)));
    return together(this.files.all.subscribe(this.follow), () => {
      this.#followed.forEach((dispose) => dispose());
      this.#followed.clear();
    });
  }

  /** Takes the line away; what is under way for it is cancelled, on the server too. */
  remove({ file }: Line): void {
    this.files.forget(file.preparation);
  }

  /** Looks again whose the files are: called by itself when there are others. */
  follow(): void {
    const preparations = this.files.all.get();
    const ids = new Set(preparations.map(({ id }) => id));
    for (const [id, dispose] of this.#followed) {
      if (ids.has(id)) continue;
      dispose();
      this.#followed.delete(id);
    }
    const known = new Map(this.lines.map((line) => [line.file.id, line]));
    this.lines = preparations.flatMap((preparation) => {
      const line = known.get(preparation.id) ?? this.#lineOf(preparation);
      return line ? [line] : [];
    });
    this.lines.forEach((line) => this.#watch(line));
  }

  #lineOf(preparation: PartPreparation): Line | null {
    return this.#options.lineOf(new FileLine(preparation, () => this.formats));
  }

  #watch(line: Line): void {
    const { file } = line;
    if (this.#followed.has(file.id)) return;
    const { onChange } = this.#options;
    this.#followed.set(
      file.id,
      together(
        file.follow(),
        reaction(
          () => file.state,
          () => onChange?.(line),
          { fireImmediately: true },
        ),
      ),
    );
  }
}
