import { sql } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import { addDepartment, listAddedPermissions, listDepartments } from '@sinter/sdk/contract/host/team';
import type { Host } from '../host.ts';
import { labelOf } from '../registered.ts';
import { roomTransaction } from './tables.ts';
import { placeOf } from '@sinter/sdk/server';

export function handleDepartments({ handle, db, registered }: Host): void {
  handle(listAddedPermissions, async () =>
    registered.permissions
      .filter(({ id }) => id.includes('/'))
      .map(({ id, title, defaults, grantable }) => ({
        id,
        label: labelOf(id, title),
        defaults: [...defaults],
        grantable: [...grantable],
      })),
  );

  handle(listDepartments, (context) => {
    const { facilityId, companyId } = placeOf(context);
    return db
      .selectFrom('department')
      .select(['id', 'name'])
      .where((where) =>
        companyId === null ? where('facility_id', '=', facilityId) : where('company_id', '=', companyId),
      )
      .orderBy(sql`lower(name)`)
      .execute();
  });

  handle(addDepartment, (context, { body: { name } }) =>
    context.write(async (unit) => {
      const { facilityId, companyId } = placeOf(context);
      const added = await roomTransaction(unit.db)
        .insertInto('department')
        .values({ facility_id: facilityId, company_id: companyId, name })
        .onConflict((conflict) => conflict.doNothing())
        .returning(['id', 'name'])
        .executeTakeFirst();
      if (!added) throw new CallError('CONFLICT', 'There is a department of this name already.');
      await unit.audit({
        action: 'team.department_added',
        objectKind: 'DEPARTMENT',
        objectId: String(added.id),
        after: { name },
      });
      return added;
    }),
  );
}
