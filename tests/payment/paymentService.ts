import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Stripe from 'stripe';
import { listen, readForm } from '../idp/pages.ts';
import { payPage } from './payPage.ts';

export interface PageLine {
  name: string;
  quantity: number;
  unitAmount: number;
  currency: string;
}

/** A payment page, as the service keeps it. A test changes it to play a service that says something else. */
export interface PageSession {
  id: string;
  status: 'open' | 'complete' | 'expired';
  paymentStatus: 'paid' | 'unpaid';
  amount: number;
  currency: string;
  reference: string;
  intent: string | null;
  url: string;
  successUrl: string;
  cancelUrl: string;
  expiresAt: number;
  lines: PageLine[];
}

interface Intent {
  id: string;
  amount: number;
  payment: string;
}

export interface Refund {
  id: string;
  intent: string;
  amount: number;
  key: string;
  status: 'succeeded' | 'failed';
}

export interface PaymentService {
  url: string;
  secretKey: string;
  webhookSecret: string;
  /** Where it tells what became of payments; nobody is told before it is set. */
  webhookURL: string | null;
  /** The page's buttons tell the server before they lead back; `false`: they do not tell at all. */
  tells: boolean;
  sessions: Map<string, PageSession>;
  refunds: Refund[];
  /** So many of the next refunds are refused, as where the account has too little money. */
  refuseRefunds: number;
  /** Nothing is answered but errors. */
  down: boolean;
  /** Every call, as `POST /v1/refunds`. */
  calls: string[];
  /** The card pays: answers the charge. */
  pay(id: string): string;
  /** Tells of a page as it stands now. Answers the status of the answer. */
  tell(
    id: string,
    given?: { type?: string; intent?: string; secret?: string; change?: (body: string) => string },
  ): Promise<number>;
  tellRefundFailed(refund: Refund): Promise<number>;
  stop(): Promise<void>;
}

