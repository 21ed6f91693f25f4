import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyone, provider, providerNotKiosk } from '../guard.ts';

/** What the embedded screens need to hand parts to a tray tool on the user's own machine (specification 2.4, product 6). */

const id = z.number().int();

/**
 * The ticket is a JWS signed with Ed25519. It names the origin of this server, the user, the facility and `nonce`
 * (product 6).
 */
export const trayTicket = defineCall({
  id: 'grabcad.trayTicket',
  owner: 'grabcad',
  method: 'POST',
  path: '/api/v1/grabcad/tray-ticket',
  summary: "A signed introduction of this page to a tray tool, bound to the tool's nonce; valid for 60 s.",
  guard: providerNotKiosk,
  body: z.object({ nonce: z.string().min(8).max(200) }),
  response: z.object({ ticket: z.string() }),
});

/** A tray tool asks for the key without signing in (product 6). */
export const trayKey = defineCall({
  id: 'grabcad.trayKey',
  owner: 'grabcad',
  method: 'GET',
  path: '/api/v1/grabcad/tray-key',
  summary: 'The public key (JWK, Ed25519) that tray tools check tickets with.',
  guard: anyone,
  response: z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
});

/**
 * Refused with NOT_FOUND when there is no such job or part, or the caller may not see a file; with JOB_NOT_QUEUED
 * when the job is in another status; with CONFLICT when a part does not belong to an order awarded to the facility;
 * with EXPORT_CONTROLLED when a file is controlled and the caller is not cleared; with OVER_ALLOCATED (`free`: the
 * parts left) when more is asked for than is left to schedule; with FORBIDDEN for an API key (specification 2.4; product 6).
 */
export const trayModels = defineCall({
  id: 'grabcad.trayModels',
  owner: 'grabcad',
  method: 'POST',
  path: '/api/v1/grabcad/models',
  summary: 'What a tray tool needs to fetch these parts: a single-use address each, valid for 5 minutes.',
  guard: providerNotKiosk,
  body: z.object({
    /** A queued job that builds these parts already: its own quantities count as free. */
    jobId: id.optional(),
    files: z
      .array(z.object({ orderFileId: id, quantity: z.number().int().min(1) }))
      .min(1)
      .max(200),
  }),
  response: z.object({
    models: z.array(
      z.object({
        /** The order file, which is the `orderFileId` of the request. */
        fileId: id,
        orderId: id,
        fileName: z.string(),
        /** File name ending of the mesh: `stl`. */
        ext: z.string(),
        quantity: z.number().int(),
        units: z.enum(['MM', 'IN', 'CM']),
        /** Of the content, 64 lower-case hex digits. */
        sha256: z.string(),
        /** Bytes. */
        size: z.number().int(),
        /** Whole address, for one use within 5 minutes; of the controlled address where the file is controlled. */
        url: z.string(),
      }),
    ),
  }),
});

/**
 * Of order files of the active facility: what a machine needs to make them, and how many are left to schedule. Those that
 * the caller may not know of are left out (specification 2.4; product 6).
 */
export const trayParts = defineCall({
  id: 'grabcad.trayParts',
  owner: 'grabcad',
  method: 'POST',
  path: '/api/v1/grabcad/parts',
  summary: 'What the parts of a tray are made of, and how many are left to schedule.',
  guard: provider('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS'),
  body: z.object({ files: z.array(id).min(1).max(500) }),
  response: z.object({
    parts: z.array(
      z.object({
        /** The order file. */
        fileId: id,
        processId: id,
        materialId: id,
        /** Export controlled: files of a job that builds it are kept as it is. */
        itar: z.boolean(),
        notScheduled: z.number().int(),
      }),
    ),
  }),
});

/** Messages between the page and the tray tool (specification 3.1; product 6). */
export const trayCommandSchema = z.enum([
  'INSERT_MODELS',
  'LOGIN',
  'SAVE_JOB',
  'INSERT_JOB',
  'JOB_SUBMITTED_SUCCESS',
  'REQUEST_DATA',
  'FROM_DATE',
  'CLEAR_TRAY',
]);

export type TrayCommand = z.infer<typeof trayCommandSchema>;
