import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyCall } from '@sinter/sdk/contract';
import { isFresh } from '../http/bytes.ts';
import { offerCsrf } from '../http/cookies.ts';
import { privateHeaders } from '../http/headers.ts';

/** `/api/openapi.json`, and at `/api` a page to read it and try it. Made when first asked for. */
export function addReference(app: FastifyInstance, calls: readonly AnyCall[]): void {
  let document: Promise<string> | undefined;
  const read = async (): Promise<string> => JSON.stringify((await import('./openapi.ts')).openApiDocument(calls));

  app.get('/api/openapi.json', async (request, reply) => {
    document ??= read();
    return sendText(request, reply, await document, 'application/json; charset=utf-8');
  });
  app.get('/api/reference.js', async (request, reply) => {
    const { script } = await import('./referenceScript.ts');
    return sendText(request, reply, script, 'text/javascript; charset=utf-8');
  });
  app.get('/api/reference.css', async (request, reply) => {
    const { css } = await import('./referencePage.ts');
    return sendText(request, reply, css, 'text/css; charset=utf-8');
  });
  app.get('/api', async (request, reply) => {
    const { html } = await import('./referencePage.ts');
    offerCsrf(request, reply);
    return reply
      .headers(privateHeaders)
      .header('Content-Security-Policy', policy)
      .type('text/html; charset=utf-8')
      .send(html);
  });
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

function sendText(request: FastifyRequest, reply: FastifyReply, text: string, contentType: string): FastifyReply {
  const etag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  reply.headers({ ...privateHeaders, 'Cache-Control': 'no-cache', ETag: `"${etag}"` }).type(contentType);
  return isFresh(request, reply) ? reply.code(304).send() : reply.send(text);
}
