import { isKeptPlace, keepHeader, keepMessage, keptFilesId, keptForMs, keptName, keptPlace } from '#registry/kept';
import type { KeptFile } from '#registry/kept';

/** The types of browsers that come with TypeScript are those of pages. */
interface WorkEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends WorkEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  readonly location: Location;
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: WorkEvent & { readonly data: unknown }) => void): void;
}
declare const self: Worker;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) =>
  // A navigation does not wait until the worker runs.
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()])),
);
self.addEventListener('message', (event) => {
  if (event.data === keepMessage) event.waitUntil(keep());
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    if (isKeptPlace(pathname)) event.respondWith(open(event));
  } else if (/^\/(assets|plugins)\//.test(pathname)) {
    event.respondWith(file(request));
  }
});

const goneStatuses = [502, 503, 504];

/** From the server; the kept document where there is none. */
async function open({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    const answer = (await preloadResponse) ?? (await fetch(request));
    if (!goneStatuses.includes(answer.status)) return answer;
    return (await keptDocument()) ?? answer;
  } catch (error) {
    const kept = await keptDocument();
    if (!kept) throw error;
    return kept;
  }
}

async function keptDocument(): Promise<Response | undefined> {
  const cache = await caches.open(keptName);
  const kept = await cache.match(keptPlace, { ignoreVary: true });
  const age = Date.now() - Date.parse(kept?.headers.get('date') ?? '');
  return age < keptForMs ? kept : undefined;
}

async function file(request: Request): Promise<Response> {
  const cache = await caches.open(keptName);
  return (await cache.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

/** Keeps the document and its files as they are now, all of them or none. */
async function keep(): Promise<void> {
  // Opened first: whoever signs out meanwhile drops it, and what comes later goes nowhere.
  const cache = await caches.open(keptName);
  const page = await fetch(keptPlace, { headers: { [keepHeader]: '1', accept: 'text/html' }, cache: 'no-store' });
  const files = filesOf(await page.clone().text());
  // Somebody who is not signed in, or may not work there, is given nothing to keep.
  if (!page.ok || !files) return;
  const pathOf = ({ url }: Request) => new URL(url).pathname;
  const there = new Set((await cache.keys()).map(pathOf));
  const missing = files.filter(({ address }) => !there.has(address));
  const found = await Promise.all(missing.map(async (each) => [each.address, await fetched(each)] as const));
  for (const [address, answer] of found) await cache.put(address, answer);
  await cache.put(keptPlace, page);
  const named = new Set([keptPlace, ...files.map(({ address }) => address)]);
  for (const old of await cache.keys()) if (!named.has(pathOf(old))) await cache.delete(old, { ignoreVary: true });
}

async function fetched({ address, integrity }: KeptFile): Promise<Response> {
  const answer = await fetch(address, integrity === undefined ? {} : { integrity });
  if (!answer.ok) throw new Error(`${address} is not there.`);
  return answer;
}

/** The server wrote it: see `keptFiles`. */
function filesOf(html: string): KeptFile[] | null {
  const text = new RegExp(`<script type="application/json" id="${keptFilesId}">(.*?)</script>`).exec(html)?.[1];
  const parsed: unknown = text === undefined ? null : JSON.parse(text);
  return Array.isArray(parsed) ? parsed.filter(isFile) : null;
}

const isFile = (value: unknown): value is KeptFile =>
  typeof value === 'object' && value !== null && 'address' in value && typeof value.address === 'string';
