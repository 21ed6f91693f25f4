import type { FileDto } from '../contract/host/files.ts';
import type {
  FilePreparation,
  PartPreparation,
  PreparationPurpose,
  PreparationState,
} from '../contract/preparation/filePreparation.ts';
import type { LengthUnit } from '../contract/preparation/lengthUnit.ts';
import type { MeshReport } from '../contract/preparation/mesh.ts';
import { fakeReadable } from './fakeReadable.ts';
import type { FakeReadable } from './fakeReadable.ts';

export const fakeFile = (id: number, fileName: string): FileDto => ({
  id,
  fileName,
  size: 100,
  fileURL: `/files/${id}`,
});

/** Of a cube with edges of 10 mm, without a defect. */
export const cubeReport: MeshReport = {
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

/** A file that is prepared: the upload has this id, what was made of it the same plus 1000. */
export const readyPart = (fileId: number): PreparationState => ({
  kind: 'ready',
  part: {
    original: fakeFile(fileId, 'part.step'),
    processed: fakeFile(fileId + 1000, 'part.stl'),
    picture: null,
    repaired: false,
    report: cubeReport,
  },
});

export interface FakePreparation extends PartPreparation {
  readonly state: FakeReadable<PreparationState>;
  /** It was begun as export controlled. */
  readonly itar: boolean;
}

/** Files being prepared, whose states the test sets. A paused upload goes on with a file of the same name. */
export function fakeFiles() {
  const all = fakeReadable<readonly FakePreparation[]>([]);
  const begin = (fileName: string, purpose: PreparationPurpose, itar = false): FakePreparation => {
    const preparation: FakePreparation = {
      id: `preparation of ${fileName}`,
      fileName,
      purpose,
      itar,
      state: fakeReadable<PreparationState>({
        kind: 'running',
        step: 'UPLOAD',
        progress: 0,
        steps: ['UPLOAD', 'VERIFY'],
        waitsFor: null,
      }),
      units: fakeReadable<LengthUnit | null>('MM'),
      chooseUnits: () => {},
      resume: ({ name }) => name === fileName,
      cancel: () => {},
      retry: () => {},
    };
    all.set([...all.get(), preparation]);
    return preparation;
  };
  const files: FilePreparation = {
    extensions: ['stl', 'step'],
    formats: async () => [],
    all,
    start: ({ name }, purpose, { itar } = {}) => begin(name, purpose, itar),
    adopt: ({ fileName }, { purpose, part }) => {
      const begun = begin(fileName, purpose);
      if (part) begun.state.set({ kind: 'ready', part });
      return begun;
    },
    forget: ({ id }) => all.set(all.get().filter((other) => other.id !== id)),
  };
  return { files, all };
}
