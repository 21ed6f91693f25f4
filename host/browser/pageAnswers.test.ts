// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { pageAnswersId } from '@sinter/sdk/contract/host/pageAnswers';
import { answeredByPage } from './pageAnswers.ts';

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const fetched = vi.fn(async () => new Response('from the server'));
const blockOf = (answers: readonly object[]) => JSON.stringify({ since: 7, answers });
const search = { method: 'POST', url: '/search', body: '{"q":""}', status: 200, text: 'from the page' };

beforeEach(() => {
  fetched.mockClear();
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = pageAnswersId;
  block.textContent = blockOf([search, { method: 'GET', url: '/user', status: 401, text: '{}' }]);
  document.body.replaceChildren(block);
});
const ask = async (fetch: typeof window.fetch, body = search.body) =>
  (await fetch('/search', { method: 'POST', body })).text();

it('gives an answer once, to the request that it belongs to, and takes the block out of the document', async () => {
  const { fetch } = answeredByPage(fetched, document, log);
  expect(document.getElementById(pageAnswersId)).toBeNull();
  expect(await ask(fetch, '{"q":"41"}')).toBe('from the server');
  expect(await ask(fetch)).toBe('from the page');
  expect(await ask(fetch)).toBe('from the server');
  expect((await fetch('/user')).status).toBe(401);
});

it('gives the bytes of a compact form to who asks for that form', async () => {
  const compact = 'application/vnd.sinter.chart';
  const answer = { ...search, compact, text: String.fromCharCode(0, 200, 255) };
  document.getElementById(pageAnswersId)?.replaceChildren(blockOf([answer]));
  const { fetch } = answeredByPage(fetched, document, log);
  expect(await ask(fetch)).toBe('from the server');
  const { method, body } = search;
  const response = await fetch('/search', { method, body, headers: { Accept: compact } });
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 200, 255]);
});

it('gives none any more once the person has done something', async () => {
  const { fetch } = answeredByPage(fetched, document, log);
  document.dispatchEvent(new Event('keydown'));
  expect(await ask(fetch)).toBe('from the server');
});

it('knows what came before its answers, and gives none any more once something has happened since', async () => {
  const page = answeredByPage(fetched, document, log);
  expect(page.since).toBe(7);
  page.outdate();
  expect(await ask(page.fetch)).toBe('from the server');
});

it('does without a block that cannot be read', async () => {
  document.getElementById(pageAnswersId)?.replaceChildren('{');
  const { fetch, since } = answeredByPage(fetched, document, log);
  expect(await ask(fetch)).toBe('from the server');
  expect(log.warn).toHaveBeenCalled();
  expect(since).toBeNull();
});
