import type { FileOperationOutcome } from '@sinter/sdk/contract/preparation/operationRunner';
import { operationDetailsSchemas, type OperationDetails } from '@sinter/sdk/contract/preparation/operations';
import type { PluginHost } from '@sinter/sdk/plugin';
import { makeStore } from '@sinter/sdk/state';
import { runInAction } from 'mobx';
import type { ViewedFile } from './followPreview.ts';
import { ViewerOperation } from './operation.ts';
import { fetchBytes } from './part.ts';

/** The wall thickness of a part as colours. The server measures it when the user asks. */
export class HeatMap {
  shown = false;
  /** Walls thinner than this count as thin, mm. */
  minimum = 1;
  details: OperationDetails<'WALL_THICKNESS'> | null = null;
  /** Thickness at each vertex of the preview, mm. */
  map: Float32Array | null = null;
  readonly operation: ViewerOperation;
  #measuredFor = 0;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, file: ViewedFile) {
    this.operation = new ViewerOperation(host, 'WALL_THICKNESS', file);
    makeStore(this);
  }

  /** Ends of the colour scale in mm; `null` while it is not shown. */
  get scale(): { minimum: number; maximum: number } | null {
    if (!this.shown || !this.map) return null;
    const { minimum, details } = this;
    const typical = (details?.medianMm ?? minimum) * 2;
    return { minimum, maximum: Math.max(Math.min(typical, details?.maxMm ?? typical), minimum * 2) };
  }

  /** The thin share was measured with another minimum than the present one. */
  get isStale(): boolean {
    return this.details !== null && this.#measuredFor !== this.minimum;
  }

  setMinimum(mm: number): void {
    if (mm > 0 && mm <= 1000) this.minimum = mm;
  }

  show(shown: boolean): void {
    this.shown = shown;
    if (shown && !this.map && this.operation.state !== 'RUNNING') void this.measure();
  }

  async measure(): Promise<void> {
    const { minimum } = this;
    await this.operation.run({ minimumMm: minimum }, async (outcome, signal) => {
      const map = await mapOf(outcome, signal);
      runInAction(() => {
        this.map = map;
        this.#measuredFor = minimum;
        this.details = operationDetailsSchemas.WALL_THICKNESS.parse(outcome.responseData.details);
        this.shown = true;
      });
    });
  }

  cancel(): void {
    this.shown = this.map !== null && this.shown;
    this.operation.cancel();
  }
}

async function mapOf({ mapFileDTO }: FileOperationOutcome, signal: AbortSignal): Promise<Float32Array> {
  if (!mapFileDTO) throw new Error('The operation answered no map.');
  const bytes = await fetchBytes(mapFileDTO, signal);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.length >> 2 }, (_, vertex) => view.getFloat32(vertex * 4, true));
}
