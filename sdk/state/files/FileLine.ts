import { runInAction } from 'mobx';
import type { FileFormat, PartPreparation, PreparationState } from '../../contract/preparation/filePreparation.ts';
import type { LengthUnit } from '../../contract/preparation/lengthUnit.ts';
import type { Dispose } from '../../plugin/readable.ts';
import { Pace } from '../../ui/index.ts';
import { makeStore, together } from '../index.ts';

/** One file on its way from the person's disk to a part: how far it is, and how long it still takes. */
export class FileLine {
  readonly preparation: PartPreparation;
  state: PreparationState;
  units: LengthUnit | null;
  /** Until the end of the present step; nothing while it waits or cannot be told yet. */
  secondsLeft: number | undefined = undefined;
  /** Name of a file that was chosen to go on with a paused upload, and is another one. */
  wrongFile: string | null = null;
  readonly #formats: () => readonly FileFormat[];
  #pace = new Pace();

  /** `formats`: which are read here, once that is known. */
  constructor(preparation: PartPreparation, formats: () => readonly FileFormat[]) {
    this.preparation = preparation;
    this.state = preparation.state.get();
    this.units = preparation.units.get();
    this.#formats = formats;
    makeStore(this);
  }

  /** Stays the same when the page is loaded again. */
  get id(): string {
    return this.preparation.id;
  }

  get isReady(): boolean {
    return this.state.kind === 'ready';
  }

  /** No reader is installed for its format. */
  get needsConverter(): boolean {
    const extension = this.preparation.fileName.split('.').pop()?.toLowerCase();
    return this.#formats().some((format) => format.extension === extension && format.readBy === 'NOBODY');
  }

  follow(): Dispose {
    const { state, units } = this.preparation;
    return together(
      state.subscribe(() => runInAction(() => this.#show(state.get()))),
      units.subscribe(() => runInAction(() => (this.units = units.get()))),
    );
  }

  /** Goes on with a paused upload. */
  resume(file: File): void {
    this.wrongFile = this.preparation.resume(file) ? null : file.name;
  }

  #show(next: PreparationState): void {
    if (stepOf(next) !== stepOf(this.state)) {
      this.#pace = new Pace(next.kind === 'running' ? next.progress : 0);
      this.secondsLeft = undefined;
    }
    if (next.kind === 'running') {
      if (next.waitsFor === null) this.secondsLeft = this.#pace.left(next.progress);
      else this.#pace.skip();
    }
    this.state = next;
  }
}

/** What one pace is of: after a wait begins another one. */
const stepOf = (state: PreparationState) => (state.kind === 'running' ? `${state.step} ${state.waitsFor}` : state.kind);
