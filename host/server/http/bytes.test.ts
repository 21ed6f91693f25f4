import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { disposition, isFresh, parseRange } from './bytes.ts';

describe('a range of 10 bytes', () => {
  it.each([
    [undefined, null],
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=2-', { start: 2, end: 9 }],
    ['bytes=9-', { start: 9, end: 9 }],
    ['bytes=5-99', { start: 5, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-10', { start: 0, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=10-20', 'unsatisfiable'],
    // No range, or more than one: the whole.
    ['', null],
    ['bytes', null],
    ['bytes=', null],
    ['bytes=-', null],
    ['bytes=5-2', null],
    ['bytes=a-b', null],
    ['bytes=1.5-3', null],
    ['bytes=0x1-3', null],
    ['bytes=--3', null],
    ['lines=0-3', null],
    ['bytes=0-1,4-5', null],
  ])('%j is %j', (header, expected) => expect(parseRange(header, 10)).toEqual(expected));

  it.each([
    ['bytes=0-', 'unsatisfiable'],
    ['bytes=0-0', 'unsatisfiable'],
    ['bytes=-5', 'unsatisfiable'],
  ])('%j of nothing is %j', (header, expected) => expect(parseRange(header, 0)).toEqual(expected));
});

describe('what a file is called when it is downloaded', () => {
  it.each([
    [undefined, 'attachment'],
    ['part.stl', 'attachment; filename="part.stl"'],
    ['two words.stl', 'attachment; filename="two words.stl"'],
    ['Gehäuse.stl', `attachment; filename="Geh_use.stl"; filename*=UTF-8''Geh%C3%A4use.stl`],
    ['部品.stl', `attachment; filename="__.stl"; filename*=UTF-8''%E9%83%A8%E5%93%81.stl`],
    ['say "x".stl', `attachment; filename="say _x_.stl"; filename*=UTF-8''say%20%22x%22.stl`],
    ["it's (1)*.stl", `attachment; filename="it's (1)*.stl"`],
    ['50%20off.stl', `attachment; filename="50_20off.stl"; filename*=UTF-8''50%2520off.stl`],
    [
      'a\r\nset-cookie: b=c',
      `attachment; filename="a__set-cookie: b=c"; filename*=UTF-8''a%0D%0Aset-cookie%3A%20b%3Dc`,
    ],
  ])('%j', (name, expected) => expect(disposition('attachment', name)).toBe(expected));
});

describe('what the browser has already', async () => {
  const app = Fastify();
  app.get('/', (request, reply) => reply.header('etag', '"a"').send(isFresh(request, reply)));
  app.get('/none', (request, reply) => reply.send(isFresh(request, reply)));
  const ask = async (url: string, headers: Record<string, string>) =>
    (await app.inject({ url, headers })).json<boolean>();

  it.each([
    [{ 'if-none-match': '"a"' }, true],
    [{ 'if-none-match': 'W/"a"' }, true],
    [{ 'if-none-match': '"b", "a"' }, true],
    [{ 'if-none-match': '*' }, true],
    [{ 'if-none-match': '"b"' }, false],
    [{ 'if-none-match': 'a' }, false],
    [{ 'if-none-match': '' }, false],
    [{}, false],
    // What every client sends that sets the condition itself.
    [{ 'if-none-match': '"a"', 'cache-control': 'no-cache' }, true],
    // Nothing of ours says when it was changed.
    [{ 'if-modified-since': 'Sat, 01 Jan 2050 00:00:00 GMT' }, false],
  ])('%j: %s', async (headers, expected) => expect(await ask('/', headers)).toBe(expected));

  it('is nothing where an answer has no tag', async () => {
    expect(await ask('/none', { 'if-none-match': '*' })).toBe(false);
  });
});
