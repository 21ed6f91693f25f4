import { randomUUID } from 'node:crypto';
import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import { uploadNda, answerNda, readOrderNdas } from '@sinter/sdk/contract/orders/nda';
import { fireOrderEvent } from '@sinter/sdk/contract/orders/orders';
import * as z from 'zod';
import { ball } from '../fixtures/solids.ts';
import type { Data } from './data.ts';
import { preparedPart, signedIn, until, upload, type Client } from './http.ts';
import { draftOrder, place } from './orders.ts';

const idRow = z.object({ id: z.coerce.number() });

/** Of the process and material that all facilities here can make. */
export const offered = { process: 'MJF', material: 'HP 3D HR PA 12' };

interface Newcomer {
  name: string;
  firstName: string;
  lastName: string;
  language: string;
  memberRoles: string[];
  /** A facility, or the company of the demo's buyer. */
  facilityId: number | null;
}

/** A facility of another enterprise, and the second facility of the demo, can make what the first can. */
export async function addFacilities(data: Data): Promise<{ rivalId: number }> {
  const [rival] = await data.rows(
    idRow,
    `insert into facility (company_name, code, time_zone, currency, address)
     values ('Rival Parts', 'RIV', 'Europe/Oslo', 'EUR', '{}') returning id`,
  );
  const [lyon] = await data.rows(idRow, `select id from facility where code = 'LYO'`);
  if (!rival || !lyon) throw new Error('The demo has no facility in Lyon.');
  for (const { id } of [rival, lyon]) {
    await data.rows(
      idRow,
      `with copied as (
         insert into equipment (facility_id, machine_model_id, display_name, hourly_rate_minor)
         select $1, e.machine_model_id, 'MJF', e.hourly_rate_minor from equipment e
           join machine_model m on m.id = e.machine_model_id join am_process p on p.id = m.am_process_id
           join facility f on f.id = e.facility_id
         where f.code = 'DAG' and p.process_key = 'HPBJ' order by e.id limit 1
         returning id, machine_model_id)
       insert into equipment_material (equipment_id, material_id)
       select distinct copied.id, em.material_id from copied join equipment e on e.machine_model_id = copied.machine_model_id
         join facility f on f.id = e.facility_id and f.code = 'DAG'
         join equipment_material em on em.equipment_id = e.id
       returning equipment_id as id`,
      [id],
    );
  }
  await data.rows(
    idRow,
    `insert into facility_material (facility_id, material_id, price_per_kg_minor)
     select $1, kept.material_id, kept.price_per_kg_minor from facility_material kept
       join facility f on f.id = kept.facility_id and f.code = 'DAG'
     returning material_id as id`,
    [rival.id],
  );
  await data.rows(
    idRow,
    `insert into facility_material (facility_id, material_id, price_per_kg_minor)
     select $1, kept.material_id, kept.price_per_kg_minor from facility_material kept
       join facility f on f.id = kept.facility_id and f.code = 'DAG'
     on conflict do nothing returning material_id as id`,
    [lyon.id],
  );
  return { rivalId: rival.id };
}

/** Somebody who signs in with the password of the demo. */
export async function addPerson(data: Data, one: Newcomer): Promise<void> {
  const { name, firstName, lastName, language, memberRoles, facilityId } = one;
  const role = facilityId === null ? 'ENGINEER' : 'SERVICE_PROVIDER';
  await data.rows(
    idRow,
    `with person as (
       insert into app_user (email, first_name, last_name, language, password_hash, email_verified)
       select $1, $2, $3, $4, password_hash, true from app_user where email = 'buyer@demo.example' returning id)
     insert into membership (user_id, role, account_type, member_roles, facility_id, company_id, dashboard)
     select person.id, 'ROLE_' || $5, $5, $6, $7::bigint,
       case when $7::bigint is null then (select id from company where name = 'Nordwind Robotics') end, 'NORMAL'
     from person returning id`,
    [`${name}@demo.example`, firstName, lastName, language, role, memberRoles, facilityId],
  );
}

/** These facilities, and no others, may see parts of orders that need an NDA. */
export async function agreeBefore(data: Data, url: string, signers: readonly Client[]): Promise<void> {
  await data.rows(idRow, 'delete from nda_agreement returning id');
  const [buyer, checker] = await Promise.all([signedIn(url, 'buyer'), signedIn(url, 'buyeradmin')]);
  const part = await preparedPart(buyer, 'agreed.stl', ball(6, 8));
  const offer = (await buyer.call(listOfferedMaterials, {})).find(({ process }) => process.name === offered.process);
  const material = offer?.materials.find(({ name }) => name === offered.material);
  if (!offer || !material) throw new Error('The demo offers no such material.');
  const choice = { amProcessId: offer.process.id, materialId: material.id };
  const draft = await draftOrder(buyer, part, 'Agreed before', 1, choice);
  const { id } = await place(buyer, { ...draft, ndaRequired: true });
  for (const signer of signers) {
    const file = await upload(signer, 'nda.pdf', `%PDF-1.7 ${randomUUID()}`);
    await until(
      'the facility is asked to sign',
      () =>
        signer
          .call(uploadNda, { params: { id }, body: { eventId: randomUUID(), fileId: file.id } })
          .catch(() => undefined),
      20,
    );
  }
  const { ndas } = await checker.call(readOrderNdas, { params: { id } });
  for (const { id: ndaId } of ndas) {
    await checker.call(answerNda, { params: { id }, body: { eventId: randomUUID(), ndaId, approve: true } });
  }
  const event = 'WITHDRAW' as const;
  await buyer.call(fireOrderEvent, { params: { id }, body: { eventId: randomUUID(), event, reason: '' } });
}

const countRow = z.object({ count: z.coerce.number() });

/** What waits to be mailed goes out now, in place of some minutes later; resolves when nothing is left. */
export async function mailNow(data: Data): Promise<void> {
  await data.rows(idRow, 'update notification set mail_due_at = now() where mail_due_at is not null returning id');
  await data.rows(
    idRow,
    `select id from graphile_worker.reschedule_jobs(
       array(select id from graphile_worker.jobs where task_identifier like '%notifications.mail'), run_at => now())`,
  );
  await until(
    'the mails are sent',
    async () => {
      const [left] = await data.rows(
        countRow,
        `select (select count(*) from notification where mail_due_at is not null)
           + (select count(*) from graphile_worker.jobs where task_identifier like '%mail.send') as count`,
      );
      return left?.count === 0 ? true : undefined;
    },
    30,
  );
}

/** Nothing that was told before counts. */
export async function forgetNotices(data: Data): Promise<void> {
  await data.rows(idRow, 'delete from notification returning id');
}
