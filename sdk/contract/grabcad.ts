import * as z from 'zod';
import { defineCall } from './call.ts';
import { anyone, provider } from './guard.ts';

/** What the embedded screens need to hand parts to a tray tool on the person's own machine. */

const id = z.number().int();

export const trayTicket = defineCall({
  id: 'grabcad.trayTicket',
  owner: 'grabcad',
  method: 'POST',
  path: '/api/v1/grabcad/tray-ticket',
  summary: "A signed introduction of this page to a tray tool, bound to the tool's nonce; valid for 60 s.",
  guard: provider(),
  body: z.object({ nonce: z.string().min(8).max(200) }),
  response: z.object({ ticket: z.string() }),
});

export const trayKey = defineCall({
  id: 'grabcad.trayKey',
  owner: 'grabcad',
  method: 'GET',
  path: '/api/v1/grabcad/tray-key',
  summary: 'The public key (JWK, Ed25519) that tray tools check tickets with.',
  guard: anyone,
  response: z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
});

export const trayModels = defineCall({
  id: 'grabcad.trayModels',
  owner: 'grabcad',
  method: 'POST',
  path: '/api/v1/grabcad/models',
  summary: 'What a tray tool needs to fetch these parts: a single-use address each, valid for 5 minutes.',
  guard: provider(),
  body: z.object({
    /** A queued job whose own parts these are; they count as free for it. */
    jobId: id.optional(),
    files: z
      .array(z.object({ orderFileId: id, quantity: z.number().int().min(1) }))
      .min(1)
      .max(200),
  }),
  response: z.object({
    models: z.array(
      z.object({
        fileId: id,
        orderId: id,
        fileName: z.string(),
        ext: z.string(),
        quantity: z.number().int(),
        units: z.enum(['MM', 'IN', 'CM']),
        sha256: z.string(),
        size: z.number().int(),
        url: z.string(),
      }),
    ),
  }),
});

export const trayModelContent = defineCall({
  id: 'grabcad.trayModelContent',
  owner: 'grabcad',
  method: 'GET',
  path: '/api/v1/grabcad/models/{token}',
  summary: 'The bytes of one model, once.',
  guard: anyone,
  produces: 'stream',
  ratePerMinute: 300,
  params: z.object({ token: z.string().min(20).max(200) }),
  response: z.unknown(),
});
