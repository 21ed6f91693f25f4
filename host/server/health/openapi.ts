import { type AnyCall, errorCatalogue, productVersion } from '@sinter/sdk/contract';
import { openApiDocument as documentOf } from '@sinter/sdk/contract/openapi';
import { csrfCookie, csrfHeader, sessionCookie } from '../http/cookies.ts';
import { changesState } from '../http/csrf.ts';
import { keyRate } from '../http/limits.ts';
import { keepsReply, keyPattern } from '../http/replies.ts';

/** The document of these calls, with the ways into this server. */
export function openApiDocument(calls: readonly AnyCall[]) {
  const document = documentOf(calls, { title: 'Sinter', version: productVersion });
  const header = csrfHeader.toUpperCase();
  const csrf = {
    ...{ name: header, in: 'header' as const, required: false, schema: { type: 'string' as const } },
    description: `Who comes with a session sends the value of the cookie ${csrfCookie}. A key or token needs none.`,
  };
  for (const call of calls) {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()];
    if (!operation) continue;
    if (changesState(call)) operation.parameters = [...(operation.parameters ?? []), csrf];
    if (call.guard.kind === 'public') operation.security = [];
    if (keepsReply(call)) operation.parameters = [...(operation.parameters ?? []), idempotencyKey];
    const success = operation.responses['200'];
    if (success && 'content' in success) success.headers = keepsReply(call) ? { ...rate, ...replayed } : rate;
    operation.responses['429'] = { $ref: '#/components/responses/RateLimited' };
  }
  const codes = Object.entries(errorCatalogue).map(
    ([code, { status, message }]) => `- ${code} (${status}): ${message}`,
  );
  return {
    ...document,
    info: {
      ...document.info,
      description: `Every call of the platform.\n\n${limits}\n\nCodes of failures (FORBIDDEN tells in \`missing\` what the caller lacks):\n\n${codes.join('\n')}`,
    },
    security: [{ session: [] }, { bearer: [] }],
    components: {
      ...document.components,
      headers,
      responses: {
        ...document.components.responses,
        RateLimited: {
          description: errorCatalogue.RATE_LIMITED.message,
          headers: { ...rate, ...headerOf('Retry-After') },
          content: document.components.responses['Error']?.content ?? {},
        },
      },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: `Changing calls also send the value of the cookie ${csrfCookie} as the header ${header}.`,
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, or the access_token of GET /api/v1/oauth2/token.',
        },
      },
    },
  };
}

const limits =
  `An API key may send ${keyRate.perMinute} requests a minute, and ${keyRate.burst} in one go after a pause. Every answer to one has ` +
  'RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset (seconds until it is full again); 429 has Retry-After.';

const whole = { type: 'integer', minimum: 0 };
const headers = {
  'RateLimit-Limit': { description: 'Requests that a key may send in one go. Only to a key.', schema: whole },
  'RateLimit-Remaining': { description: 'How many of them are left. Only to a key.', schema: whole },
  'RateLimit-Reset': { description: 'Seconds until all are there again. Only to a key.', schema: whole },
  'Retry-After': { description: 'Seconds after which it can be sent again.', schema: whole },
  'Idempotency-Replayed': {
    description: 'The request was carried out before: this is its answer from then.',
    schema: { type: 'string', enum: ['true'] },
  },
};
const headerOf = (name: keyof typeof headers) => ({ [name]: { $ref: `#/components/headers/${name}` } });
const rate = { ...headerOf('RateLimit-Limit'), ...headerOf('RateLimit-Remaining'), ...headerOf('RateLimit-Reset') };
const replayed = headerOf('Idempotency-Replayed');

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  schema: { type: 'string' as const, pattern: keyPattern.source },
  description:
    'A text of your own for this one request. Sent again within 24 hours, the request is not carried out again and has the same answer.',
};
