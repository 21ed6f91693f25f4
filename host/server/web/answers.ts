import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callAddress, callInputSchema } from '@sinter/sdk/contract/callAddress';
import type { PageAnswer } from '@sinter/sdk/contract/host/pageAnswers';
import type { FirstCall } from '@sinter/sdk/server';
import { csrfCookie, csrfHeader, hostPrefix, readToken, sessionCookie } from '../http/cookies.ts';

/** What counts as an answer for a page: also that nobody is signed in. Anything else the page asks for itself. */
const answered = (status: number): boolean => status === 200 || status === 401;

/** What says where the page is asked from. */
const forwarded = ({ headers }: FastifyRequest): Record<string, string | string[]> =>
  Object.fromEntries(
    ['host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'].flatMap((name) => {
      const sent = headers[name];
      return sent === undefined ? [] : [[name, sent]];
    }),
  );

/**
 * Makes a call as the browser would that asks for a page: with its cookies, from its address, through everything that a
 * call goes through. So a page holds nothing that its reader could not ask for. `null`: the page has to ask.
 */
export async function answerFor(
  app: FastifyInstance,
  request: FastifyRequest,
  /** That the page has been given. */
  csrf: string,
  { call, input, compact }: FirstCall,
): Promise<PageAnswer | null> {
  const { body } = callInputSchema.parse(input ?? {});
  const form = compact ? call.compact?.type : undefined;
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const url = callAddress(call, input);
  const agent = request.headers['user-agent'];
  const session = readToken(request, sessionCookie);
  const answer = await app.inject({
    method: call.method,
    url,
    // A connection that is gone has none; it is nobody's then, and no proxy's.
    remoteAddress: request.socket.remoteAddress ?? '0.0.0.0',
    headers: {
      accept: form ?? 'application/json',
      ...forwarded(request),
      ...(agent && { 'user-agent': agent }),
      [csrfHeader]: csrf,
      // By both names: the call need not know whether its page came over https.
      cookie: ['', hostPrefix]
        .flatMap((prefix) => [
          `${prefix}${csrfCookie}=${csrf}`,
          ...(session === null ? [] : [`${prefix}${sessionCookie}=${session}`]),
        ])
        .join('; '),
      ...(sent !== undefined && { 'content-type': 'application/json' }),
    },
    ...(sent !== undefined && { payload: sent }),
  });
  // A cookie can only be set by an answer of its own.
  if (!answered(answer.statusCode) || answer.headers['set-cookie'] !== undefined) return null;
  return {
    method: call.method,
    url,
    ...(sent !== undefined && { body: sent }),
    ...(form !== undefined && { compact: form }),
    status: answer.statusCode,
    text: form === undefined ? answer.payload : answer.rawPayload.toString('latin1'),
  };
}
