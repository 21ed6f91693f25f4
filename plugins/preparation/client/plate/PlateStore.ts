import type { PlateViewerPart } from '@sinter/sdk/contract/preparation/plateViewer';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore } from '@sinter/sdk/state';
import { observable, runInAction } from 'mobx';
import type { Preview } from '../../geometry/preview/format.ts';
import { followPreview } from '../viewer/followPreview.ts';
import { fetchMesh } from '../viewer/part.ts';

/** So many meshes come at a time. */
const atOnce = 4;

/** The meshes of the parts on a plate, each once. */
export class PlateStore {
  /** By file. */
  readonly meshes = observable.map<number, Preview>({}, { deep: false });
  readonly failed = observable.set<number>();
  /** The browser has no WebGL. */
  cannotDraw = false;
  parts: readonly PlateViewerPart[] = [];
  readonly #host: Pick<PluginHost, 'api' | 'events' | 'log'>;
  readonly #ending = new AbortController();
  readonly #asked = new Set<number>();
  #running = 0;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>) {
    this.#host = host;
    makeStore(this);
  }

  start(): Dispose {
    return () => this.#ending.abort();
  }

  /** Loads what these parts need and is not there yet. */
  take(parts: readonly PlateViewerPart[]): void {
    this.parts = parts;
    this.#next();
  }

  retry(): void {
    for (const fileId of this.failed) this.#asked.delete(fileId);
    this.failed.clear();
    this.#next();
  }

  failToDraw(error: unknown): void {
    this.#host.log.warn('this browser cannot draw plates', { error: String(error) });
    this.cannotDraw = true;
  }

  get files(): readonly number[] {
    return [...new Set(this.parts.map(({ fileId }) => fileId))];
  }

  get loaded(): number {
    return this.files.filter((fileId) => this.meshes.has(fileId) || this.failed.has(fileId)).length;
  }

  /** What could not be loaded, by name. */
  get notShown(): readonly string[] {
    return this.parts.filter(({ fileId }) => this.failed.has(fileId)).map(({ name }) => name);
  }

  #next(): void {
    for (const fileId of this.files) {
      if (this.#running >= atOnce) return;
      if (this.#asked.has(fileId)) continue;
      this.#asked.add(fileId);
      this.#running += 1;
      void this.#load(fileId).finally(() => {
        this.#running -= 1;
        if (!this.#ending.signal.aborted) this.#next();
      });
    }
  }

  async #load(fileId: number): Promise<void> {
    const { signal } = this.#ending;
    try {
      // Its placement is told in mm, as is what preparation has made.
      for await (const { previewFileDTO } of followPreview(this.#host, { fileId, units: 'MM' }, signal)) {
        if (!previewFileDTO) continue;
        const mesh = await fetchMesh(previewFileDTO, signal);
        return runInAction(() => void this.meshes.set(fileId, mesh));
      }
    } catch (error) {
      if (signal.aborted) return;
      this.#host.log.warn('a part of a plate cannot be shown', { fileId, error: String(error) });
      runInAction(() => void this.failed.add(fileId));
    }
  }
}
