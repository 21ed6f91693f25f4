import type { Part } from '@sinter/sdk/contract/catalog/parts';
import { cubeReport, fakeFile } from '@sinter/sdk/testing';

export const partOf = (id: number, change: Partial<Part> = {}): Part => ({
  id,
  name: `Part ${id}`,
  partNumber: '',
  tags: [],
  facilityTags: [],
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
    originalFileDTO: fakeFile(id * 100, `${id}.step`),
    fileDTO: fakeFile(id * 100 + 1, `${id}.stl`),
    pngFileDTO: null,
    format: 'step',
    units: 'MM',
    report: cubeReport,
    minWallMm: null,
    createdBy: 'Bo Buyer',
    createdOn: '2026-01-01T00:00:00Z',
  },
  ...change,
});
