import * as z from 'zod';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { anyone, member, notKiosk } from '../guard.ts';
import { documentLanguageSchema } from '../orders/documents.ts';
import { gateSchema } from '../production/gates.ts';
import { characteristicSchema } from './inspectionPlans.ts';
import { inspectionStateSchema } from './inspections.ts';

/**
 * The passport of a part (product 5.1): for each lot all that is known of how it was made. What is issued is frozen in a file that is
 * signed and chained by hashes, and that anybody verifies without this server. Dates are ISO dates and times.
 */

const id = z.number().int();
const idParam = z.coerce.number().int().positive();
const when = z.string();
const count = z.number().int();
/** `P1`, which the section of people names; `null`: nobody is known. */
const person = z.string().nullable();
const hex = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^[0-9a-f]{${digits}}$`))
    .meta({ examples: ['a0'.repeat(digits / 2)] });

const checkSchema = z.object({
  label: z.string(),
  kind: z.string(),
  unit: z.string(),
  lowest: z.number().nullable(),
  highest: z.number().nullable(),
  value: z.union([z.string(), z.number(), z.boolean()]),
  /** `null` where there is nothing to judge. */
  passed: z.boolean().nullable(),
  by: person,
  at: when,
});

const stepSchema = z.object({
  position: count,
  /** Empty: called as its kind. */
  name: z.string(),
  kind: z.string(),
  workCenter: z.string(),
  status: z.string(),
  received: count,
  good: count,
  scrap: count,
  rework: count,
  moved: count,
  startedAt: when.nullable(),
  startedBy: person,
  finishedAt: when.nullable(),
  batches: z.array(z.string()),
  checks: z.array(checkSchema),
});

/** Pieces of a lot that were measured. `accept`: with so many that do not conform the lot is still accepted. */
const inspectionSchema = z.object({
  number: z.string(),
  plan: z.string(),
  planVersion: count,
  lotId: id,
  state: inspectionStateSchema,
  lotSize: count,
  pieces: count,
  accept: count,
  nonconforming: count,
  firstArticle: z.boolean(),
  beganAt: when,
  finishedAt: when.nullable(),
  finishedBy: person,
  characteristics: z.array(
    characteristicSchema.omit({ key: true }).extend({
      /** Pieces that were measured, and those of them that do not conform. */
      measured: count,
      outside: count,
      /** `null`: no number was measured. */
      least: z.number().nullable(),
      greatest: z.number().nullable(),
      mean: z.number().nullable(),
      /** Of the first 500 pieces. `false`: it does not conform. */
      values: z.array(z.object({ piece: count, value: z.union([z.number(), z.boolean()]), passed: z.boolean() })),
    }),
  ),
});

/** A checklist at the start of the build, or at a step of a lot. */
const checklistSchema = z.object({
  name: z.string(),
  version: count,
  gate: gateSchema,
  lotId: id.nullable(),
  jobId: id.nullable(),
  position: count,
  checks: z.array(checkSchema),
  /** Somebody went on although these were open. */
  overrides: z.array(z.object({ open: z.array(z.string()), reason: z.string(), by: person, at: when })),
});

const moveSchema = z.object({
  id,
  at: when,
  position: count,
  kind: z.string(),
  /** Below zero where it takes another row back. */
  quantity: count,
  reason: z.string(),
  batch: z.string(),
  device: z.string(),
  remake: z.boolean(),
  otherLotId: id.nullable(),
  reverses: id.nullable(),
  by: person,
});

const kinSchema = z.object({ lotId: id, parentId: id, how: z.enum(['SPLIT', 'MERGE', 'REWORK']), quantity: count });
/** Pieces that were scrapped, and the lot that makes them again. */
const remakeSchema = z.object({
  scrappedIn: id,
  scrappedAt: when,
  reason: z.string(),
  quantity: count,
  madeIn: id,
});

const nonConformanceSchema = z.object({
  number: z.string(),
  title: z.string(),
  status: z.string(),
  type: z.string(),
  severity: z.string(),
  lotId: id.nullable(),
  affected: count,
  characteristic: z.string(),
  requirement: z.string(),
  measured: z.string(),
  openedAt: when,
  closedAt: when.nullable(),
  /** SHA-256 of its photos. */
  photos: z.array(z.string()),
  dispositions: z.array(
    z.object({
      quantity: count,
      disposition: z.string().nullable(),
      state: z.string(),
      /** The customer's answer; `null`: none was asked or given. */
      conceded: z.boolean().nullable(),
      concededAt: when.nullable(),
      lotIds: z.array(id),
    }),
  ),
});

/** All that is known of a lot. What nothing says is `null`: nothing is guessed. */
export const passportSchema = z.object({
  lot: z.object({
    id,
    quantity: count,
    state: z.string(),
    createdAt: when,
    facility: z.string(),
    timeZone: z.string(),
  }),
  order: z.object({
    id,
    title: z.string(),
    customer: z.string(),
    /** Of the order, from 1. */
    line: count,
    ordered: count,
  }),
  part: z.object({
    name: z.string(),
    /** That the customer gave it; a revision is known by the hash of its file. */
    number: z.string().nullable(),
    uploadedAt: when,
    size: count,
    sha256: z.string(),
    /** Of the mesh that was built; the same where nothing had to be changed. */
    meshSha256: z.string(),
  }),
  material: z.object({
    process: z.string(),
    name: z.string(),
    kind: z.string(),
    manufacturer: z.string().nullable(),
    densityMgPerMm3: z.number(),
    /** Where these facts were read. */
    source: z.string().nullable(),
    color: z.string(),
    finish: z.string().nullable(),
    tolerance: z.string(),
    inspection: z.string(),
    /** As they were scanned at the steps. */
    batches: z.array(z.string()),
  }),
  builds: z.array(
    z.object({
      jobId: id,
      name: z.string(),
      status: z.string(),
      from: when,
      to: when,
      lotIds: z.array(id),
      machine: z.object({
        id,
        name: z.string(),
        model: z.string(),
        manufacturer: z.string(),
        /** `null`: no record is kept of it. */
        calibration: z.string().nullable(),
      }),
      /** `null`: it was planned without an arrangement. */
      plate: z
        .object({
          name: z.string(),
          revision: count,
          /** Where copies of this part lie: a matrix column by column, from the file to the machine, in mm. */
          copies: z.array(z.object({ copy: count, placement: z.array(z.number()) })),
        })
        .nullable(),
    }),
  ),
  /** Of the lot, and of those that its pieces came from. */
  steps: z.array(z.object({ lotId: id, steps: z.array(stepSchema) })),
  ledger: z.array(z.object({ lotId: id, moves: z.array(moveSchema) })),
  /** Of the same lots. */
  inspections: z.array(inspectionSchema),
  /** They stay in the facility. */
  checklists: z.array(checklistSchema),
  lineage: z.object({ kin: z.array(kinSchema), remakes: z.array(remakeSchema) }),
  nonConformances: z.array(nonConformanceSchema),
  /** Those that the customer does not see. */
  internal: z.array(nonConformanceSchema),
  /** Parcels with pieces of the ordered part. */
  shipments: z.array(
    z.object({
      id,
      quantity: count,
      carrier: z.string(),
      tracking: z.string(),
      shippedAt: when,
      deliveredAt: when.nullable(),
    }),
  ),
  people: z.record(z.string(), z.string()),
});
export type Passport = z.infer<typeof passportSchema>;

/**
 * FULL: everything, for the facility. CUSTOMER: without the ledger and what stays in the facility, and without names unless it was
 * issued with them. OPEN: nothing technical, for who is not cleared to know what the part is. All of them verify.
 */
export const passportCopySchema = z.enum(['FULL', 'CUSTOMER', 'OPEN']);
export type PassportCopy = z.infer<typeof passportCopySchema>;

/** A version that was issued; it never changes. */
export const issuedPassportSchema = z.object({
  version: count,
  issuedAt: when,
  by: z.string(),
  /** The hash that is signed: the same of every copy. */
  seal: z.string(),
  keyId: z.string(),
  /** The customer reads the names of people in it. */
  names: z.boolean(),
  /** The customer reads it before anything was shipped. */
  shared: z.boolean(),
});
export type IssuedPassport = z.infer<typeof issuedPassportSchema>;

const reader = member({
  roles: ['ROLE_SERVICE_PROVIDER'],
  anyPermission: ['QUALITY_MANAGEMENT_ACCESS', 'WORKCENTER_OPERATION_ACCESS'],
  notOnly: ['LOT_USER'],
});
const flag = 'QUALITY_MANAGEMENT';
const ofLot = z.object({ lotId: idParam });

export const passportRowSchema = z.object({
  lotId: id,
  orderId: id,
  orderTitle: z.string(),
  part: z.string(),
  quantity: count,
  state: z.string(),
  createdAt: when,
  controlled: z.boolean(),
  /** The last one; 0: none is issued. */
  version: count,
  issuedAt: when.nullable(),
});
export type PassportRow = z.infer<typeof passportRowSchema>;

/** Newest lots first. Rows of export-controlled orders for the cleared alone. */
export const searchPassports = defineCall({
  id: 'quality.passports',
  owner: 'quality',
  method: 'GET',
  path: '/api/v1/passports',
  summary: 'Lots of the facility, each of which has a passport.',
  guard: reader,
  flag,
  query: z.object({
    /** The number of a lot (`12`, `LOT-12`) or an order (`#12`, `ORDER-12`), or a text in the order's title and its parts. */
    q: z.string().trim().max(100).default(''),
    page: z.coerce.number().int().min(0).max(10_000).default(0),
    size: z.coerce.number().int().min(1).max(100).default(15),
  }),
  response: z.object({
    rows: z.array(passportRowSchema),
    totalCount: count,
    /** There are more than are counted. */
    moreThanTotal: z.boolean(),
  }),
});