class Refused extends Error {
  readonly status: number;
  readonly code: string | undefined;
  constructor(status: number, message: string, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const field = (form: URLSearchParams, name: string): string => {
  const value = form.get(name);
  if (value === null) throw new Refused(400, `Missing required param: ${name}.`, 'parameter_missing');
  return value;
};

/**
 * A payment service at a free loopback port that speaks the documented calls of Stripe's Checkout, with idempotency keys and
 * signed notices, and has a page to pay at.
 */
export async function startPaymentService(): Promise<PaymentService> {
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(12).toString('hex')}`;
  const signer = new Stripe(secretKey);
  const intents = new Map<string, Intent>();
  /** By the key that a call came with: what it asked for, and what it was answered. */
  const answered = new Map<string, { asked: string; status: number; body: unknown }>();

  const service: PaymentService = {
    url: '',
    secretKey,
    webhookSecret,
    webhookURL: null,
    tells: true,
    sessions: new Map(),
    refunds: [],
    refuseRefunds: 0,
    down: false,
    calls: [],
    pay(id) {
      const session = sessionOf(id);
      const intent: Intent = { id: `pi_${randomUUID()}`, amount: session.amount, payment: session.reference };
      intents.set(intent.id, intent);
      // A second card on the same page: the page keeps its first charge.
      session.intent ??= intent.id;
      session.status = 'complete';
      session.paymentStatus = 'paid';
      return intent.id;
    },
    tell(id, { type = 'checkout.session.completed', intent, secret, change } = {}) {
      const session = shown(sessionOf(id));
      return send(
        { type, object: intent === undefined ? session : { ...session, payment_intent: intent } },
        secret,
        change,
      );
    },
    tellRefundFailed: (refund) => send({ type: 'refund.failed', object: shownRefund({ ...refund, status: 'failed' }) }),
    stop: () => Promise.resolve(),
  };

  const sessionOf = (id: string): PageSession => {
    const session = service.sessions.get(id);
    if (!session) throw new Refused(404, `No such checkout session: ${id}`, 'resource_missing');
    return session;
  };

  async function send(
    event: { type: string; object: unknown },
    secret = webhookSecret,
    change = (body: string) => body,
  ): Promise<number> {
    if (service.webhookURL === null) throw new Error('Nobody is to be told.');
    const payload = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      type: event.type,
      data: { object: event.object },
    });
    const signature = signer.webhooks.generateTestHeaderString({ payload, secret });
    const answer = await fetch(service.webhookURL, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body: change(payload),
    });
    return answer.status;
  }

  function create(form: URLSearchParams): unknown {
    const id = `cs_test_${randomUUID()}`;
    const lines: PageLine[] = [];
    for (let at = 0; form.has(`line_items[${at}][quantity]`); at += 1) {
      const of = (name: string) => field(form, `line_items[${at}][${name}`);
      lines.push({
        name: of('price_data][product_data][name]'),
        quantity: Number(of('quantity]')),
        unitAmount: Number(of('price_data][unit_amount]')),
        currency: of('price_data][currency]'),
      });
    }
    const [first] = lines;
    if (!first || lines.length > 100) throw new Refused(400, 'A page has 1 to 100 lines.', 'parameter_invalid');
    const expiresAt = Number(field(form, 'expires_at'));
    const ahead = expiresAt - Date.now() / 1000;
    if (ahead < 1800 || ahead > 86_400) throw new Refused(400, 'expires_at is 30 minutes to 24 hours from now.');
    if (field(form, 'mode') !== 'payment') throw new Refused(400, 'Only payments are taken here.');
    const session: PageSession = {
      id,
      status: 'open',
      paymentStatus: 'unpaid',
      amount: lines.reduce((sum, line) => sum + line.quantity * line.unitAmount, 0),
      currency: first.currency,
      reference: field(form, 'client_reference_id'),
      intent: null,
      url: `${service.url}/pay/${id}`,
      successUrl: field(form, 'success_url'),
      cancelUrl: field(form, 'cancel_url'),
      expiresAt,
      lines,
    };
    service.sessions.set(id, session);
    return shown(session);
  }

  function refund(form: URLSearchParams): unknown {
    const intent = intents.get(field(form, 'payment_intent'));
    if (!intent) throw new Refused(404, 'No such payment_intent', 'resource_missing');
    if (service.refuseRefunds > 0) {
      service.refuseRefunds -= 1;
      throw new Refused(400, 'Your account has insufficient funds.', 'balance_insufficient');
    }
    const amount = Number(form.get('amount') ?? intent.amount);
    const before = service.refunds.filter((one) => one.intent === intent.id && one.status === 'succeeded');
    if (before.length > 0) throw new Refused(400, 'Charge has already been refunded.', 'charge_already_refunded');
    const made: Refund = {
      id: `re_${randomUUID()}`,
      intent: intent.id,
      amount,
      key: form.get('metadata[refund]') ?? '',
      status: 'succeeded',
    };
    service.refunds.push(made);
    return shownRefund(made);
  }

  function call(method: string, address: URL, form: URLSearchParams): unknown {
    const [, , kind, second, third, fourth] = address.pathname.split('/');
    const path = `${method} ${[kind, second].join('/')}`;
    if (method === 'GET' && kind === 'balance') return { object: 'balance', available: [], pending: [] };
    if (path === 'POST checkout/sessions' && third === undefined) return create(form);
    if (path === 'POST checkout/sessions' && fourth === 'expire') {
      const session = sessionOf(third ?? '');
      if (session.status !== 'open') throw new Refused(400, 'Only open sessions can be expired.');
      session.status = 'expired';
      return shown(session);
    }
    if (path === 'GET checkout/sessions' && fourth === undefined) return shown(sessionOf(third ?? ''));
    if (path === 'GET checkout/sessions' && fourth === 'line_items') return shownLines(sessionOf(third ?? ''));
    if (method === 'POST' && kind === 'refunds') return refund(form);
    if (method === 'GET' && kind === 'refunds') {
      const of = address.searchParams.get('payment_intent');
      return listed(service.refunds.filter(({ intent }) => intent === of).map(shownRefund));
    }
    const intent = method === 'GET' && kind === 'payment_intents' ? intents.get(second ?? '') : undefined;
    if (!intent) throw new Refused(404, `Unrecognized request URL (${method}: ${address.pathname}).`);
    return {
      id: intent.id,
      object: 'payment_intent',
      status: 'succeeded',
      amount_received: intent.amount,
      metadata: { payment: intent.payment },
    };
  }

  async function api(request: IncomingMessage, address: URL): Promise<{ status: number; body: unknown }> {
    const method = request.method ?? 'GET';
    service.calls.push(`${method} ${address.pathname}`);
    const form = method === 'POST' ? await readForm(request) : new URLSearchParams();
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' ? answered.get(key) : undefined;
    const asked = `${address.pathname} ${form.toString()}`;
    const answer = (): { status: number; body: unknown } => {
      try {
        if (service.down) throw new Refused(500, 'Something went wrong on our end.');
        if (request.headers.authorization !== `Bearer ${secretKey}`)
          throw new Refused(401, 'Invalid API Key provided.');
        if (known && known.asked !== asked) throw new Refused(400, 'The key was used for something else.');
        return known ?? { status: 200, body: call(method, address, form) };
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        const { status, message, code } = error;
        return { status, body: { error: { type: 'invalid_request_error', message, code } } };
      }
    };
    const given = answer();
    // What was refused stays refused under this key.
    if (typeof key === 'string' && given.status < 500) answered.set(key, { asked, ...given });
    return given;
  }

  const server = await listen((url) => {
    service.url = url;
    return async (request, reply) => {
      const address = new URL(request.url ?? '/', url);
      if (address.pathname.startsWith('/v1/')) {
        const { status, body } = await api(request, address);
        reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        return;
      }
      const id = address.pathname.replace('/pay/', '');
      const session = service.sessions.get(id);
      if (!session) return void reply.writeHead(404).end();
      const pressed = request.method === 'POST' ? (await readForm(request)).get('press') : null;
      if (pressed === 'pay' && session.status === 'open') {
        service.pay(id);
        if (service.tells) await service.tell(id);
      }
      if (pressed === 'pay') return void reply.writeHead(303, { location: session.successUrl }).end();
      if (pressed === 'back') return void reply.writeHead(303, { location: session.cancelUrl }).end();
      reply.setHeader('content-type', 'text/html; charset=utf-8');
      reply.end(payPage(session, pressed === 'decline'));
    };
  });
  service.stop = () => server.stop();
  return service;
}

const shown = (session: PageSession) => ({
  id: session.id,
  object: 'checkout.session',
  status: session.status,
  payment_status: session.paymentStatus,
  amount_total: session.amount,
  currency: session.currency,
  client_reference_id: session.reference,
  payment_intent: session.intent,
  url: session.status === 'open' ? session.url : null,
  expires_at: session.expiresAt,
});

const listed = (data: unknown[]) => ({ object: 'list', data, has_more: false, url: '/v1/list' });

const shownLines = ({ lines }: PageSession) =>
  listed(
    lines.map((line, at) => ({
      id: `li_${at}`,
      object: 'item',
      description: line.name,
      quantity: line.quantity,
      amount_total: line.quantity * line.unitAmount,
      currency: line.currency,
    })),
  );

const shownRefund = ({ id, intent, amount, key, status }: Refund) => ({
  id,
  object: 'refund',
  payment_intent: intent,
  amount,
  status,
  metadata: { refund: key },
});
