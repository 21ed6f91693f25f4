import type { PluginHost } from '@sinter/sdk/plugin';

/** Where this person's projects are: at the address they came by, else where their menu leads. */
export function projectsPath({ location, opens }: Pick<PluginHost, 'location' | 'opens'>): string {
  const { pathname } = location.get();
  const known = ['/service-provider/projects', '/engineer/projects', '/projects'];
  return (
    known.find((path) => pathname === path || pathname.startsWith(`${path}/`)) ??
    known.find((path) => opens(path)) ??
    '/projects'
  );
}
