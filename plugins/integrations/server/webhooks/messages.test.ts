import { expect, it } from 'vitest';
import type { EventPayload, EventSpec } from '@sinter/sdk/contract';
import { teamChanged } from '@sinter/sdk/contract/admin/team';
import { facilityCatalogChanged } from '@sinter/sdk/contract/catalog/events';
import { machineAlarmRaised, machineStateChanged } from '@sinter/sdk/contract/connectivity/machines';
import { integrationChanged } from '@sinter/sdk/contract/integrations/events';
import { fileOperationChanged } from '@sinter/sdk/contract/preparation/events';
import { lotChanged, lotStepsMoved } from '@sinter/sdk/contract/production/lots';
import { messagesOf } from './messages.ts';

const site = 'https://parts.example.com';
const told = <E extends EventSpec>(event: E, payload: EventPayload<E>, controlled = false) =>
  messagesOf({ event, payload, facilityId: 1, controlled, site });
const typesOf = (...asked: Parameters<typeof told>) => told(...asked).map(({ type }) => type);

it('tells of each step of a lot that has another status, in the order of the lot', () => {
  const steps = [
    { position: 1, before: 'IN_PROGRESS', status: 'COMPLETED' },
    { position: 2, before: 'NOT_READY', status: 'READY' },
    { position: 3, before: 'READY', status: 'CANCELLED' },
  ];
  const messages = told(lotStepsMoved, { lotId: 7, orderId: 41, steps }, true);
  expect(messages.map(({ type, object }) => [type, object])).toEqual([
    ['workplan.item.completed', 'lot 7'],
    ['workplan.item.ready', 'lot 7'],
  ]);
  // Thin for what is controlled as for everything: ids and statuses.
  expect(messages[0]?.data).toEqual({
    ...{ lotId: 7, orderId: 41, position: 1, before: 'IN_PROGRESS', status: 'COMPLETED', facilityId: 1 },
    link: `${site}/service-provider/work-center/lots/7`,
    controlled: true,
  });
});

it('tells what became of a lot beside that it changed', () => {
  expect(typesOf(lotChanged, { lotId: 7, orderId: 41 })).toEqual(['lot.changed']);
  expect(typesOf(lotChanged, { lotId: 7, orderId: 41, what: ['CREATED', 'SPLIT'] })).toEqual([
    ...['lot.changed', 'lot.created', 'lot.split'],
  ]);
  expect(typesOf(lotChanged, { lotId: 7, orderId: 41, what: ['MERGED', 'SCRAPPED'] })).toEqual([
    ...['lot.changed', 'lot.merged', 'lot.scrapped'],
  ]);
});

it('tells how the preparation of a file ended, and nothing of its progress', () => {
  const of = (status: string) =>
    typesOf(fileOperationChanged, { operationId: 'one', fileId: 3, status, progress: 0.5 });
  expect([of('PENDING'), of('SUCCESS'), of('FAILED')]).toEqual([
    [],
    ['order.file.prepared'],
    ['order.file.prep_failed'],
  ]);
});

it('tells of machines, materials, people and connections', () => {
  const machine = { machineId: 5, equipmentId: null, facilityId: 1 };
  const catalog = (payload: Pick<EventPayload<typeof facilityCatalogChanged>, 'what' | 'machineId' | 'materialId'>) =>
    typesOf(facilityCatalogChanged, { facilityId: 1, ...payload });
  expect([
    ...typesOf(machineStateChanged, { ...machine, state: 'OFFLINE' }),
    ...typesOf(machineAlarmRaised, { ...machine, alarmId: '5c8f2a9e-51d0-4b6c-8a43-f7f0a4f1d2b7' }),
    ...catalog({ what: 'LOADED', machineId: 5, materialId: 6 }),
    ...catalog({ what: 'ADDED', machineId: 5, materialId: null }),
    ...catalog({ what: 'RETIRED', machineId: 5, materialId: null }),
    ...catalog({ what: 'RESTORED', machineId: 5, materialId: null }),
    ...catalog({ what: 'ADDED', machineId: null, materialId: 6 }),
    ...catalog({ what: 'RETIRED', machineId: null, materialId: 6 }),
    ...typesOf(teamChanged, { facilityId: 1, what: 'INVITED', userId: null, invitationId: 9 }),
    ...typesOf(teamChanged, { facilityId: 1, what: 'DISABLED', userId: 8, invitationId: null }),
    ...typesOf(integrationChanged, { facilityId: 1, integration: 'QUICKBOOKS', what: 'FAILED' }),
  ]).toEqual([
    'machine.state_changed',
    'machine.alarm',
    'material.loaded',
    'catalog.machine.added',
    'catalog.machine.retired',
    'catalog.machine.restored',
    'catalog.material.added',
    'catalog.material.removed',
    'team.user.invited',
    'team.user.disabled',
    'integration.failed',
  ]);
});