export const passportPageSchema = z.object({
  passport: passportSchema,
  controlled: z.boolean(),
  /** Newest first. */
  issued: z.array(issuedPassportSchema),
  mayIssue: z.boolean(),
});
export type PassportPage = z.infer<typeof passportPageSchema>;

/** As it is now. Refused with NOT_FOUND for a lot of another facility, and for an export-controlled one where the caller is not cleared. */
export const readPassport = defineCall({
  id: 'quality.passport',
  owner: 'quality',
  method: 'GET',
  path: '/api/v1/passports/lots/{lotId}',
  summary: 'All that is known of a lot, and what was issued of it.',
  guard: reader,
  flag,
  params: ofLot,
  response: passportPageSchema,
});

/** Repeating an `eventId` answers what was issued then. Refused as `readPassport`. */
export const issuePassport = defineCall({
  id: 'quality.issuePassport',
  owner: 'quality',
  method: 'POST',
  path: '/api/v1/passports/lots/{lotId}/versions',
  summary: 'Freezes the passport of a lot as it is now, and signs it.',
  guard: member({
    roles: ['ROLE_SERVICE_PROVIDER'],
    permissions: ['QUALITY_MANAGEMENT_ACCESS'],
    notOnly: ['LOT_USER'],
  }),
  flag,
  params: ofLot,
  body: z.object({
    eventId: z.string().min(8).max(64),
    names: z.boolean().default(false),
    shared: z.boolean().default(false),
  }),
  response: issuedPassportSchema,
});

