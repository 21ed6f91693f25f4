import type { ApiClient } from '@sinter/sdk/api';
import type { AnyCall } from '@sinter/sdk/contract/call';
import type { Equipment } from '@sinter/sdk/contract/catalog';
import type { Permission } from '@sinter/sdk/contract/enums';
import type { EventSpec } from '@sinter/sdk/contract/event';
import type { OrderFile } from '@sinter/sdk/contract/orders';
import type { Job } from '@sinter/sdk/contract/scheduling';
import type { SessionUser } from '@sinter/sdk/contract/session';
import type { HostLocation } from '@sinter/sdk/plugin';

/** Answers by id of the call; a function gets what was sent, and may throw a `CallError`. */
export type Answers = Record<string, unknown>;

const logger = { debug() {}, info() {}, warn() {}, error() {} };

export const planner = (permissions: Permission[] = ['PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS']): SessionUser => ({
  ...{
    id: 1,
    email: 'p@example.org',
    firstName: 'Paul',
    lastName: 'Lindner',
    roles: [],
    memberRoles: [],
    authorities: [],
  },
  ...{ defaultRole: 'ROLE_SERVICE_PROVIDER', accountType: 'SERVICE_PROVIDER', dashboard: '', emailVerfied: true },
  ...{ dateFormat: '', language: 'en_US', switchAccountEnabled: false, engineer: null },
  serviceProvider: {
    id: 1,
    companyName: 'Home',
    permissions,
    rootSpId: null,
    workplanEnabled: true,
    timeZone: 'Europe/Berlin',
  },
});

/** A host whose answers are given, and which remembers what was asked. Answers are checked as the real client does. */
export function fakeHost(answers: Answers, { search = '', user = planner() } = {}) {
  const asked: { id: string; input: unknown }[] = [];
  const listeners = new Map<string, Set<(payload: never) => void>>();
  const moved = new Set<() => void>();
  let location: HostLocation = { pathname: '/service-provider/scheduler-view', search, params: {} };

  const call = async (spec: AnyCall, input: unknown): Promise<unknown> => {
    asked.push({ id: spec.id, input });
    const answer = answers[spec.id];
    const value: unknown = typeof answer === 'function' ? await answer(input) : answer;
    return spec.response.parse(value);
  };
  const host = {
    user,
    // The double is as generic as what it stands for only in the places that the tests use.
    api: { call } as unknown as ApiClient,
    events: {
      on(event: EventSpec, listener: (payload: never) => void) {
        const set = listeners.get(event.type) ?? new Set();
        listeners.set(event.type, set.add(listener));
        return () => void set.delete(listener);
      },
      emit() {},
    },
    log: logger,
    t: (key: string) => key,
    location: {
      get: () => location,
      subscribe(listener: () => void) {
        moved.add(listener);
        return () => void moved.delete(listener);
      },
    },
    navigate(to: string) {
      const [pathname = '', query = ''] = to.split('?');
      location = { ...location, pathname, search: query && `?${query}` };
      moved.forEach((listener) => listener());
    },
  };
  return {
    host,
    asked: (id: string) => asked.filter((each) => each.id === id).map(({ input }) => input),
    push: (event: EventSpec, payload: unknown) =>
      listeners.get(event.type)?.forEach((listener) => listener(payload as never)),
    listening: () => [...listeners.values()].reduce((sum, set) => sum + set.size, moved.size),
  };
}

export const aMachine = (id: number, more: Partial<Equipment> = {}): Equipment => ({
  id,
  displayName: `SLS-0${id}`,
  machineDTO: { model: 'P 396' },
  machine: {
    ...{ id: 10, modelName: 'P 396', manufacturer: { id: 20, name: 'EOS' }, amProcess: { id: 30, name: 'SLS' } },
    ...{
      generalMaterialTypes: [{ id: 40, name: 'Polyamide' }],
      kind: 'THREED_PRINTER',
      buildVolume: { x: 1, y: 1, z: 1 },
    },
  },
  ...{
    spId: 1,
    facilityName: 'Home',
    imageUrl: null,
    materials: [50],
    supportMaterials: [],
    detailingAgentMaterials: [],
  },
  ...{ fusingAgentMaterials: [], currentlyUsedMaterialId: 50, hidden: false },
  ...more,
});

const dto = (id: number, fileName: string) => ({ id, fileName, size: 1, fileURL: `/api/v1/files/${id}/content` });

export const anOrderFile = (id: number, more: Partial<OrderFile> = {}): OrderFile => ({
  ...{ id, quantity: 10, scheduled: 0, notScheduled: 10, aMProcess: { id: 30, name: 'SLS' } },
  ...{ materials: [{ id: 50, name: 'PA 2200' }], machines: [], pngFileDTO: null, itar: false, unitPrice: null },
  originalFileDTO: dto(id + 100, `bracket-${id}.step`),
  fileDTO: dto(id + 200, `bracket-${id}.stl`),
  report: { volumeMm3: 1, areaMm2: 1, facets: 1, watertight: true, size: [1, 1, 1] },
  ...more,
});

export const aFullJob = (more: Partial<Job> = {}): Job => ({
  ...{
    id: 7,
    jobName: 'Bracket',
    jobType: 'ORDER',
    jobSource: 'SCHEDULING',
    jobCreationType: 'MANUAL',
    jobStatus: 'QUEUED',
  },
  ...{
    fromDate: '1000',
    toDate: '2000',
    estimatedTime: '12',
    actualTime: '12',
    materialUnit: 'GRAM',
    materialQuantityUsed: '0',
  },
  ...{ materialDTO: { id: 50, name: 'PA 2200' }, equipmentId: 1, equipmentType: 'THREED_PRINTER', jobOrderDTOs: [] },
  equipmentDTO: { id: 1, displayName: 'SLS-01', facilityName: 'Home', spId: 1 },
  ...{ jobNotes: '', buildPlateUtilization: null, active: true },
  ...more,
});
