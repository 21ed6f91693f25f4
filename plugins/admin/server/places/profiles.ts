import { extname } from 'node:path';
import type { Kysely } from 'kysely';
import { CallError, type Sentence } from '@sinter/sdk/contract';
import {
  joinMarketplace,
  readEngineerProfile,
  readProviderProfile,
  updateEngineerProfile,
  updateProviderProfile,
} from '@sinter/sdk/contract/admin/profiles';
import {
  type CallContext,
  companies,
  type CompanyRecord,
  facilities,
  type FacilityRecord,
  members,
  type ServerHost,
  storedFiles,
  type Tables,
} from '@sinter/sdk/server';
import { requireCountry, requireTimeZone } from './standards.ts';
import { say } from '../texts.ts';

/** What a browser shows as a picture. */
const pictures = ['.png', '.jpg', '.jpeg', '.gif', '.webp'];

export function handleProfiles({ handle }: ServerHost): void {
  handle(readProviderProfile, async (context) => providerProfile(context, await readFacility(context, context.db)));

  handle(updateProviderProfile, async (context, { body }) => {
    const { facilityId, write, get } = context;
    requireTimeZone(body.timeZone);
    requireCountry(body.address, 'address.');
    if (body.logoFileId) await requirePicture(context, body.logoFileId);
    return write(async (unit) => {
      const before = await readFacility(context, unit.db);
      await get(facilities).change(unit, facilityId, body);
      if (body.logoFileId) await get(storedFiles).share(unit, [body.logoFileId], { facilityIds: [facilityId] });
      const after = await readFacility(context, unit.db);
      const object = { objectKind: 'FACILITY', objectId: String(facilityId) };
      await unit.audit({ action: 'facility.profile_changed', ...object, before, after });
      return providerProfile(context, after);
    });
  });

  handle(joinMarketplace, (context, { body: { enabled } }) =>
    context.write(async (unit) => {
      const { marketplace } = await readFacility(context, unit.db);
      await context.get(facilities).change(unit, context.facilityId, { marketplace: enabled });
      await unit.audit({
        action: enabled ? 'facility.marketplace_joined' : 'facility.marketplace_left',
        objectKind: 'FACILITY',
        objectId: String(context.facilityId),
        before: { enabled: marketplace },
        after: { enabled },
      });
      return { enabled };
    }),
  );

  handle(readEngineerProfile, (context) => engineerProfile(context, context.db));

  handle(updateEngineerProfile, async (context, { body }) => {
    requireCountry(body.billingAddress, 'billingAddress.');
    const { companyId, write, get } = context;
    return write(async (unit) => {
      const before = await readCompany(context, unit.db);
      await get(companies).change(unit, companyId, body);
      const after = await readCompany(context, unit.db);
      const object = { objectKind: 'COMPANY', objectId: String(companyId) };
      await unit.audit({ action: 'company.profile_changed', ...object, before, after });
      return engineerProfile(context, unit.db);
    });
  });
}

/** Pictures that anybody of the facility may see: not an export-controlled file. */
async function requirePicture({ get, user }: CallContext, fileId: number): Promise<void> {
  const wrong = (text: Sentence) => new CallError('INVALID_INPUT', undefined, { fields: { logoFileId: text } });
  const file = await get(storedFiles)
    .require(user, fileId)
    .catch((error: unknown) => {
      throw error instanceof CallError ? wrong(say('noFile')) : error;
    });
  if (file.controlled) throw wrong(say('controlledLogo'));
  if (!pictures.includes(extname(file.fileName).toLowerCase())) throw wrong(say('noPicture'));
}

async function readFacility({ get, facilityId }: CallContext, db: Kysely<Tables>): Promise<FacilityRecord> {
  const facility = await get(facilities).find(db, facilityId);
  if (!facility) throw new CallError('NOT_FOUND');
  return facility;
}

async function providerProfile({ get, user }: CallContext, { logoFileId, ...facility }: FacilityRecord) {
  const files = get(storedFiles);
  const logo = logoFileId === null ? null : await files.byId(logoFileId);
  return {
    ...facility,
    rootSpId: facility.rootFacilityId,
    permissions: user.permissions,
    logoURL: logo && files.dto(logo).fileURL,
  };
}

async function readCompany({ get, companyId }: CallContext, db: Kysely<Tables>): Promise<CompanyRecord> {
  const company = await get(companies).find(db, companyId);
  if (!company) throw new CallError('NOT_FOUND');
  return company;
}

async function engineerProfile(context: CallContext, db: Kysely<Tables>) {
  const { get, user, membershipId } = context;
  const [company, member] = await Promise.all([readCompany(context, db), get(members).find(db, membershipId)]);
  return { ...company, permissions: user.permissions, b2cDashboard: member?.dashboard === 'CONSUMER' };
}
