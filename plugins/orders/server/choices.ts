import type { CallResult } from '@sinter/sdk/contract/call';
import type { listOrderFilters } from '@sinter/sdk/contract/orders/lists';
import type { CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { facilityTags } from '@sinter/sdk/contract/admin/facilityTags';
import { tagsOf } from './bulk.ts';
import { isProvider, viewersMatch, visible } from './visibility.ts';
import { isColumnHidden } from '../shared/hiddenColumns.ts';
import { portalOf } from './portal/portal.ts';

interface Named {
  id: number;
  name: string;
}

/** More than anybody reads in a list to choose from. */
const most = sql`limit 1000`;

/** What a list can be filtered by. */
export async function choices(context: CallContext): Promise<CallResult<typeof listOrderFilters>> {
  const { db, user } = context;
  const provider = isProvider(user);
  const portal = await portalOf(context);
  const named = async (query: RawBuilder<Named>) => (await query.execute(db)).rows;
  const [processes, generalMaterials, materials, machines, customers, industries, requestForms, tags] =
    await Promise.all([
      named(sql`select p.id, p.name from am_process p where exists (
      select from machine_model model join equipment e on e.machine_model_id = model.id where model.am_process_id = p.id)
      order by p.sequence ${most}`),
      named(sql`select g.id, g.name from general_material g
      where exists (select from material m where m.general_material_id = g.id) order by g.name ${most}`),
      named(sql`select m.id, m.name from material m where exists (
      select from equipment_material em join equipment e on e.id = em.equipment_id
      where em.material_id = m.id ${provider ? sql`and e.facility_id = ${user.facilityId}` : sql``})
      order by m.name, m.id ${most}`),
      provider
        ? named(sql`select e.id, e.display_name as name from equipment e
          where e.facility_id = ${user.facilityId} and not e.hidden order by e.display_name, e.id ${most}`)
        : [],
      provider
        ? named(sql`select c.id, c.name from company c where exists (
          select from rfq_order o ${viewersMatch(user)} where o.company_id = c.id and ${visible(user)})
          order by c.name, c.id ${most}`)
        : [],
      named(sql`select 0 as id, focus as name from (
      select distinct o.industry_focus as focus from rfq_order o ${viewersMatch(user)}
      where ${visible(user)} and o.industry_focus <> '') industries order by 2 ${most}`),
      named(sql`select 0 as id, name from (
      select distinct o.form_name as name from rfq_order o ${viewersMatch(user)}
      where ${visible(user)} and o.form_name <> '') forms order by 2 ${most}`),
      provider
        ? (await context.get(facilityTags).choices(db, user.facilityId, 'ORDER')).map(({ id, label }) => ({
            value: String(id),
            label,
          }))
        : (await tagsOf(context)).map((word) => ({ value: word, label: word })),
    ]);
  return {
    processes,
    generalMaterials,
    materials,
    machines,
    customers,
    industries: isColumnHidden(portal, 'industryFocus') ? [] : industries.map(({ name }) => name),
    requestForms: isColumnHidden(portal, 'rfqConfigName') ? [] : requestForms.map(({ name }) => name),
    tags,
  };
}
