import type {
  FilePreparation,
  PartPreparation,
  PreparationState,
  PreparationPurpose,
} from '@sinter/sdk/contract/preparation/filePreparation';
import type { FileDto } from '@sinter/sdk/contract/host/files';
import type { Part } from '@sinter/sdk/contract/catalog/parts';
import type { MeshReport } from '@sinter/sdk/contract/preparation/mesh';
import type { LengthUnit } from '@sinter/sdk/contract/preparation/lengthUnit';
import { fakeReadable, type FakeReadable } from '@sinter/sdk/testing';

export const dto = (id: number, fileName: string): FileDto => ({ id, fileName, size: 100, fileURL: `/files/${id}` });

export const report: MeshReport = {
  facets: 12,
  vertices: 8,
  shells: 1,
  watertight: true,
  volumeMm3: 1000,
  areaMm2: 600,
  bbox: { min: [0, 0, 0], max: [10, 10, 10], size: [10, 10, 10] },
  defects: {
    openEdges: 0,
    nonManifoldEdges: 0,
    touchingEdges: 0,
    flippedEdges: 0,
    degenerate: 0,
    duplicate: 0,
    nonFinite: 0,
  },
  warnings: [],
  changes: {},
};

export const partOf = (id: number, change: Partial<Part> = {}): Part => ({
  id,
  name: `Part ${id}`,
  partNumber: '',
  tags: [],
  owner: 'Acme',
  exportControlled: false,
  archived: false,
  revisionCount: 1,
  orderCount: 0,
  lastOrderedOn: null,
  createdOn: '2026-01-01T00:00:00Z',
  may: { change: true, delete: true, order: true },
  revision: {
    id: id * 10,
    revision: 'A',
    fileName: `${id}.step`,
    originalFileDTO: dto(id * 100, `${id}.step`),
    fileDTO: dto(id * 100 + 1, `${id}.stl`),
    pngFileDTO: null,
    format: 'step',
    units: 'MM',
    report,
    minWallMm: null,
    createdBy: 'Bo Buyer',
    createdOn: '2026-01-01T00:00:00Z',
  },
  ...change,
});

export const ready = (fileId: number): PreparationState => ({
  kind: 'ready',
  part: {
    original: dto(fileId, 'part.step'),
    processed: dto(fileId + 1000, 'part.stl'),
    picture: null,
    repaired: false,
    report,
  },
});

export interface FakePreparation extends PartPreparation {
  readonly state: FakeReadable<PreparationState>;
  /** Whether it was sent as export controlled. */
  readonly itar: boolean;
}

/** Files being prepared, whose states the test sets. */
export function fakeFiles() {
  const all = fakeReadable<readonly FakePreparation[]>([]);
  const start = (
    file: Pick<File, 'name'>,
    purpose: PreparationPurpose,
    { itar = false }: { itar?: boolean } = {},
  ): FakePreparation => {
    const preparation: FakePreparation = {
      id: `preparation of ${file.name}`,
      fileName: file.name,
      purpose,
      itar,
      state: fakeReadable<PreparationState>({
        ...{ kind: 'running', step: 'UPLOAD', progress: 0, steps: ['UPLOAD'], waitsFor: null },
      }),
      units: fakeReadable<LengthUnit | null>(null),
      chooseUnits: () => {},
      resume: ({ name }) => name === file.name,
      cancel: () => {},
      retry: () => {},
    };
    all.set([...all.get(), preparation]);
    return preparation;
  };
  const files: FilePreparation = {
    extensions: ['stl', 'step'],
    formats: () => Promise.resolve([]),
    all,
    start,
    adopt: ({ fileName }, { purpose }) => start({ name: fileName }, purpose),
    forget: ({ id }) => all.set(all.get().filter((other) => other.id !== id)),
  };
  return { files, all };
}
