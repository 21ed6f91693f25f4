import { CallError } from '@sinter/sdk/contract';
import { addFacility, listFacilities, updateFacility } from '@sinter/sdk/contract/admin/facilities';
import { type CallContext, facilities, facilityGains, lockPlace, type ServerHost, type Work } from '@sinter/sdk/server';
import { copyDepartments } from '../team/departments.ts';
import { countUse, type FacilityDto, readFacilities, readFacility } from './facilityRows.ts';
import { requireCurrency, requireTimeZone } from './standards.ts';
import { say } from '../texts.ts';

const objectOf = (id: number) => ({ objectKind: 'FACILITY', objectId: String(id) });

/** The enterprise as its root facility sees it: the guard lets nobody else in, so the active facility is the root. */
export function handleFacilities({ handle }: ServerHost): void {
  handle(listFacilities, (context) => readFacilities(context, context.db, context.facilityId));

  handle(addFacility, (context, { body: { copyFrom, ...facility } }) => {
    requireTimeZone(facility.timeZone);
    requireCurrency(facility.currency);
    const { facilityId: rootId, user, write, get } = context;
    return write(async (unit) => {
      await lockPlace(unit.db, { facilityId: rootId, companyId: null });
      await requireFreeCode(context, unit, facility.code, null);
      const source = copyFrom === null ? null : await readFacility(context, unit.db, rootId, copyFrom);
      const id = await get(facilities).add(unit, {
        ...facility,
        rootFacilityId: rootId,
        workplanEnabled: source?.workplanEnabled,
        settingsOf: source?.id ?? null,
        userId: user.userId,
      });
      if (source) await copyDepartments(unit.db, source.id, id);
      const added = await readFacility(context, unit.db, rootId, id);
      await unit.audit({ action: 'facility.added', ...objectOf(id), after: { ...added, copyFrom } });
      return added;
    });
  });

  handle(updateFacility, (context, { params: { id }, body }) => {
    requireTimeZone(body.timeZone);
    const { facilityId: rootId, write, get, all } = context;
    return write(async (unit) => {
      await lockPlace(unit.db, { facilityId: rootId, companyId: null });
      const before = await readFacility(context, unit.db, rootId, id);
      await requireFreeCode(context, unit, body.code, id);
      if (before.active && !body.active) await requireIdle(context, unit, before);
      await get(facilities).change(unit, id, body);
      const after = await readFacility(context, unit.db, rootId, id);
      const action = actionOf(before, after);
      await unit.audit({ action, ...objectOf(id), before, after });
      if (id !== rootId) await unit.audit({ action, ...objectOf(id), facilityId: id, before, after });
      if (!before.active && after.active) for (const gains of all(facilityGains)) await gains.gained(unit, id);
      return after;
    });
  });
}

const actionOf = (before: FacilityDto, after: FacilityDto): string =>
  before.active === after.active ? 'facility.updated' : after.active ? 'facility.opened' : 'facility.closed';

/** Two facilities with one short name could not be told apart on a label. */
async function requireFreeCode(
  { get, facilityId: rootId }: CallContext,
  { db }: Work,
  code: string,
  own: number | null,
): Promise<void> {
  if (code === '') return;
  const tree = await get(facilities).inTree(db, rootId);
  const taken = tree.find((facility) => facility.id !== own && facility.code.toLowerCase() === code.toLowerCase());
  if (!taken) return;
  throw new CallError('INVALID_INPUT', undefined, {
    fields: { code: say('codeTaken', { facility: taken.companyName }) },
  });
}

/** Whoever is sending it an order or planning a job there now is waited for: their row points at the facility's. */
async function requireIdle(context: CallContext, { db }: Work, { id, root }: FacilityDto): Promise<void> {
  if (root) throw new CallError('CONFLICT', say('rootStays'));
  await db.selectFrom('facility').select('id').where('id', '=', id).forUpdate().execute();
  const activeJobs = (await countUse(context, db, 'ACTIVE_JOBS', [id])).get(id) ?? 0;
  const orders = (await countUse(context, db, 'OPEN_ORDERS', [id])).get(id) ?? 0;
  if (orders + activeJobs > 0) throw new CallError('CONFLICT', say('openWork', { orders, jobs: activeJobs }));
}
