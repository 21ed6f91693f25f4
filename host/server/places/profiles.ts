import { extname } from 'node:path';
import { CallError } from '@sinter/sdk/contract';
import { joinMarketplace } from '@sinter/sdk/contract/host/account';
import { registryChanged } from '@sinter/sdk/contract/host/events';
import {
  readEngineerProfile,
  readProviderProfile,
  updateEngineerProfile,
  updateProviderProfile,
} from '@sinter/sdk/contract/host/facilities';
import type { Host } from '../host.ts';
import type { RequestContext } from '../http/context.ts';
import { type RoomDb, roomTransaction } from './tables.ts';
import { readAddress } from './addresses.ts';
import { requireCountry, requireTimeZone } from './standards.ts';

/** What a browser shows as a picture. */
const pictures = ['.png', '.jpg', '.jpeg', '.gif', '.webp'];

export function handleProfiles(host: Host): void {
  const { handle, db, sessions, storedFiles } = host;

  const providerProfile = async ({ user, facilityId }: RequestContext, within: RoomDb = db) => {
    const { logoFileId, ...profile } = await readFacility(within, facilityId);
    const logo = logoFileId === null ? null : await storedFiles.byId(logoFileId);
    return { ...profile, permissions: user.permissions, logoURL: logo && storedFiles.dto(logo).fileURL };
  };

  handle(readProviderProfile, (context) => providerProfile(context));

  handle(updateProviderProfile, async (context, { body }) => {
    const { user, facilityId } = context;
    requireTimeZone(body.timeZone);
    requireCountry(body.address, 'address.');
    if (body.logoFileId) await requirePicture(host, context, body.logoFileId);
    const profile = await context.write(async (unit) => {
      const transaction = roomTransaction(unit.db);
      const before = await readFacility(transaction, facilityId);
      await transaction
        .updateTable('facility')
        .set({
          company_name: body.companyName,
          address: body.address && JSON.stringify(body.address),
          phone: body.phone,
          website: body.website,
          description: body.description,
          time_zone: body.timeZone,
          ...(body.logoFileId === undefined ? {} : { logo_file_id: body.logoFileId }),
        })
        .where('id', '=', facilityId)
        .execute();
      if (body.logoFileId) await storedFiles.share(unit, [body.logoFileId], { facilityIds: [facilityId] });
      const after = await readFacility(transaction, facilityId);
      const object = { objectKind: 'FACILITY', objectId: String(facilityId) };
      await unit.audit({ action: 'facility.profile_changed', ...object, before, after });
      await unit.emit(registryChanged, { facilityId }, { facilityIds: [facilityId] });
      return providerProfile(context, transaction);
    });
    sessions.forget(user.userId);
    return profile;
  });

  handle(joinMarketplace, ({ facilityId, write }, { body: { enabled } }) =>
    write(async (unit) => {
      const transaction = roomTransaction(unit.db);
      const { marketplace } = await readFacility(transaction, facilityId);
      await transaction.updateTable('facility').set({ marketplace: enabled }).where('id', '=', facilityId).execute();
      await unit.audit({
        action: enabled ? 'facility.marketplace_joined' : 'facility.marketplace_left',
        ...{ objectKind: 'FACILITY', objectId: String(facilityId) },
        ...{ before: { enabled: marketplace }, after: { enabled } },
      });
      return { enabled };
    }),
  );

  handle(readEngineerProfile, (context) => engineerProfile(db, context));

  handle(updateEngineerProfile, async (context, { body }) => {
    requireCountry(body.billingAddress, 'billingAddress.');
    const profile = await context.write(async (unit) => {
      const transaction = roomTransaction(unit.db);
      const { companyId } = context;
      const before = await readCompany(transaction, companyId);
      await transaction
        .updateTable('company')
        .set({
          name: body.companyName,
          billing_address: body.billingAddress && JSON.stringify(body.billingAddress),
          phone: body.phone,
        })
        .where('id', '=', companyId)
        .execute();
      const after = await readCompany(transaction, companyId);
      const object = { objectKind: 'COMPANY', objectId: String(companyId) };
      await unit.audit({ action: 'company.profile_changed', ...object, before, after });
      return engineerProfile(transaction, context);
    });
    sessions.forget(context.user.userId);
    return profile;
  });
}

/** Pictures that anybody of the facility may see: not an export-controlled file. */
async function requirePicture({ storedFiles }: Host, { user }: RequestContext, fileId: number): Promise<void> {
  const wrong = (text: string) => new CallError('INVALID_INPUT', undefined, { fields: { logoFileId: text } });
  const file = await storedFiles.require(user, fileId).catch((error: unknown) => {
    throw error instanceof CallError ? wrong('There is no such file') : error;
  });
  if (file.controlled) throw wrong('An export-controlled file cannot be a logo');
  if (!pictures.includes(extname(file.fileName).toLowerCase())) throw wrong('Must be a PNG, JPEG, GIF or WebP picture');
}

async function readFacility(db: RoomDb, id: number) {
  const { address, ...facility } = await db
    .selectFrom('facility')
    .select([
      'id',
      'company_name as companyName',
      'root_facility_id as rootSpId',
      'workplan_enabled as workplanEnabled',
      'time_zone as timeZone',
      'currency',
      'address',
      'phone',
      'website',
      'description',
      'logo_file_id as logoFileId',
      'itar_enabled as itarEnabled',
      'marketplace',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...facility, address: readAddress(address) };
}

async function engineerProfile(db: RoomDb, { user, companyId }: RequestContext) {
  return {
    ...(await readCompany(db, companyId)),
    permissions: user.permissions,
    b2cDashboard: user.accountType === 'THIRD_PARTY_ENGINEER',
  };
}

async function readCompany(db: RoomDb, id: number) {
  const row = await db
    .selectFrom('company')
    .select(['id', 'name as companyName', 'phone', 'billing_address'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { billing_address, ...company } = row;
  return { ...company, billingAddress: readAddress(billing_address) };
}
