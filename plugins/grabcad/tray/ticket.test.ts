import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signTicket, verifyTicket } from './ticket.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const expected = { origin: 'https://am.example', nonce: 'nonce-of-this-connection' };
const claims = { ...expected, user: 7, facility: 3 };
const now = 1_760_000_000_000;

describe('tray ticket', () => {
  it('tells who the page speaks for', () => {
    const read = verifyTicket(publicKey, signTicket(privateKey, claims, now), expected, now + 59_000);
    expect(read).toMatchObject({ aud: 'tray', user: 7, facility: 3, exp: read.iat + 60 });
  });

  it.each([
    ['signed with another key', () => signTicket(generateKeyPairSync('ed25519').privateKey, claims, now)],
    ['out of date', () => signTicket(privateKey, claims, now - 120_000)],
    ['from the future', () => signTicket(privateKey, claims, now + 120_000)],
    ['for another origin', () => signTicket(privateKey, { ...claims, origin: 'https://evil.example' }, now)],
    ['for another connection', () => signTicket(privateKey, { ...claims, nonce: 'nonce-of-another' }, now)],
    ['without signature', () => signTicket(privateKey, claims, now).replace(/[^.]+$/, '')],
    ['changed', () => changed(signTicket(privateKey, claims, now))],
    ['of no algorithm', () => signTicket(privateKey, claims, now).replace(/^[^.]+/, encode({ alg: 'none' }))],
    ['no ticket', () => 'hello'],
  ])('is refused when %s', (_, ticket) => {
    expect(() => verifyTicket(publicKey, ticket(), expected, now)).toThrow('The ticket was refused');
  });
});

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function changed(ticket: string): string {
  const [head, body = '', signature] = ticket.split('.');
  const raised = Buffer.from(body, 'base64url').toString().replace('"user":7', '"user":1');
  return [head, Buffer.from(raised).toString('base64url'), signature].join('.');
}
