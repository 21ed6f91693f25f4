import { randomUUID } from 'node:crypto';
import type { Answer, Caller } from '../caller.ts';
import type { Material, Person } from './people.ts';

/** What somebody does next. */
export interface Step {
  name: 'search' | 'open' | 'create' | 'count' | 'schedule' | 'comments' | 'download' | 'large search';
  send(caller: Caller): Promise<Answer>;
}

const texts = ['', '', '', 'bracket', 'lot 1234', 'no such order', '4321'];
const day = 24 * 3_600_000;

/** Steps of a person in the shares of a usual day; about one in twelve reads in bulk. `random` is 0 to 1. */
export function nextStep({ side }: Person, { orderIds, fileIds, parts }: Material, random: () => number): Step {
  const one = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)];
    if (found === undefined) throw new Error('There is nothing to choose from.');
    return found;
  };
  const search = (size: number) => (caller: Caller) =>
    caller.post(`/api/v3/orders/search?page=0&size=${size}`, { searchString: one(texts), searchFilters: {} });
  const steps: Record<Step['name'], Step['send']> = {
    search: search(15),
    open: (caller) => caller.get(`/api/v3/orders/${one(orderIds)}`),
    count: (caller) => caller.get('/api/v3/orders/count'),
    comments: (caller) => caller.get(`/api/v1/comments?objectKind=RFQ_ORDER&objectId=${one(orderIds)}`),
    schedule(caller) {
      const from = Math.floor(Date.now() / day) * day;
      const window = { fromDate: String(from), toDate: String(from + 7 * day) };
      return caller.post('/api/v4/job-scheduling/search?getFromAllFacilities=true', window);
    },
    create: (caller) =>
      caller.post('/api/v3/orders', {
        eventId: randomUUID(),
        displayTitle: `Load ${Math.floor(random() * 1e6)}`,
        exportControlled: false,
        rfqFileDTOs: [{ ...one(parts), quantity: 5 }],
      }),
    download: (caller) => caller.get(`/api/v1/files/${one(fileIds)}/content`),
    'large search': search(100),
  };
  const shares: Partial<Record<Step['name'], number>> =
    side === 'facility'
      ? { search: 35, open: 20, count: 10, comments: 10, schedule: 17, download: 4, 'large search': 4 }
      : { search: 30, open: 20, count: 5, comments: 20, create: 17, download: 4, 'large search': 4 };
  let left = random() * 100;
  for (const name of Object.keys(steps) as Step['name'][]) {
    left -= shares[name] ?? 0;
    if (left < 0) return { name, send: steps[name] };
  }
  return { name: 'search', send: steps.search };
}
