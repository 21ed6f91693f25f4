import { expect, it, vi } from 'vitest';
import { deviceAccess } from './deviceAccess.ts';

const there = { hostname: 'parts.example' };
function browser(known: string, state: PermissionState) {
  const status = Object.assign(new EventTarget(), { state });
  const query = vi.fn(({ name }: { name: string }) =>
    name === known ? Promise.resolve(status) : Promise.reject(new TypeError(name)),
  );
  return { query, status };
}

it.each(['loopback-network', 'local-network-access'])(
  'reads the permission by the name %s and follows it',
  async (name) => {
    const { query, status } = browser(name, 'prompt');
    const access = deviceAccess({ query }, there);
    const heard = vi.fn();
    access.subscribe(heard);
    expect(access.get()).toBe('unknown');
    await vi.waitFor(() => expect(access.get()).toBe('prompt'));
    status.state = 'denied';
    status.dispatchEvent(new Event('change'));
    expect([access.get(), heard.mock.calls.length]).toEqual(['denied', 2]);
  },
);

it('says nothing where the browser does not, and asks nothing on a page that comes from this computer', async () => {
  const { query } = browser('geolocation', 'denied');
  const access = deviceAccess({ query }, there);
  await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(2));
  expect(access.get()).toBe('unknown');
  for (const hostname of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]']) deviceAccess({ query }, { hostname });
  expect(query).toHaveBeenCalledTimes(2);
});
