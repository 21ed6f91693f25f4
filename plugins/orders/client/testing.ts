import type { ApiClient, FilePreparation, PartPreparation, PreparationState } from '@sinter/sdk/api';
import { CallError } from '@sinter/sdk/contract/errors';
import type { EventPayload, EventSpec } from '@sinter/sdk/contract/event';
import type { FileDto } from '@sinter/sdk/contract/host';
import type { OrderDetail, OrderFile, OrderRow } from '@sinter/sdk/contract/orders';
import type { SessionUser } from '@sinter/sdk/contract/session';
import type { HostLocation, PluginHost, Readable } from '@sinter/sdk/plugin';
import { vi } from 'vitest';

type Answer = (input: never) => unknown;

export class Held<T> implements Readable<T> {
  private readonly listeners = new Set<() => void>();
  private value: T;
  constructor(value: T) {
    this.value = value;
  }
  readonly get = () => this.value;
  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  set(value: T) {
    this.value = value;
    [...this.listeners].forEach((listener) => listener());
  }
}

export const buyer: SessionUser = {
  id: 5,
  email: 'buyer@example.com',
  firstName: 'Bo',
  lastName: 'Buyer',
  roles: [{ roleName: 'ROLE_ENGINEER' }],
  memberRoles: [],
  authorities: [],
  defaultRole: 'ROLE_ENGINEER',
  accountType: 'ENGINEER',
  dashboard: 'STORE_FRONT',
  emailVerfied: true,
  dateFormat: '',
  language: 'en_US',
  switchAccountEnabled: false,
  serviceProvider: null,
  engineer: null,
};
export const provider: SessionUser = {
  ...buyer,
  defaultRole: 'ROLE_SERVICE_PROVIDER',
  accountType: 'SERVICE_PROVIDER',
  serviceProvider: {
    id: 1,
    companyName: 'Works',
    permissions: ['ENTERPRISE_SCHEDULER_VIEW'],
    rootSpId: null,
    workplanEnabled: false,
    timeZone: 'UTC',
  },
};

/** A host whose server answers by call id; `sent` is what was asked, in order. */
export function fakeHost(answers: Record<string, Answer>, user: SessionUser = buyer, search = '') {
  const sent: { id: string; input: unknown }[] = [];
  const listeners = new Map<string, ((payload: never) => void)[]>();
  const api: ApiClient = {
    call: async (call, input) => {
      sent.push({ id: call.id, input });
      const answer = answers[call.id];
      if (!answer) throw new CallError('NOT_FOUND');
      return (await answer(input as never)) as never;
    },
    upload: () => Promise.reject(new CallError('NOT_FOUND')),
    href: () => '',
  };
  const location = new Held<HostLocation>({ pathname: '/orders', search, params: {} });
  const navigate = vi.fn();
  const events: PluginHost['events'] = {
    on: (event, listener) => {
      const known = listeners.get(event.type) ?? [];
      listeners.set(event.type, [...known, listener]);
      return () => void listeners.set(event.type, []);
    },
    emit: () => {},
  };
  const push = <E extends EventSpec>(event: E, payload: EventPayload<E>) =>
    (listeners.get(event.type) ?? []).forEach((listener) => listener(payload as never));
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const inputs = (id: string) => sent.filter((one) => one.id === id).map(({ input }) => input);
  return {
    host: { api, events, location, navigate, log, user, flag: () => true },
    sent,
    inputs,
    push,
    navigate,
    answers,
  };
}

export function fakeStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

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
  readonly state: Held<PreparationState>;
}

export function fakeFiles() {
  const all = new Held<readonly FakePart[]>([]);
  const part = (fileName: string): FakePart => ({
    id: `part-${fileName}`,
    fileName,
    state: new Held<PreparationState>({ kind: 'running', step: 'UPLOAD', progress: 0 }),
    cancel: () => {},
    retry: () => {},
  });
  const files: FilePreparation = {
    extensions: ['stl'],
    all,
    start(file) {
      const started = part(file.name);
      all.set([...all.get(), started]);
      return started;
    },
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
  rfqFileDTOs: [orderFile],
};
export const orderDetail: OrderDetail = {
  ...orderRow,
  requestStatus: 'DISTRIBUTED',
  notes: '',
  primaryUseCase: null,
  quotes: [],
  allowedEvents: [],
  activity: [],
};
