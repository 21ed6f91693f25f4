import type {
  FilePreparation,
  PartPreparation,
  PreparationPurpose,
  PreparationState,
} from '@sinter/sdk/contract/preparation/filePreparation';
import type { FileDto } from '@sinter/sdk/contract/host/files';
import type { LengthUnit } from '@sinter/sdk/contract/preparation/lengthUnit';
import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import type { OrderDetail, OrderRow } from '@sinter/sdk/contract/orders/orders';
import { fakeReadable, providerUser } from '@sinter/sdk/testing';
import type { FakeReadable } from '@sinter/sdk/testing';

/** A provider who may see the scheduler. */
export const provider = providerUser({ serviceProvider: { permissions: ['ENTERPRISE_SCHEDULER_VIEW'] } });

const dto = (id: number, fileName: string): FileDto => ({ id, fileName, size: 100, fileURL: `/files/${id}` });

export const ready = (fileId: number): PreparationState => ({
  kind: 'ready',
  part: {
    original: dto(fileId, 'part.step'),
    processed: dto(fileId + 1000, 'part.stl'),
    picture: null,
    repaired: false,
    report: {
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
    },
  },
});

export interface FakePart extends PartPreparation {
  /** It was begun as export controlled. */
  readonly itar: boolean;
  readonly state: FakeReadable<PreparationState>;
}

export function fakeFiles() {
  const all = fakeReadable<readonly FakePart[]>([]);
  const part = (fileName: string, purpose: PreparationPurpose, itar: boolean): FakePart => ({
    id: `part-${fileName}`,
    fileName,
    purpose,
    itar,
    state: fakeReadable<PreparationState>({
      ...{ kind: 'running', step: 'UPLOAD', progress: 0 },
      ...{ steps: ['UPLOAD', 'VERIFY'], waitsFor: null },
    }),
    units: fakeReadable<LengthUnit | null>('MM'),
    chooseUnits: () => {},
    resume: () => false,
    cancel: () => {},
    retry: () => {},
  });
  const add = (started: FakePart): FakePart => {
    all.set([...all.get(), started]);
    return started;
  };
  const files: FilePreparation = {
    extensions: ['stl'],
    formats: async () => [],
    all,
    start: (file, purpose, { itar = false } = {}) => add(part(file.name, purpose, itar)),
    adopt: ({ fileName }, { purpose }) => add(part(fileName, purpose, false)),
    forget: ({ id }) => all.set(all.get().filter((other) => other.id !== id)),
  };
  return { files, all };
}

export const orderFile: OrderFile = {
  id: 71,
  quantity: 4,
  scheduled: 1,
  notScheduled: 3,
  aMProcess: { id: 1, name: 'SLS' },
  materials: [{ id: 11, name: 'PA12' }],
  machines: [],
  originalFileDTO: dto(1, 'part.step'),
  units: 'MM',
  fileDTO: dto(2, 'part.stl'),
  pngFileDTO: null,
  itar: false,
  report: { volumeMm3: 1000, areaMm2: 600, facets: 12, watertight: true, size: [10, 10, 10] },
  unitPrice: null,
};
export const orderRow: OrderRow = {
  id: 12,
  displayTitle: 'Gripper jaws',
  status: 'DISTRIBUTED',
  quantity: 4,
  customer: 'Acme',
  creator: 'Bo Buyer',
  facility: null,
  estimatedDeliveryDate: null,
  createdOn: '2026-01-01T00:00:00Z',
  quote: null,
  exportControlled: false,
  allowedEvents: [],
  rfqFileDTOs: [orderFile],
};
export const orderDetail: OrderDetail = {
  ...orderRow,
  requestStatus: 'DISTRIBUTED',
  notes: '',
  primaryUseCase: null,
  quotes: [],
  activity: [],
};
