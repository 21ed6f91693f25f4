import { runInAction } from 'mobx';
import { listEquipments } from '@sinter/sdk/contract/catalog/catalog';
import { searchParts } from '@sinter/sdk/contract/catalog/parts';
import type { Part } from '@sinter/sdk/contract/catalog/parts';
import { operationRunner } from '@sinter/sdk/contract/preparation/operationRunner';
import { operationDetailsSchemas } from '@sinter/sdk/contract/preparation/operations';
import type { OperationInput } from '@sinter/sdk/contract/preparation/operations';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question, together } from '@sinter/sdk/state';
import { Pace } from '@sinter/sdk/ui';
import type { BuildPlate, PackedBuild, PackedPart } from './packForm.ts';

export type PackHost = Pick<PluginHost, 'api' | 'get' | 'log'>;

const offered = 12;

/** Parts are put into the build volume of a machine by the server. */
export class PackStore {
  progress = 0;
  secondsLeft: number | undefined = undefined;
  isRunning = false;
  built: PackedBuild | null = null;
  readonly found: Question<string, readonly Part[]>;
  readonly plates: Question<void, readonly BuildPlate[]>;
  readonly #host: PackHost;
  #abort = new AbortController();

  constructor(host: PackHost) {
    this.#host = host;
    this.found = new Question<string, readonly Part[]>(host, {
      ask: async (searchText, signal) => {
        const body = { searchText, sort: 'NAME' as const, descending: false };
        return (await host.api.call(searchParts, { query: { page: 0, size: offered }, body }, { signal })).content;
      },
      failed: 'parts to pack could not be searched',
      debounceMs: 250,
    });
    this.plates = new Question<void, readonly BuildPlate[]>(host, {
      ask: async (_, signal) => {
        const machines = await host.api.call(listEquipments, { query: {} }, { signal });
        return machines.flatMap(({ id, displayName, hidden, machine: { buildVolume } }) =>
          buildVolume && !hidden ? [{ id, name: displayName, sizeMm: buildVolume }] : [],
        );
      },
      failed: 'machines to pack for could not be loaded',
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(this.found.start(''), this.plates.start(), () => this.cancel());
  }

  /** Throws the server's reason when it cannot be done; a cancelled one ends without a result. */
  async pack(parts: readonly PackedPart[], input: OperationInput<'PACK3D'>): Promise<void> {
    const [first] = parts;
    if (!first || this.isRunning) return;
    const abort = (this.#abort = new AbortController());
    const { signal } = abort;
    const pace = new Pace();
    this.isRunning = true;
    this.progress = 0;
    this.secondsLeft = undefined;
    try {
      const outcome = await this.#host.get(operationRunner).run({
        type: 'PACK3D',
        fileId: first.fileId,
        units: 'MM',
        input,
        cancel: signal,
        onProgress: (share) => this.#moved(share, pace),
      });
      const details = operationDetailsSchemas.PACK3D.parse(outcome.responseData.details);
      const file = details.placements.length > 0 ? (outcome.fileDTOs[0] ?? null) : null;
      runInAction(() => (this.built = { file, details, parts, boxMm: input.boxMm }));
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      runInAction(() => (this.isRunning = false));
    }
  }

  /** Stops it on the server too. */
  cancel(): void {
    this.#abort.abort(new DOMException('Cancelled', 'AbortError'));
  }

  /** Answers may overtake each other; the bar never goes back. */
  #moved(share: number, pace: Pace): void {
    if (share <= this.progress) return;
    this.progress = share;
    this.secondsLeft = pace.left(share);
  }
}
