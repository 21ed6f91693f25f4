import { defineNotice, type NoticeReader, type NoticeSubject, type SeenSubject, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { say } from './texts.ts';

const aMachine: NoticeSubject = {
  async seen(db, viewer, ids) {
    if (viewer.role !== 'ROLE_SERVICE_PROVIDER' || !viewer.permissions.includes('WORKCENTER_OPERATION_ACCESS')) {
      return new Map();
    }
    const { rows } = await sql<{ id: number; name: string }>`
      select m.id, coalesce(e.display_name, m.machine) as name from mc_machine m left join equipment e on e.id = m.equipment_id
      where m.facility_id = ${viewer.facilityId} and m.id = any(${[...ids]}::bigint[])
    `.execute(db);
    return new Map(
      rows.map(({ id, name }): [number, SeenSubject] => [
        id,
        { name, link: `/service-provider/machine-connectivity?machine=${id}`, controlled: false },
      ]),
    );
  },
  withheld: say('toldWithheld'),
};

const common = {
  ...{ subject: aMachine, mail: false, roles: ['ROLE_SERVICE_PROVIDER'] as const },
  category: { id: 'machines', title: say('machines') },
};

const alarm = defineNotice({
  ...{ ...common, id: 'connectivity.alarm', title: say('tellAlarm'), params: z.object({ text: z.string() }) },
  says: (it) => say('toldAlarm', it),
});
const dropOut = defineNotice({
  ...{ ...common, id: 'connectivity.dropOut', shared: true, title: say('tellDropOut') },
  // How many others with it: a network that fails takes all of them along.
  params: z.object({ others: z.number().int().default(0) }),
  says: ({ subject, others }) =>
    others === 0 ? say('toldDropOut', { subject }) : say('toldDropOuts', { subject, count: others }),
});

/** Everything that people are told of machines. */
export const kinds = { alarm, dropOut };

const planners = ({ permissions }: NoticeReader): boolean =>
  permissions.includes('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS');
const at = (facilityId: number) => [{ place: { facilityId, companyId: null }, orWhoever: planners }];

interface Raised {
  machineId: number;
  facilityId: number;
  alarmId: string;
  text: string;
}
export const tellAlarm = (unit: Work, { machineId, facilityId, alarmId, text }: Raised): Promise<void> =>
  unit.notify(alarm, {
    ...{ subjectId: machineId, params: { text }, by: null, to: at(facilityId) },
    key: `machine alarm ${alarmId}`,
  });

interface Lost {
  machineId: number;
  facilityId: number;
  at: number;
  others: number;
}
export const tellDropOut = (unit: Work, { machineId, facilityId, at: when, others }: Lost): Promise<void> =>
  unit.notify(dropOut, {
    ...{ subjectId: machineId, params: { others }, by: null, to: at(facilityId) },
    key: `machine ${machineId} lost ${when}`,
  });
