import type { Problem, Rule } from './rule.ts';

/** Below the address, it is where events are told. */
const ofWebhooks = /^webhooks(?:[/?]|$)/;

/** Calls by the clock lead below the address of the vendor's server, and not to where events are told. */
export const schedules: Rule = {
  id: 'schedules',
  check({ descriptor: { backend } }) {
    if (!backend) return [];
    const base = new URL(backend.url.endsWith('/') ? backend.url : `${backend.url}/`);
    return backend.schedules.flatMap(({ id, path }): Problem[] => {
      const file = 'plugin.json';
      const address = new URL(path, base);
      if (address.origin !== base.origin || !address.pathname.startsWith(base.pathname)) {
        const text = `The path of the schedule "${id}" leads out of ${backend.url}: it is never called.`;
        return [{ file, text, mend: 'Write a path below the address, without "..".' }];
      }
      if (!ofWebhooks.test(path)) return [];
      const text = `The schedule "${id}" is called where your server is told of events.`;
      return [{ file, text, mend: 'Give it a path of its own.' }];
    });
  },
};