/** FILE: the signed one. SUMMARY: on paper. MATERIAL: the certificate of material that rests on it. */
export const passportFormSchema = z.enum(['file', 'summary', 'material']);
export type PassportForm = z.infer<typeof passportFormSchema>;

/**
 * A facility reads every copy of its own. A buyer who sees the order gets the customer's, once something of the part has left or
 * it was shared; of an export-controlled order only the open one unless cleared. NOT_FOUND for everything else; FORBIDDEN for a
 * provider without a right to quality or the work center.
 */
export const readPassportFile = defineCall({
  id: 'quality.passportFile',
  owner: 'quality',
  method: 'GET',
  path: '/api/v1/passports/lots/{lotId}/versions/{version}/{form}',
  summary: 'An issued passport as a signed file, its summary or the certificate of material as PDF.',
  guard: notKiosk,
  params: z.object({ lotId: idParam, version: idParam, form: passportFormSchema }),
  query: z.object({
    copy: passportCopySchema.default('CUSTOMER'),
    language: documentLanguageSchema.optional(),
    download: z.enum(['true', 'false']).default('false'),
  }),
  produces: 'stream',
  response: z.unknown(),
});

/** Refused with NOT_FOUND for an order that the caller may not see; FORBIDDEN as `readPassportFile`. */
export const listOrderPassports = defineCall({
  id: 'quality.orderPassports',
  owner: 'quality',
  method: 'GET',
  path: '/api/v1/passports/orders/{orderId}',
  summary: 'Issued passports of an order that the caller may read, by lot.',
  guard: notKiosk,
  params: z.object({ orderId: idParam }),
  response: z.object({
    lots: z.array(
      z.object({
        lotId: id,
        part: z.string(),
        quantity: count,
        /** Newest first. */
        issued: z.array(issuedPassportSchema.omit({ by: true })),
      }),
    ),
    /** Only what is not technical is given: the order is export controlled, and the caller is not cleared. */
    openOnly: z.boolean(),
  }),
});

