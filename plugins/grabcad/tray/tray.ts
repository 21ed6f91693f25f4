import { download } from './download.ts';
import { TrayError } from './TrayError.ts';
import type { CommandAck, EventData, TrayEstimate, TrayLine, TrayModel, TrayPrinter } from './messages.ts';
import { stlVolume } from './stl.ts';

/** The simulated printer: powder bed, so no supports, and a time that follows from the volume alone. */
export const printer = {
  name: 'Simulated powder-bed printer',
  process: 'SAF',
  buildRateM3PerHour: 0.001,
  setupSeconds: 1_800,
} satisfies TrayPrinter;

const metresPerUnit = { MM: 0.001, CM: 0.01, IN: 0.0254 };

/** What lies in the tray: lines, each with the volume of its downloaded file where that can be measured. */
export class Tray {
  readonly #models = new Map<string, { line: TrayLine; volumeM3: number | null }>();
  readonly #origins: ReadonlySet<string>;
  #clearing = new AbortController();

  /** `origins`: where files may be downloaded from. */
  constructor(origins: ReadonlySet<string>) {
    this.#origins = origins;
  }

  lines(): TrayLine[] {
    return [...this.#models.values()].map(({ line }) => line);
  }

  /** A line that is there already is replaced. */
  async insert(
    models: readonly TrayModel[],
    onProgress: (progress: Omit<EventData<'PROGRESS'>, 'commandId'>) => void,
  ): Promise<CommandAck<'INSERT_MODELS'>> {
    const { signal } = this.#clearing;
    const result: CommandAck<'INSERT_MODELS'> = { inserted: [], failed: [] };
    for (const model of models) {
      const { orderId, fileId, fileName, quantity, size } = model;
      const bytes = await download(model, {
        origins: this.#origins,
        signal,
        onProgress: (receivedBytes) => onProgress({ fileId, receivedBytes, totalBytes: size }),
      });
      if (typeof bytes === 'string' || signal.aborted) {
        result.failed.push({ fileId, code: typeof bytes === 'string' ? bytes : 'CANCELLED' });
        continue;
      }
      const volume = model.ext.toLowerCase() === 'stl' ? stlVolume(bytes) : null;
      const volumeM3 = volume === null ? null : volume * metresPerUnit[model.units] ** 3;
      this.#models.set(keyOf(model), { line: { orderId, fileId, fileName, quantity }, volumeM3 });
      result.inserted.push(fileId);
    }
    return result;
  }

  /** Ends downloads too. Returns how many lines went. */
  clear(): number {
    this.#clearing.abort();
    this.#clearing = new AbortController();
    const removed = this.#models.size;
    this.#models.clear();
    return removed;
  }

  /** Throws `MODEL_MISSING` for lines that are not in the tray just so. */
  mustHold(lines: readonly TrayLine[]): void {
    const missing = lines.find((line) => this.#models.get(keyOf(line))?.line.quantity !== line.quantity);
    if (missing) throw new TrayError('MODEL_MISSING', `${missing.quantity} × ${missing.fileName} are not in the tray.`);
  }

  /** Volume over build rate, plus the set-up. Throws `NO_ESTIMATE` rather than guess. */
  estimate(): TrayEstimate {
    if (this.#models.size === 0) throw new TrayError('NO_ESTIMATE', 'The tray is empty.');
    let materialM3 = 0;
    for (const { line, volumeM3 } of this.#models.values()) {
      if (volumeM3 === null) throw new TrayError('NO_ESTIMATE', `${line.fileName} has no closed mesh to measure.`);
      materialM3 += volumeM3 * line.quantity;
    }
    const hours = materialM3 / printer.buildRateM3PerHour;
    return { durationSeconds: Math.round(printer.setupSeconds + hours * 3600), materialM3, supportM3: 0 };
  }
}

const keyOf = (line: { orderId: number; fileId: number }): string => `${line.orderId}/${line.fileId}`;
