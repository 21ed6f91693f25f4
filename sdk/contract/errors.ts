import * as z from 'zod';

/**
 * Every way a call can fail, with its HTTP status and the text shown when the handler gives none better.
 * The list is closed: a handler can fail only with one of these codes.
 */
export const errorCatalogue = {
  INVALID_INPUT: { status: 400, message: 'Some fields are missing or wrong.' },
  MALFORMED_BODY: { status: 400, message: 'The request body could not be read.' },
  UNAUTHENTICATED: { status: 401, message: 'Please sign in.' },
  BAD_CREDENTIALS: { status: 401, message: 'Unable to log in' },
  /** The password was right, but a second factor is asked for; `ticket` and `methods` tell how to go on. */
  SECOND_FACTOR_NEEDED: { status: 401, message: 'Please confirm your sign-in with your second factor.' },
  EMAIL_NOT_VERIFIED: { status: 403, message: 'Please verify your e-mail address first.' },
  /** The company asks everybody for a second factor, and this user has not set one up yet. */
  SECOND_FACTOR_REQUIRED: { status: 403, message: 'Please set up a second factor first.' },
  /** The call needs a proof of identity not older than five minutes. */
  REAUTHENTICATE: { status: 403, message: 'Please confirm that it is you.' },
  FORBIDDEN: { status: 403, message: 'You do not have permission to do this.' },
  CSRF: { status: 403, message: 'The page has expired. Reload it and try again.' },
  EXPORT_CONTROLLED: { status: 403, message: 'This content is export controlled.' },
  NOT_FOUND: { status: 404, message: 'This does not exist, or you may not see it.' },
  MODULE_OFF: { status: 404, message: 'This module is switched off for the facility.' },
  CONFLICT: { status: 409, message: 'Somebody else has changed this. Reload and try again.' },
  /** The version that the change was made for is not the present one: read it again and show both. */
  CHANGED: { status: 409, message: 'Somebody else has changed this meanwhile.' },
  LAST_SUPER_ADMIN: { status: 409, message: 'There must be at least one super admin.' },
  TRANSITION_REFUSED: { status: 409, message: 'This is not allowed in the present status.' },
  OVER_ALLOCATED: { status: 409, message: 'More parts are asked for than are left to schedule.' },
  SLOT_TAKEN: { status: 409, message: 'The machine is busy at that time.' },
  JOB_NOT_QUEUED: { status: 409, message: 'The job is no longer in queue.' },
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

export type ErrorCode = keyof typeof errorCatalogue;
const isErrorCode = (value: string): value is ErrorCode => value in errorCatalogue;
export const errorCodeSchema = z.string().refine(isErrorCode, { error: 'unknown error code' });

/**
 * Why a slot is refused, or later than asked for. BUSY: a job runs or is planned. DOWNTIME: out of use. CHANGEOVER: no time
 * to change the material. STAFF: nobody is there to start it (or to run it, where machines do not run unattended).
 * PAST: before now. RETIRED: the machine takes no more jobs.
 */
export const slotObstacleSchema = z.enum(['BUSY', 'DOWNTIME', 'CHANGEOVER', 'STAFF', 'PAST', 'RETIRED']);
export type SlotObstacle = z.infer<typeof slotObstacleSchema>;

/** The one shape of every non-2xx answer. `fields` maps a field's path (`files.0.quantity`) to its message. */
export const errorBodySchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** TRANSITION_REFUSED: the status it is in, the event asked for, and the events allowed. */
  from: z.string().optional(),
  event: z.string().optional(),
  allowed: z.array(z.string()).optional(),
  /** OVER_ALLOCATED: what is still free. SLOT_TAKEN: the nearest free slot, epoch milliseconds as strings. */
  free: z.number().optional(),
  slot: z.object({ fromDate: z.string(), toDate: z.string() }).optional(),
  /** SLOT_TAKEN: why, and the job in the way where there is one. */
  obstacle: slotObstacleSchema.optional(),
  jobId: z.number().int().optional(),
  /** SECOND_FACTOR_NEEDED: hand `ticket` to the second step; `methods` are those this user has set up. */
  ticket: z.string().optional(),
  methods: z.array(z.string()).optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
export type ErrorDetails = Omit<ErrorBody, 'code' | 'message'>;

/** A failure that the contract knows. Thrown by handlers and by the typed client alike. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message?: string, details: ErrorDetails = {}) {
    super(message ?? errorCatalogue[code].message);
    this.code = code;
    this.details = details;
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
