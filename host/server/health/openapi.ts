import { type AnyCall, errorCatalogue, productVersion } from '@sinter/sdk/contract';
import { openApiDocument as documentOf } from '@sinter/sdk/contract/openapi';
import { csrfCookie, csrfHeader, sessionCookie } from '../http/cookies.ts';
import { changesState } from '../http/csrf.ts';
import { keyRate } from '../http/limits.ts';
import { keepsReply } from '../http/replies.ts';

/** The document of these calls, with the ways into this server. */
export function openApiDocument(calls: readonly AnyCall[]) {
  const document = documentOf(calls, { title: 'Sinter', version: productVersion });
  const header = csrfHeader.toUpperCase();
  const csrf = { name: header, in: 'header' as const, required: true, schema: { type: 'string' as const } };
  for (const call of calls) {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()];
    if (!operation) continue;
    if (changesState(call)) operation.parameters = [...(operation.parameters ?? []), csrf];
    if (call.guard.kind === 'public') operation.security = [];
    if (keepsReply(call)) operation.parameters = [...(operation.parameters ?? []), idempotencyKey];
  }
  const codes = Object.entries(errorCatalogue).map(
    ([code, { status, message }]) => `- ${code} (${status}): ${message}`,
  );
  return {
    ...document,
    info: {
      ...document.info,
      description: `Every call of the platform.\n\n${limits}\n\nCodes of failures:\n\n${codes.join('\n')}`,
    },
    security: [{ session: [] }, { bearer: [] }],
    components: {
      ...document.components,
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

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  schema: { type: 'string' as const, minLength: 1, maxLength: 255 },
  description:
    'A text of your own for this one request. Sent again within 24 hours, the request is not carried out again and has the same answer.',
};
