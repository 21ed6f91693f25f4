import type { SettingStates } from '@sinter/sdk/server';
import { sql } from 'kysely';

/** The card on the settings page: off while nobody listens, and an error while a connector hears nothing. */
export const stateOfCard: SettingStates = async (db, facilityId) => {
  const { rows } = await sql<{ on: boolean | null; fails: boolean | null }>`
    select bool_or(run = 'ON') as on, bool_or(run = 'ON' and ok is false) as fails from mc_connector where facility_id = ${facilityId}
  `.execute(db);
  const [{ on, fails } = { on: false, fails: false }] = rows;
  return { 'connectivity/connectors': fails === true ? 'ERROR' : on === true ? 'ON' : 'OFF' };
};
