import { runInAction } from 'mobx';
import { operationRunner, type FileOperationOutcome } from '@sinter/sdk/contract/preparation/operationRunner';
import type { FileDto } from '@sinter/sdk/contract/host/files';
import { addPartRevision, type Part } from '@sinter/sdk/contract/catalog/parts';
import { newId, type PluginHost } from '@sinter/sdk/plugin';
import { makeStore } from '@sinter/sdk/state';
import { messageOf, Pace } from '@sinter/sdk/ui';
import type { InputValues, PartOperation } from './operationTable.ts';

export type RunHost = Pick<PluginHost, 'api' | 'get' | 'log'>;

/** What was made became this revision, or why it did not. */
interface Kept {
  revision: string | null;
  refused: string | null;
}
export type RunState =
  | { kind: 'waiting' }
  | { kind: 'running'; progress: number; secondsLeft: number | undefined }
  | ({ kind: 'done'; outcome: FileOperationOutcome } & Kept)
  | { kind: 'failed'; message: string }
  | { kind: 'cancelled' };

const atOnce = 3;

/** One operation on one part. */
export class OperationRun {
  state: RunState = { kind: 'waiting' };
  taking = false;
  readonly part: Part;
  readonly #host: RunHost;
  readonly #abort = new AbortController();

  constructor(host: RunHost, part: Part) {
    this.#host = host;
    this.part = part;
    makeStore(this);
  }

  get isOver(): boolean {
    return this.state.kind !== 'waiting' && this.state.kind !== 'running';
  }

  get share(): number {
    return this.state.kind === 'running' ? this.state.progress : this.isOver ? 1 : 0;
  }

  async run(type: PartOperation, input: InputValues, keep: boolean): Promise<void> {
    if (this.isOver) return;
    const pace = new Pace();
    this.#to({ kind: 'running', progress: 0, secondsLeft: undefined });
    const { revision } = this.part;
    // A prepared mesh is in millimetres; a file that was taken as it is has the unit the person said.
    const units = revision.fileDTO.id === revision.originalFileDTO.id ? revision.units : 'MM';
    try {
      const outcome = await this.#host.get(operationRunner).run({
        ...{ type, input, units, fileId: revision.fileDTO.id, cancel: this.#abort.signal },
        onProgress: (progress) => {
          // Answers may overtake each other; a bar never goes back.
          if (this.state.kind === 'running' && progress > this.state.progress)
            this.#to({ kind: 'running', progress, secondsLeft: pace.left(progress) });
        },
      });
      const [file, ...others] = outcome.fileDTOs.filter(({ id }) => id !== revision.fileDTO.id);
      // Several files are for the person to choose from.
      const kept = keep && file && others.length === 0 ? await this.#keep(file.id) : { revision: null, refused: null };
      this.#to({ kind: 'done', outcome, ...kept });
    } catch (error) {
      if (this.state.kind === 'cancelled') return;
      this.#host.log.warn('An operation on a part failed', { type, part: this.part.id, error: String(error) });
      this.#to({ kind: 'failed', message: messageOf(error) });
    }
  }

  /** Made files that may become the part's next revision. */
  get made(): FileDto[] {
    const { state, part } = this;
    return state.kind === 'done' ? state.outcome.fileDTOs.filter(({ id }) => id !== part.revision.fileDTO.id) : [];
  }

  /** Takes one of the made files as the part's next revision. */
  async take(fileId: number): Promise<void> {
    const { state } = this;
    if (state.kind !== 'done' || this.taking) return;
    this.taking = true;
    const kept = await this.#keep(fileId);
    runInAction(() => (this.taking = false));
    this.#to({ ...state, ...kept });
  }

  /** Stops it on the server too. */
  cancel(): void {
    if (this.isOver) return;
    this.#to({ kind: 'cancelled' });
    this.#abort.abort(new DOMException('Cancelled', 'AbortError'));
  }

  async #keep(fileId: number): Promise<Kept> {
    try {
      return { revision: await takeAsRevision(this.#host, this.part.id, fileId), refused: null };
    } catch (error) {
      this.#host.log.warn('A result could not be kept', { part: this.part.id, error: String(error) });
      return { revision: null, refused: messageOf(error) };
    }
  }

  #to(state: RunState): void {
    runInAction(() => (this.state = state));
  }
}

/** A made file becomes the latest revision of a part; answers its name. It is verified first: only that makes its facts. */
export async function takeAsRevision(host: RunHost, partId: number, fileId: number): Promise<string> {
  await host.get(operationRunner).run({ type: 'VERIFY', fileId, units: 'MM' });
  const part = await host.api.call(addPartRevision, {
    params: { id: partId },
    body: { eventId: newId(), originalFileId: fileId, fileId, units: 'MM' },
  });
  return part.revision.revision;
}

/** One operation on several parts, a few at a time, each with its own progress and result. */
export class OperationRuns {
  readonly lines: readonly OperationRun[];
  type: PartOperation = 'VERIFY';
  keep = false;
  started = false;

  constructor(host: RunHost, parts: readonly Part[]) {
    this.lines = parts.map((part) => new OperationRun(host, part));
    makeStore(this);
  }

  get isOver(): boolean {
    return this.lines.every((line) => line.isOver);
  }

  get isRunning(): boolean {
    return this.started && !this.isOver;
  }

  get share(): number {
    return this.lines.reduce((sum, line) => sum + line.share, 0) / Math.max(this.lines.length, 1);
  }

  choose(type: PartOperation): void {
    this.type = type;
  }

  setKeep(keep: boolean): void {
    this.keep = keep;
  }

  async run(input: InputValues): Promise<void> {
    if (this.started) return;
    this.started = true;
    const { type, keep } = this;
    const waiting = [...this.lines];
    const work = async () => {
      for (let line = waiting.shift(); line; line = waiting.shift()) await line.run(type, input, keep);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  /** Leaves nothing running. */
  stop(): void {
    for (const line of this.lines) line.cancel();
  }
}
