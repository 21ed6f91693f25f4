import { parseArgs } from 'node:util';
import { CallError } from '@sinter/sdk/contract';
import { firstFacilitySchema } from '@sinter/sdk/contract/host/setup';
import type * as z from 'zod';
import { OperatorError } from '../operatorError.ts';
import { openNode } from '../run.ts';
import { firstFacility } from '../setup/firstFacility.ts';
import { readPassword } from './password.ts';
import { type Opened, withData } from './open.ts';

/** Name of the argument to field. */
const fields = {
  facility: 'facility',
  street: 'line1',
  'postal-code': 'postalCode',
  city: 'city',
  country: 'countryCode',
  'time-zone': 'timeZone',
  currency: 'currency',
  email: 'email',
  'first-name': 'firstName',
  'last-name': 'lastName',
  language: 'language',
} as const;
const argumentOf = new Map<PropertyKey, string>(Object.entries(fields).map(([name, field]) => [field, `--${name}`]));
const defaults = { street: '', 'postal-code': '', city: '', 'time-zone': 'UTC', currency: 'EUR', language: 'en_US' };

/** `npm run setup -- --facility … --email …`: what the screen of the first set-up does, for scripts. */
export async function setup(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.keys(fields).map((name) => [name, { type: 'string' as const }])),
  });
  const all: Readonly<Record<string, unknown>> = { ...defaults, ...values };
  const given = Object.fromEntries(Object.entries(fields).map(([name, field]) => [field, all[name]]));
  const place = firstFacilitySchema.omit({ password: true }).safeParse(given);
  if (!place.success) throw new OperatorError(wrong(place.error.issues));
  const password = await readPassword(`Password for ${place.data.email}: `);
  const first = firstFacilitySchema.safeParse({ ...given, password });
  if (!first.success) throw new OperatorError(wrong(first.error.issues));
  await withData(async (opened) => {
    await make(opened, first.data).catch((error: unknown) => {
      throw error instanceof CallError ? new OperatorError(refused(error)) : error;
    });
  });
  console.log(`${first.data.facility} is set up. Sign in as ${first.data.email}.`);
}

async function make(
  { settings, database, store, storageWritable, log }: Opened,
  first: z.output<typeof firstFacilitySchema>,
): Promise<void> {
  const insert = await firstFacility(first);
  const node = await openNode(settings, { database, files: store, storageWritable, log, demo: false });
  try {
    await node.mounted.services.write(insert);
  } finally {
    await node.stop();
  }
}

const named = (field: PropertyKey): string => argumentOf.get(field) ?? String(field);

const wrong = (issues: readonly z.core.$ZodIssue[]): string =>
  issues
    .map(({ code, path: [field = ''], message }) => `${named(field)}: ${code === 'invalid_type' ? 'missing' : message}`)
    .join('\n');

function refused(error: CallError): string {
  if (error.code === 'LINK_EXPIRED') return 'This server is set up already: there are accounts.';
  const lines = Object.entries(error.fields).map(([field, message]) => `${named(field)}: ${message}`);
  return lines.length > 0 ? lines.join('\n') : error.message;
}
