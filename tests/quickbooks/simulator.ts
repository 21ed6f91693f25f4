import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { escapeHtml, listen, readForm } from '../idp/pages.ts';
import { type SimulatedBooks, simulateBooks } from './books.ts';

export interface QuickbooksSimulator {
  url: string;
  clientId: string;
  clientSecret: string;
  /** The company that a person allows the app to reach. */
  realmId: string;
  company: string;
  /** Every call, as `POST /oauth2/v1/tokens/bearer`. */
  calls: string[];
  /** Tokens that are good now. */
  access: Set<string>;
  refresh: Set<string>;
  /** Each renewal gives a new refresh token and ends the one before. */
  rotates: boolean;
  /** Of access tokens that are given from now on. */
  lasts: number;
  /** How long a renewal takes, in milliseconds. */
  slow: number;
  /** Nothing is answered but errors. */
  down: boolean;
  /** What the company keeps. */
  books: SimulatedBooks;
  /** A person allows it: answers what the browser is sent back with. */
  allow(connectURL: string): { code: string; state: string; realmId: string };
  stop(): Promise<void>;
}

/** Authorization and company's interface of Quickbooks as they are documented, at a free loopback port. */
export async function startQuickbooks(): Promise<QuickbooksSimulator> {
  /** Code to the redirect address that it was given for. */
  const codes = new Map<string, string>();
  const books = simulateBooks();
  const token = (kind: string) => `${kind}_${randomBytes(16).toString('hex')}`;

  const simulator: QuickbooksSimulator = {
    ...{ url: '', clientId: 'ABsimulated', clientSecret: randomBytes(12).toString('hex') },
    ...{ realmId: '9130350000000001', company: 'Demo Additive Books' },
    ...{ calls: [], access: new Set(), refresh: new Set() },
    ...{ rotates: false, lasts: 3600, slow: 0, down: false, books },
    allow(connectURL) {
      const asked = new URL(connectURL).searchParams;
      const [redirect, state] = [asked.get('redirect_uri'), asked.get('state')];
      const good =
        asked.get('client_id') === simulator.clientId &&
        asked.get('response_type') === 'code' &&
        asked.get('scope') === 'com.intuit.quickbooks.accounting';
      if (!good || redirect === null || state === null) throw new Error('The request is not as documented.');
      const code = token('code');
      codes.set(code, redirect);
      return { code, state, realmId: simulator.realmId };
    },
    stop: () => Promise.resolve(),
  };

  const isApp = ({ headers }: IncomingMessage) => {
    const { clientId, clientSecret } = simulator;
    return headers.authorization === `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  };

  function grant(form: URLSearchParams): { status: number; body: unknown } {
    const refused = { status: 400, body: { error: 'invalid_grant', error_description: 'Incorrect or expired token' } };
    let refresh = '';
    if (form.get('grant_type') === 'authorization_code') {
      const code = form.get('code') ?? '';
      const known = codes.get(code);
      codes.delete(code); // for one use
      if (known === undefined || known !== form.get('redirect_uri')) return refused;
      refresh = token('refresh');
    } else {
      refresh = form.get('refresh_token') ?? '';
      if (!simulator.refresh.has(refresh)) return refused;
      if (simulator.rotates) {
        simulator.refresh.delete(refresh);
        refresh = token('refresh');
      }
    }
    simulator.refresh.add(refresh);
    const access = token('access');
    simulator.access.add(access);
    const times = { expires_in: simulator.lasts, x_refresh_token_expires_in: 8_640_000 };
    return { status: 200, body: { token_type: 'bearer', access_token: access, refresh_token: refresh, ...times } };
  }

  interface Reply {
    status: number;
    body: unknown;
    headers?: Record<string, string>;
    lost?: boolean;
  }
  async function answer(request: IncomingMessage, address: URL): Promise<Reply> {
    if (simulator.down) return { status: 503, body: {} };
    const path = `${request.method} ${address.pathname}`;
    if (path === 'POST /oauth2/v1/tokens/bearer') {
      if (!isApp(request)) return { status: 401, body: { error: 'invalid_client' } };
      const form = await readForm(request);
      if (simulator.slow > 0) await new Promise((done) => setTimeout(done, simulator.slow));
      return grant(form);
    }
    if (path === 'POST /v2/oauth2/tokens/revoke') {
      if (!isApp(request)) return { status: 401, body: { error: 'invalid_client' } };
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(Buffer.from(chunk));
      const given: unknown = JSON.parse(Buffer.concat(chunks).toString());
      const known = [...simulator.refresh].find((one) => JSON.stringify({ token: one }) === JSON.stringify(given));
      if (known === undefined) return { status: 400, body: { error: 'invalid_token' } };
      simulator.refresh.delete(known);
      simulator.access.clear();
      return { status: 200, body: {} };
    }
    const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (!simulator.access.has(bearer)) return { status: 401, body: { fault: { type: 'AUTHENTICATION' } } };
    const { realmId } = simulator;
    if (path === `GET /v3/company/${realmId}/companyinfo/${realmId}`) {
      return { status: 200, body: { CompanyInfo: { CompanyName: simulator.company }, time: new Date().toISOString() } };
    }
    const own = `/v3/company/${realmId}/`;
    if (!address.pathname.startsWith(own)) return { status: 404, body: {} };
    return books.answer(request, address.pathname.slice(own.length), address.searchParams);
  }

  const server = await listen((url) => {
    simulator.url = url;
    return async (request, reply) => {
      const address = new URL(request.url ?? '/', url);
      simulator.calls.push(`${request.method} ${address.pathname}`);
      if (address.pathname !== '/connect/oauth2') {
        const { status, body, headers, lost } = await answer(request, address);
        if (lost) request.socket.destroy();
        else reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
        return;
      }
      const back = new URL(address.searchParams.get('redirect_uri') ?? url);
      const { code, state, realmId } = simulator.allow(address.href);
      const no = new URL(back);
      no.search = new URLSearchParams({ error: 'access_denied', state }).toString();
      back.search = new URLSearchParams({ code, state, realmId }).toString();
      reply.setHeader('content-type', 'text/html; charset=utf-8');
      reply.end(`<!doctype html><html lang="en"><title>Simulated Quickbooks</title><link rel="icon" href="data:,"><h1>Simulated Quickbooks</h1>
<p><a href="${escapeHtml(back.href)}">Connect</a> <a href="${escapeHtml(no.href)}">No, thanks</a></p></html>`);
    };
  });
  simulator.stop = () => server.stop();
  return simulator;
}
