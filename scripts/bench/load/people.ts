import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import * as z from 'zod';
import { cookiesOf, type Session } from '../caller.ts';

/** Somebody who is signed in, at an address of their own. */
export interface Person {
  side: 'facility' | 'buyer';
  session: Session;
  address: string;
}

/** What orders can be made from and files read. */
export interface Material {
  orderIds: number[];
  fileIds: number[];
  parts: { originalFileId: number; fileId: number; amProcessId: number; materialId: number }[];
}

const sides = { facility: 'planner', buyer: 'buyer' } as const;

/** So many colleagues of the demo's planner and, every third, of its buyer, each with a session. */
export async function addPeople(pool: pg.Pool, url: string, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < count; index += 1) {
    const side = index % 3 === 2 ? 'buyer' : 'facility';
    const token = randomBytes(32).toString('base64url');
    await pool.query(
      `with template as (
         select u.id, m.id as membership_id from app_user u join membership m on m.user_id = u.id
         where u.email like $1 || '@%' order by m.id limit 1
       ), person as (
         insert into app_user (email, first_name, last_name, password_hash, email_verified)
         select $2, 'Person', $3, u.password_hash, true from app_user u join template on template.id = u.id returning id
       ), member as (
         insert into membership (user_id, role, account_type, facility_id, company_id, member_roles, dashboard)
         select person.id, m.role, m.account_type, m.facility_id, m.company_id, m.member_roles, m.dashboard
         from person, template join membership m on m.id = template.membership_id returning id, user_id
       )
       insert into session (id, user_id, membership_id, expires_at)
       select $4, user_id, id, now() + interval '1 hour' from member`,
      [sides[side], `person${index}@load.example`, String(index), createHash('sha256').update(token).digest('hex')],
    );
    const signedIn = { cookie: `sinter_session=${token}` };
    const answer = await fetch(`${url}/api/v1/users/getUser`, { headers: signedIn });
    const csrf = cookiesOf(answer).get('XSRF-TOKEN') ?? '';
    const session = { cookie: `${signedIn.cookie}; XSRF-TOKEN=${csrf}`, 'x-xsrf-token': csrf };
    people.push({ side, session, address: `127.9.${index >> 7}.${(index & 127) + 2}` });
  }
  return people;
}

const ids = z.array(z.object({ id: z.coerce.number() })).transform((rows) => rows.map(({ id }) => id));
const partsSchema = z.array(
  z.object({
    originalFileId: z.coerce.number(),
    fileId: z.coerce.number(),
    amProcessId: z.coerce.number(),
    materialId: z.coerce.number(),
  }),
);

/** Orders and files that both sides may see. */
export async function readMaterial(pool: pg.Pool): Promise<Material> {
  const rows = async (sql: string): Promise<unknown[]> => (await pool.query<Record<string, unknown>>(sql)).rows;
  const open = `from rfq_order o join rfq_match m on m.order_id = o.id join facility on facility.id = m.facility_id
    join membership on membership.company_id = o.company_id
    join app_user u on u.id = membership.user_id and u.email like 'buyer@%'
    where facility.root_facility_id is null and not o.export_controlled and not o.holds_controlled`;
  return {
    orderIds: ids.parse(await rows(`select distinct o.id ${open} order by o.id limit 500`)),
    fileIds: ids.parse(
      await rows(`select distinct f.file_id as id from rfq_order_file f where f.order_id in (select o.id ${open})`),
    ),
    parts: partsSchema.parse(
      await rows(
        `select distinct f.original_file_id as "originalFileId", f.file_id as "fileId",
           f.am_process_id as "amProcessId", f.material_id as "materialId"
         from rfq_order_file f where f.order_id in (select o.id ${open})`,
      ),
    ),
  };
}
