import { searchParts } from '@sinter/sdk/contract/catalog/parts';
import { CallError } from '@sinter/sdk/contract/errors';
import {
  operationRunner,
  type FileOperationOutcome,
  type FileOperationRequest,
} from '@sinter/sdk/contract/preparation/operationRunner';
import { cubeReport, fakeFile, fakeHost, providerUser } from '@sinter/sdk/testing';
import { describe, expect, it, vi } from 'vitest';
import { partOf } from '../testing.ts';
import { chosenOf, firstValues, packSchema, placedOf, type PackValues } from './packForm.ts';
import { PackStore } from './PackStore.ts';

const schema = packSchema((key) => key);
const plate = { id: 1, name: 'P396', sizeMm: { x: 340, y: 340, z: 600 } };
const values = (change: Partial<PackValues> = {}): PackValues => ({
  ...firstValues(plate),
  parts: [
    { ...chosenOf(partOf(1)), quantity: 3 },
    { ...chosenOf(partOf(2)), quantity: 1 },
  ],
  ...change,
});
const placement = Array.from({ length: 16 }, (_, i) => (i % 5 === 0 ? 1 : 0));

const packed: FileOperationOutcome = {
  fileDTOs: [fakeFile(900, 'packed.stl')],
  responseData: {
    ...cubeReport,
    details: {
      placements: [101, 101, 201].map((fileId) => ({ fileId, placement })),
      unplaced: [{ fileId: 101, quantity: 1 }],
      heightMm: 20,
      density: 0.15,
    },
  },
  fileOperationType: 'PACK3D',
  pngFileDTO: null,
  mapFileDTO: null,
  needsRepair: false,
};

/** The operation ends as the test says. */
function packing(end: Promise<FileOperationOutcome>) {
  const fake = fakeHost({ id: 'catalog', user: providerUser() });
  const asked: FileOperationRequest[] = [];
  fake.offer(operationRunner, {
    run(request) {
      asked.push(request);
      request.onProgress?.(0.4);
      request.onProgress?.(0.2);
      const left = new Promise<never>((_, reject) =>
        request.cancel?.addEventListener('abort', () => reject(request.cancel?.reason)),
      );
      return Promise.race([left, end]);
    },
  });
  fake.api.answer(searchParts, { content: [], totalElements: 0, tags: [], facilityTags: [], formats: [] });
  return { ...fake, asked, store: new PackStore(fake.host) };
}

const wanted = () => schema.parse(values());

describe('packing a build', () => {
  it('tells the unit of an upload whose numbers are in inches; what preparation has made is in mm', () => {
    const part = partOf(1);
    const { fileDTO } = part.revision;
    const raw = { ...part, revision: { ...part.revision, originalFileDTO: fileDTO, units: 'IN' as const } };
    const made = { ...raw, revision: { ...raw.revision, originalFileDTO: { ...fileDTO, id: fileDTO.id + 1 } } };
    expect([raw, made].map((one) => chosenOf(one).units)).toEqual(['IN', 'MM']);
    const { input } = schema.parse(values({ parts: [chosenOf(raw)] }));
    expect(input.parts).toEqual([{ fileId: fileDTO.id, quantity: 1, units: 'IN' }]);
  });
  it('asks for the parts in the volume of the machine, and says what found room', async () => {
    const { store, asked } = packing(Promise.resolve(packed));
    const { parts, input } = wanted();
    await store.pack(parts, input);
    expect(asked).toMatchObject([
      {
        type: 'PACK3D',
        fileId: 101,
        input: {
          parts: [
            { fileId: 101, quantity: 3 },
            { fileId: 201, quantity: 1 },
          ],
          boxMm: [340, 340, 600],
          spacingMm: 2,
          turning: 'ANY',
        },
      },
    ]);
    expect([store.isRunning, store.progress, store.built?.file?.id]).toEqual([false, 0.4, 900]);
    expect(store.built && placedOf(store.built).map(({ part, placed }) => [part.name, placed])).toEqual([
      ['Part 1', 2],
      ['Part 2', 1],
    ]);
  });

  it('can be cancelled, and keeps the result before', async () => {
    const { store } = packing(new Promise(() => {}));
    const { parts, input } = wanted();
    const run = store.pack(parts, input);
    await vi.waitFor(() => expect(store.isRunning).toBe(true));
    store.cancel();
    await run;
    expect([store.isRunning, store.built]).toEqual([false, null]);
  });

  it('says why it could not be done', async () => {
    const { store } = packing(Promise.reject(CallError.received({ code: 'TOO_LARGE', message: 'Too many parts.' })));
    const { parts, input } = wanted();
    await expect(store.pack(parts, input)).rejects.toThrow('Too many parts.');
    expect(store.isRunning).toBe(false);
  });

  it('names what is missing at its field', () => {
    const lacking = values({ parts: [], boxMm: { x: 0, y: null, z: 100 }, spacingMm: null });
    const places = schema.safeParse(lacking).error?.issues.map(({ path }) => path.join('.'));
    expect(places).toEqual(['parts', 'boxMm.x', 'boxMm.y', 'spacingMm']);
    const parts = [{ ...chosenOf(partOf(1)), quantity: 0 }];
    expect(schema.safeParse(values({ parts })).error?.issues[0]?.path).toEqual(['parts', 0, 'quantity']);
  });
});
