import * as z from 'zod';
import { jobCreationTypeSchema, jobStatusSchema, jobTypeSchema } from './jobs.ts';
import type { ChartJob } from './chartJob.ts';

/**
 * Jobs as columns of numbers and blocks of text, so that a browser reads a hundred thousand of them in milliseconds and
 * keeps them as typed arrays. Little-endian; every block begins at a multiple of eight bytes:
 *
 * `magic u32, count u32, bytes of texts u32, 0 u32`, then by column, each of `count` values: from, to, due f64 (epoch
 * milliseconds; due NaN for none), id, equipment, material u32 (0 for none), version u32, utilisation f32 (NaN for
 * none), text ends u32 × 3 (name, parts, notes), status, type, creation u8 (index in the schema's options), then the
 * texts in UTF-8, one after the other.
 */
const magic = 0x31434a53; // "SJC1"
const headerBytes = 16;
const statuses = jobStatusSchema.options;
const types = jobTypeSchema.options;
const creations = jobCreationTypeSchema.options;

const texts = ['jobName', 'parts', 'jobNotes'] as const;

/** The columns of jobs as they were sent, in the order of machines and starts. */
export interface ChartColumns {
  readonly count: number;
  /** Epoch milliseconds; `due` is NaN for none. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly due: Float64Array;
  readonly id: Uint32Array;
  readonly equipment: Uint32Array;
  /** 0 for none. */
  readonly material: Uint32Array;
  readonly version: Uint32Array;
  /** 0 to 1, NaN for none. */
  readonly utilization: Float32Array;
  /** Index in `jobStatusSchema.options`, `jobTypeSchema.options`, `jobCreationTypeSchema.options`. */
  readonly status: Uint8Array;
  readonly type: Uint8Array;
  readonly creation: Uint8Array;
  /** A text of the job at `index`. Decoded at each call. */
  text(index: number, which: (typeof texts)[number]): string;
}

interface Layout {
  bytes: number;
  offsets: Record<
    | 'from'
    | 'to'
    | 'due'
    | 'id'
    | 'equipment'
    | 'material'
    | 'version'
    | 'utilization'
    | 'ends'
    | 'status'
    | 'type'
    | 'creation'
    | 'texts',
    number
  >;
}

function layoutOf(count: number, textBytes: number): Layout {
  let bytes = headerBytes;
  const block = (size: number) => {
    const offset = bytes;
    bytes = Math.ceil((bytes + size) / 8) * 8;
    return offset;
  };
  const offsets = {
    from: block(count * 8),
    to: block(count * 8),
    due: block(count * 8),
    id: block(count * 4),
    equipment: block(count * 4),
    material: block(count * 4),
    version: block(count * 4),
    utilization: block(count * 4),
    ends: block(count * 4 * texts.length),
    status: block(count),
    type: block(count),
    creation: block(count),
    texts: block(textBytes),
  };
  return { bytes, offsets };
}

function viewsOf(buffer: ArrayBuffer, count: number, { offsets }: Layout) {
  return {
    from: new Float64Array(buffer, offsets.from, count),
    to: new Float64Array(buffer, offsets.to, count),
    due: new Float64Array(buffer, offsets.due, count),
    id: new Uint32Array(buffer, offsets.id, count),
    equipment: new Uint32Array(buffer, offsets.equipment, count),
    material: new Uint32Array(buffer, offsets.material, count),
    version: new Uint32Array(buffer, offsets.version, count),
    utilization: new Float32Array(buffer, offsets.utilization, count),
    ends: new Uint32Array(buffer, offsets.ends, count * texts.length),
    status: new Uint8Array(buffer, offsets.status, count),
    type: new Uint8Array(buffer, offsets.type, count),
    creation: new Uint8Array(buffer, offsets.creation, count),
  };
}

/** Texts in UTF-8, one after the other. */
class TextBlock {
  /** Where each text ends. */
  readonly ends: Uint32Array;
  #bytes = new Uint8Array(1 << 16);
  #count = 0;
  #length = 0;
  readonly #encoder = new TextEncoder();

