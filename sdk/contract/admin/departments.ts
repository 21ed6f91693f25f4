import type { Kysely } from 'kysely';
import { createToken } from '../../plugin/token.ts';
import type { Tables } from '../../server/tables.ts';

/** Names of departments, for areas that treat people by them. Asks for no rights. */
export interface DepartmentNames {
  ofMember(db: Kysely<Tables>, membershipId: number): Promise<string[]>;
  /** Of all people of these companies, each name once. */
  ofCompanies(db: Kysely<Tables>, companyIds: readonly number[]): Promise<string[]>;
}
export const departmentNames = createToken<DepartmentNames>('admin/DepartmentNames@1');
