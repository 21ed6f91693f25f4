import * as z from 'zod';
import { saidSchema } from './said.ts';
import type { Sentence } from './texts.ts';
export type { AreaTexts, Sentence } from './texts.ts';

/**
 * Every way a call can fail, with its HTTP status and the text that is shown when the handler gives none better. The
 * list is closed: a handler can fail only with one of these codes (specification 8).
 * Any call may answer these before its handler runs, so that the comment of a call names only what its handler adds:
 * - UNAUTHENTICATED, EMAIL_NOT_VERIFIED, SECOND_FACTOR_REQUIRED, FORBIDDEN: the guard of the call refuses the caller;
 * - REAUTHENTICATE: the call has `reauthenticate`, and the caller has not proved who they are within five minutes;
 * - CSRF: the call changes state, and the request comes from another site or lacks the token;
 * - FACILITY_CHANGED: the header `X-Facility` names another facility than the session (product 3.10);
 * - MODULE_OFF: the plugin or the flag of the call is off for the facility; UNFINISHED: the call has no handler yet;
 * - RATE_LIMITED: more requests than `ratePerMinute` allows, or than an API key or a plugin may send;
 * - SCOPE: a vendor's plugin calls what it has not been granted (`apps/token.ts`);
 * - MALFORMED_BODY, TOO_LARGE, INVALID_INPUT: the request cannot be read, or does not fit the schemas of the call;
 * - CONFLICT: the same thing was made at the same moment; STORAGE_FULL, UNAVAILABLE, INTERNAL: the server is in
 *   trouble.
 */
export const errorCatalogue = {
  INVALID_INPUT: { status: 400, message: 'Some fields are missing or wrong.' },
  MALFORMED_BODY: { status: 400, message: 'The request body could not be read.' },
  UNAUTHENTICATED: { status: 401, message: 'Please sign in.' },
  BAD_CREDENTIALS: { status: 401, message: 'Unable to log in' },
  /** The password was right, and a second factor is needed. `ticket` and `methods` of the body tell how to go on. */
  SECOND_FACTOR_NEEDED: { status: 401, message: 'Please confirm your sign-in with your second factor.' },
  EMAIL_NOT_VERIFIED: { status: 403, message: 'Please verify your email address first.' },
  /** The company requires a second factor, and this user has set up none. */
  SECOND_FACTOR_REQUIRED: { status: 403, message: 'Please set up a second factor first.' },
  /** The call needs a proof of identity that is not older than five minutes. */
  REAUTHENTICATE: { status: 403, message: 'Please confirm that it is you.' },
  FORBIDDEN: { status: 403, message: 'You do not have permission to do this.' },
  /** A plugin calls what it has not been granted, or may not call here. */
  SCOPE: { status: 403, message: 'The app has not been granted this.' },
  CSRF: { status: 403, message: 'The page has expired. Reload it and try again.' },
  EXPORT_CONTROLLED: { status: 403, message: 'This content is export controlled.' },
  NOT_FOUND: { status: 404, message: 'This does not exist, or you may not see it.' },
  MODULE_OFF: { status: 404, message: 'This module is turned off for the facility.' },
  CONFLICT: { status: 409, message: 'Someone else has changed this. Reload and try again.' },
  /** The request names an older version than the present one. The caller reads again and shows both. */
  CHANGED: { status: 409, message: 'Someone else has changed this meanwhile.' },
  LAST_SUPER_ADMIN: { status: 409, message: 'There must be at least one super admin.' },
  TRANSITION_REFUSED: { status: 409, message: 'This is not allowed in the present status.' },
  OVER_ALLOCATED: { status: 409, message: 'More parts are asked for than are left to schedule.' },
  SLOT_TAKEN: { status: 409, message: 'The machine is busy at that time.' },
  JOB_NOT_QUEUED: { status: 409, message: 'The job is no longer in queue.' },
  /** A checklist stands before it; `gate` says which one. Once it is answered, or overridden, the same request goes through. */
  CHECKLIST_OPEN: { status: 409, message: 'Answer the checklist first.' },
  /** Open non-conformances concern it; `gate` names them. Once the person has said that it goes on, the same request goes through. */
  NCR_OPEN: { status: 409, message: 'An open non-conformance concerns this.' },
  CANCELLED: { status: 409, message: 'This was cancelled.' },
  FACILITY_CHANGED: { status: 409, message: 'The facility was changed in another tab.' },
  LINK_EXPIRED: { status: 410, message: 'This link has expired or was used already. Ask for a new one.' },
  TOO_LARGE: { status: 413, message: 'The file is larger than the limit.' },
  UNSUPPORTED_FILE: { status: 415, message: 'This file type is not supported.' },
  FILE_UNREADABLE: { status: 422, message: 'The file could not be read.' },
  NEEDS_CONVERTER: { status: 422, message: 'This format needs a converter; ask your administrator.' },
  NOT_POSSIBLE: { status: 422, message: 'This cannot be done with this part.' },
  RATE_LIMITED: { status: 429, message: 'Too many attempts. Please wait a moment.' },
  INTERNAL: { status: 500, message: 'Something went wrong' },
  UNFINISHED: { status: 501, message: 'This call is not available in this version.' },
  UNAVAILABLE: { status: 503, message: 'The service is starting or under maintenance. Please try again.' },
  STORAGE_FULL: { status: 507, message: 'The server has no space left for files. Ask your administrator.' },
} as const satisfies Record<string, { status: number; message: string }>;