export const passportKeySchema = z.object({
  keyId: hex(64),
  algorithm: z.literal('Ed25519'),
  /** 32 bytes. */
  publicKey: hex(64),
  madeAt: when,
  /** Since when nothing is signed with it; what was signed with it before stays good. */
  retiredAt: when.nullable(),
});
export type PassportKey = z.infer<typeof passportKeySchema>;

/** Whose key it is, for whoever has a passport that names it. NOT_FOUND for any other. */
export const readPassportKey = defineCall({
  id: 'quality.passportKey',
  owner: 'quality',
  method: 'GET',
  path: '/api/v1/passports/keys/{keyId}',
  summary: 'The public key that passports of an enterprise are verified with.',
  guard: anyone,
  params: z.object({ keyId: hex(64) }),
  response: passportKeySchema.extend({ enterprise: z.string() }),
  ratePerMinute: 60,
});

export const listPassportKeys = defineCall({
  id: 'quality.passportKeys',
  owner: 'quality',
  method: 'GET',
  path: '/api/v1/passports/keys',
  summary: 'Keys that the enterprise signs passports with, the present one first.',
  guard: reader,
  flag,
  response: z.object({ keys: z.array(passportKeySchema), mayRotate: z.boolean() }),
});

/** The private key of before is forgotten. FORBIDDEN in a facility that is not the root of its enterprise. */
export const rotatePassportKey = defineCall({
  id: 'quality.rotatePassportKey',
  owner: 'quality',
  method: 'POST',
  path: '/api/v1/passports/keys',
  summary: 'Makes a new key for passports that are issued from now on.',
  guard: member({ roles: ['ROLE_SERVICE_PROVIDER'], permissions: ['QMS_SETTINGS_EDITOR'], rootFacility: true }),
  flag,
  reauthenticate: true,
  response: passportKeySchema,
});

/** What verifies a passport without this server: `page` for a browser, `command` for node. */
export const readPassportVerifier = defineCall({
  id: 'quality.passportVerifier',
  owner: 'quality',
  method: 'GET',
  path: '/api/v1/passports/verifier/{form}',
  summary: 'A page or a command that verifies passports offline.',
  guard: anyone,
  params: z.object({ form: z.enum(['page', 'command']) }),
  query: z.object({ language: documentLanguageSchema.optional() }),
  produces: 'stream',
  response: z.unknown(),
  ratePerMinute: 60,
});

export const passportIssued = defineEvent({
  type: 'passport.issued',
  summary: 'A passport of a lot was issued.',
  payload: z.object({ lotId: id, orderId: id }),
  guard: notKiosk,
  origin: 'server',
});
