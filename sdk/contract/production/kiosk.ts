import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member, provider } from '../guard.ts';

/**
 * Kiosks: tablets of the floor that are signed in to an account of their own (LOT_USER) and stay so. Who does something there says
 * so by a PIN of four digits, unless the settings of production do not ask for it; what they do is theirs (product 2, work center).
 */

const floor = provider('WORKCENTER_OPERATION_ACCESS');
/** Has work on the floor, and is not a kiosk. */
const worker = member({
  roles: ['ROLE_SERVICE_PROVIDER'],
  permissions: ['WORKCENTER_OPERATION_ACCESS'],
  notOnly: ['LOT_USER'],
});
const teamEditor = provider('SP_TEAM_EDITOR');

/** So long may what was done at a kiosk wait for the server, ms: three days. */
export const longestWaitMs = 3 * 24 * 3_600_000;

/** Who does something at a kiosk; others leave it out. */
export const kioskActionSchema = z.object({
  /** As `enterKiosk` answered it. */
  stretch: z.string().min(20).max(100),
  /** When it was done: ms since the PIN was entered. What could not be sent then is believed, within the stretch that it was. */
  after: z.number().int().min(0).max(longestWaitMs),
});
export type KioskAction = z.infer<typeof kioskActionSchema>;

/** Four digits; those that everybody tries first are refused. */
export const pinSchema = z
  .string()
  .regex(/^\d{4}$/)
  .meta({ examples: ['4711', '2580'] });

/** Is it all one digit, or do its digits go up or down one by one? */
export const isPlainPin = (pin: string): boolean => {
  const steps = new Set([...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at])));
  return steps.size === 1 && [0, 1, -1].some((step) => steps.has(step));
};

/** NONE: they cannot work at a kiosk. START: given by a team editor, to be changed at the first use. BLOCKED: too often wrong. */
export const pinStateSchema = z.enum(['NONE', 'START', 'OWN', 'BLOCKED']);
export type PinState = z.infer<typeof pinStateSchema>;

/** Names of who has a PIN are for kiosks only: `people` is empty for anybody else. */
export const readKiosk = defineCall({
  id: 'production.kiosk',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/work-center/kiosk',
  summary: 'Whether the caller is a kiosk that asks for PINs, and who can work at it.',
  guard: floor,
  flag: 'WORKPLAN',
  response: z.object({
    asks: z.boolean(),
    /** So long a pause may be between actions on one PIN, seconds; 0: each action asks for it. */
    stretchSeconds: z.number().int(),
    people: z.array(z.object({ userId: z.number().int(), name: z.string(), state: pinStateSchema })),
  }),
});

/**
 * CHOOSE: it was a start PIN, and `newPin` has to come with it. Refused with INVALID_INPUT (`pin`, `newPin`) for a wrong
 * PIN and a plain new one; with RATE_LIMITED after five wrong ones in a row for 15 minutes, after ten until the person
 * has a new PIN, and after 30 wrong ones at this kiosk within ten minutes; with FORBIDDEN for who is no kiosk.
 */
export const enterKiosk = defineCall({
  id: 'production.enterKiosk',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/work-center/kiosk/stretches',
  summary: 'Somebody says by their PIN that it is them who works at a kiosk now.',
  guard: floor,
  flag: 'WORKPLAN',
  ratePerMinute: 60,
  body: z.object({ userId: z.number().int().positive(), pin: pinSchema, newPin: pinSchema.optional() }),
  response: z.discriminatedUnion('state', [
    z.object({ state: z.literal('CHOOSE') }),
    z.object({ state: z.literal('ENTERED'), stretch: z.string(), name: z.string(), stretchSeconds: z.number().int() }),
  ]),
});

/** Nothing is refused: a stretch that there is not has ended already. */
export const leaveKiosk = defineCall({
  id: 'production.leaveKiosk',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/work-center/kiosk/stretches/end',
  summary: 'Somebody leaves a kiosk: nothing more is done in their name.',
  guard: floor,
  flag: 'WORKPLAN',
  body: kioskActionSchema,
  response: z.object({ ended: z.boolean() }),
});

const ownPinSchema = z.object({ state: pinStateSchema });

export const readOwnPin = defineCall({
  id: 'production.ownPin',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/work-center/pin',
  summary: 'Whether the caller has a PIN for kiosks of the active facility. Nobody can read it.',
  guard: worker,
  flag: 'WORKPLAN',
  response: ownPinSchema,
});

/** Refused with INVALID_INPUT (`pin`) for one that everybody tries first. */
export const setOwnPin = defineCall({
  id: 'production.setOwnPin',
  owner: 'production',
  method: 'PUT',
  path: '/api/v1/work-center/pin',
  summary: "Sets the caller's PIN for kiosks of the active facility; it is no longer blocked.",
  guard: worker,
  flag: 'WORKPLAN',
  reauthenticate: true,
  ratePerMinute: 10,
  body: z.object({ pin: pinSchema }),
  response: ownPinSchema,
});

const ofMember = z.object({ userId: z.coerce.number().int().positive() });

/** KIOSK: an account that devices are signed in to. OUTSIDE: has no work on the floor here. Refused with NOT_FOUND for who is not in the team. */
export const readMemberPin = defineCall({
  id: 'production.memberPin',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/work-center/pins/{userId}',
  summary: 'Whether somebody of the team has a PIN for kiosks, or is a kiosk.',
  guard: teamEditor,
  flag: 'WORKPLAN',
  params: ofMember,
  response: z.object({ kind: z.enum(['PERSON', 'KIOSK', 'OUTSIDE']), state: pinStateSchema }),
});

/** The one before is void. Refused with NOT_FOUND for who has no work on the floor of the active facility. */
export const giveStartPin = defineCall({
  id: 'production.giveStartPin',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/work-center/pins/{userId}/start',
  summary: 'Gives somebody a PIN for their first use of a kiosk, within seven days. It is shown once.',
  guard: teamEditor,
  flag: 'WORKPLAN',
  reauthenticate: true,
  params: ofMember,
  response: z.object({ pin: z.string() }),
});

/** Refused with NOT_FOUND for who is not in the team. */
export const takePin = defineCall({
  id: 'production.takePin',
  owner: 'production',
  method: 'DELETE',
  path: '/api/v1/work-center/pins/{userId}',
  summary: 'Takes away the PIN of somebody: they cannot work at a kiosk until they have another.',
  guard: teamEditor,
  flag: 'WORKPLAN',
  params: ofMember,
  response: ownPinSchema,
});