/** A key of `errorCatalogue`. */
export type ErrorCode = keyof typeof errorCatalogue;
const isErrorCode = (value: string): value is ErrorCode => value in errorCatalogue;
/** Accepts the keys of `errorCatalogue` only. */
export const errorCodeSchema = z.string().refine(isErrorCode, { error: 'unknown error code' });

/**
 * Why a slot is refused, or later than asked for (product 3.3). BUSY: a job runs or is planned. DOWNTIME: the machine
 * is out of use. CHANGEOVER: no time to change the material. STAFF: no staff to start the job, or to run it where
 * machines do not run unattended. PAST: before now. RETIRED: the machine takes no more jobs. QUALITY_HOLD:
 * a non-conformance holds it.
 */
export const slotObstacleSchema = z.enum([
  'BUSY',
  'DOWNTIME',
  'CHANGEOVER',
  'STAFF',
  'PAST',
  'RETIRED',
  'QUALITY_HOLD',
]);
export type SlotObstacle = z.infer<typeof slotObstacleSchema>;

/**
 * The one shape of every answer that is not 2xx. `fields` maps the path of a field (`files.0.quantity`) to its
 * message. Messages are English; `said` and `fieldsSaid` are what the same sentences are made from in other languages.
 */
export const errorBodySchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  said: saidSchema.optional(),
  fieldsSaid: z.record(z.string(), saidSchema).optional(),
  /** FORBIDDEN: the first condition of the call that the caller does not meet: a permission, a role, a kind of account. */
  missing: z.string().optional(),
  /** TRANSITION_REFUSED: the present status, the event of the request, and the events that are allowed (product 3.1). */
  from: z.string().optional(),
  event: z.string().optional(),
  allowed: z.array(z.string()).optional(),
  /** OVER_ALLOCATED: pieces that are left. SLOT_TAKEN: the nearest free slot, epoch milliseconds as text. */
  free: z.number().optional(),
  slot: z.object({ fromDate: z.string(), toDate: z.string() }).optional(),
  /** SLOT_TAKEN: why, and the job in the way if there is one. CHANGED, JOB_NOT_QUEUED, CONFLICT: the job concerned. */
  obstacle: slotObstacleSchema.optional(),
  jobId: z.number().int().optional(),
  /** CHECKLIST_OPEN: where it is answered. NCR_OPEN: where it is said that it goes on, and in spite of what. */
  gate: z
    .object({
      gate: z.string(),
      subjectId: z.number().int(),
      position: z.number().int(),
      ncrs: z.array(z.object({ id: z.number().int(), number: z.string(), title: z.string() })).optional(),
    })
    .optional(),
  /** CHANGED of a plugin's document: the present one, `null` where there is none. */
  current: z.unknown().optional(),
  /** SECOND_FACTOR_NEEDED: `ticket` goes to the second step; `methods` are those that this user has set up. */
  ticket: z.string().optional(),
  methods: z.array(z.string()).optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
/** What an error carries beyond its code and text. */
export type ErrorDetails = Omit<ErrorBody, 'code' | 'message'>;
/** What a handler gives with an error: the messages of fields are sentences. */
export interface RefusalDetails extends Omit<ErrorDetails, 'fields' | 'said' | 'fieldsSaid'> {
  fields?: Readonly<Record<string, Sentence>>;
}

/** A failure that the contract knows. Handlers throw it with a sentence of their texts, or with that of its code. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: ErrorCode;
  details: ErrorDetails;

  constructor(code: ErrorCode, sentence?: Sentence, { fields, ...details }: RefusalDetails = {}) {
    super(sentence?.message ?? errorCatalogue[code].message);
    this.code = code;
    this.details = {
      ...details,
      ...(sentence && { said: sentence.said }),
      ...(fields && {
        fields: each(fields, (one) => one.message),
        fieldsSaid: each(fields, (one) => one.said),
      }),
    };
  }

  /** A failure as it travelled or was stored; or one that the browser found, in the language of the page. */
  static received({ code, message, ...details }: ErrorBody): CallError {
    const error = new CallError(code);
    error.message = message;
    error.details = details;
    return error;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }

  get fields(): Record<string, string> {
    return this.details.fields ?? {};
  }

  toBody(): ErrorBody {
    return { code: this.code, message: this.message, ...this.details };
  }
}

function each<T>(fields: Readonly<Record<string, Sentence>>, of: (one: Sentence) => T) {
  return Object.fromEntries(Object.entries(fields).map(([path, one]) => [path, of(one)]));
}
