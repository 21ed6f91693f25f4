import { ncrEventSchema, ncrStatusSchema, type NcrDetail, type NcrStatus } from '@sinter/sdk/contract/quality/ncr';
import { rigorSchema, type Rigor } from '@sinter/sdk/contract/quality/settings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import { floorTestServer } from '../../../production/server/floor/testing.ts';
import { failure } from '../../../scheduling/server/testing.ts';
import { fireNcr, ncrAs, raised, rowsAs, settle } from './testing.ts';
import { transitionsFrom } from './transitions.ts';

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await floorTestServer();
  admin = await server.client('admin');
});
afterAll(() => server.stop());

/** Written down once more: what leads where, whatever the table says. */
const expected: Record<NcrStatus, Partial<Record<string, NcrStatus>>> = {
  OPEN: { REVIEW: 'IN_REVIEW', VOID: 'VOID' },
  IN_REVIEW: { DISPOSE: 'DISPOSITIONED', VOID: 'VOID' },
  DISPOSITIONED: { CLOSE: 'CLOSED', REOPEN: 'IN_REVIEW' },
  CLOSED: { REOPEN: 'IN_REVIEW' },
  VOID: { REOPEN: 'IN_REVIEW' },
};
const leadsTo = (status: NcrStatus, event: string, rigor: Rigor): NcrStatus | undefined =>
  rigor === 'OFF' && event === 'CLOSE' && (status === 'OPEN' || status === 'IN_REVIEW')
    ? 'CLOSED'
    : expected[status][event];

/** One that stands there: its pieces go back to the customer, which moves none on the floor. */
async function standing(status: NcrStatus): Promise<NcrDetail> {
  const { id } = await raised(admin);
  await rowsAs(admin, id, [{ quantity: 10, disposition: 'RETURN_FROM_CUSTOMER' }]);
  if (status === 'VOID') await fireNcr(admin, id, 'VOID');
  if (status === 'OPEN' || status === 'VOID') return ncrAs(admin, id);
  await fireNcr(admin, id, 'REVIEW');
  if (status === 'IN_REVIEW') return ncrAs(admin, id);
  await fireNcr(admin, id, 'DISPOSE');
  if (status === 'CLOSED') await fireNcr(admin, id, 'CLOSE');
  return ncrAs(admin, id);
}

describe.each(rigorSchema.options.filter((rigor) => rigor !== 'FULL'))('where the rigor is %s', (rigor) => {
  beforeAll(() => settle(admin, { rigor }));

  test.each(ncrStatusSchema.options)(
    'from %s each event leads where it should, or is refused with what is allowed',
    async (status) => {
      const known = await standing(status);
      expect(known.status).toBe(status);
      const allowed = ncrEventSchema.options.filter((event) => leadsTo(status, event, rigor) !== undefined);
      expect([...known.allowed].sort()).toEqual([...allowed].sort());
      for (const event of ncrEventSchema.options) {
        const to = leadsTo(status, event, rigor);
        const ncr = to === undefined ? known : await standing(status);
        if (to === undefined) {
          const error = await failure(fireNcr(admin, ncr.id, event));
          expect(error).toMatchObject({ code: 'TRANSITION_REFUSED', details: { from: status, event } });
          expect([...(error.details.allowed ?? [])].sort()).toEqual([...allowed].sort());
          expect((await ncrAs(admin, ncr.id)).status).toBe(status);
        } else expect((await fireNcr(admin, ncr.id, event)).status).toBe(to);
      }
    },
  );
});

test('the table has nothing that is not walked', () => {
  for (const status of ncrStatusSchema.options) {
    for (const { event, to } of transitionsFrom(status, 'OFF')) expect(leadsTo(status, event, 'OFF')).toBe(to);
  }
});

test('what needs a reason is refused without one, and a repeated request does nothing', async () => {
  await settle(admin, { rigor: 'BASIC' });
  const { id } = await raised(admin);
  expect((await failure(fireNcr(admin, id, 'VOID', ''))).fields).toHaveProperty('reason');
  await fireNcr(admin, id, 'REVIEW');
  expect((await failure(fireNcr(admin, id, 'DISPOSE'))).message).toBe('Pieces without a disposition: 10.');
});
