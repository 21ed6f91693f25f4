import type { Dispose, Readable } from './readable.ts';

/**
 * May this page reach programs on the person's own computer? `prompt`: the browser asks at the first try. `unknown`: it does not
 * say, as browsers that ask nobody do.
 */
export type DeviceAccess = 'granted' | 'prompt' | 'denied' | 'unknown';

/** What browsers have called it, the newest first. */
const names = ['loopback-network', 'local-network-access'];
/** A page that comes from this computer is not kept from others on it. */
const atHome = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The part of `navigator.permissions` that is used: it knows names that its type does not. */
interface Permissions {
  query(descriptor: { name: string }): Promise<Pick<PermissionStatus, 'state' | 'addEventListener'>>;
}

/** Follows the browser's permission for programs on this computer (Chromium's local network access), without asking for it. */
export function deviceAccess(
  permissions: Permissions | undefined = navigator.permissions,
  { hostname }: Pick<Location, 'hostname'> = location,
): Readable<DeviceAccess> {
  const listeners = new Set<() => void>();
  let access: DeviceAccess = 'unknown';
  const show = (next: DeviceAccess) => {
    access = next;
    for (const listener of listeners) listener();
  };
  const look = async () => {
    for (const name of names) {
      // A browser that does not know the name rejects.
      const found = await permissions?.query({ name }).catch(() => null);
      if (!found) continue;
      found.addEventListener('change', () => show(found.state));
      return show(found.state);
    }
  };
  if (!atHome.test(hostname)) void look();
  return {
    get: () => access,
    subscribe(listener): Dispose {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