  constructor(count: number) {
    this.ends = new Uint32Array(count);
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Most texts are ASCII, with one byte for each character: then all are encoded at once, else one by one. */
  add(several: readonly string[]): void {
    const whole = several.join('');
    this.#reserve(whole.length * 3);
    const ascii = this.#encode(whole) === whole.length;
    for (const text of several) {
      this.#length += ascii ? text.length : this.#encode(text);
      this.ends[this.#count] = this.#length;
      this.#count += 1;
    }
  }

  #encode(text: string): number {
    return this.#encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array((this.#length + more) * 2);
    larger.set(this.bytes);
    this.#bytes = larger;
  }
}

/** Jobs are written in batches, so that their numbers and then their texts are read while they are in the processor's cache. */
const batch = 256;

/** Writes jobs as columns; the form is described at the top of this file. */
export function encodeChartColumns(jobs: readonly ChartJob[]): Uint8Array<ArrayBuffer> {
  const count = jobs.length;
  const numbers = layoutOf(count, 0);
  const head = new ArrayBuffer(numbers.bytes);
  const columns = viewsOf(head, count, numbers);
  const blocks = texts.map((name) => ({ name, block: new TextBlock(count) }));
  for (let start = 0; start < count; start += batch) {
    const several = jobs.slice(start, start + batch);
    for (const [place, job] of several.entries()) writeNumbers(columns, start + place, job);
    for (const { name, block } of blocks) block.add(several.map((job) => job[name]));
  }
  const textBytes = blocks.reduce((sum, { block }) => sum + block.bytes.length, 0);
  const bytes = new Uint8Array(layoutOf(count, textBytes).bytes);
  let written = 0;
  for (const [column, { block }] of blocks.entries()) {
    for (let index = 0; index < count; index += 1)
      columns.ends[column * count + index] = written + (block.ends[index] ?? 0);
    bytes.set(block.bytes, numbers.offsets.texts + written);
    written += block.bytes.length;
  }
  new Uint32Array(head, 0, 3).set([magic, count, textBytes]);
  bytes.set(new Uint8Array(head));
  return bytes;
}

function writeNumbers(columns: ReturnType<typeof viewsOf>, index: number, job: ChartJob): void {
  columns.from[index] = Number(job.fromDate);
  columns.to[index] = Number(job.toDate);
  columns.due[index] = job.dueDate === null ? NaN : Number(job.dueDate);
  columns.id[index] = job.id;
  columns.equipment[index] = job.equipmentId;
  columns.material[index] = job.materialId ?? 0;
  columns.version[index] = job.version;
  columns.utilization[index] = job.buildPlateUtilization ?? NaN;
  columns.status[index] = statuses.indexOf(job.jobStatus);
  columns.type[index] = types.indexOf(job.jobType);
  columns.creation[index] = creations.indexOf(job.jobCreationType);
}

/** Reads what `encodeChartColumns` wrote. The columns are views of `buffer`. Throws an Error on anything else. */
export function decodeChartColumns(buffer: ArrayBuffer): ChartColumns {
  const [mark, count, textBytes] = header.parse([...new Uint32Array(buffer, 0, 4)]);
  const layout = layoutOf(count, textBytes);
  if (mark !== magic || buffer.byteLength !== layout.bytes) throw new Error('These are not the columns of a chart.');
  const { ends, ...columns } = viewsOf(buffer, count, layout);
  const decoder = new TextDecoder();
  return {
    ...columns,
    count,
    text(index, which) {
      const at = texts.indexOf(which) * count + index;
      const start = at === 0 ? 0 : (ends[at - 1] ?? 0);
      const { texts: offset } = layout.offsets;
      return decoder.decode(new Uint8Array(buffer, offset + start, (ends[at] ?? start) - start));
    },
  };
}
const header = z.tuple([z.number(), z.number(), z.number(), z.number()]);
