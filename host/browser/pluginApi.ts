import { createApiClient } from '@sinter/sdk/api';
import type { ApiClient, ApiClientOptions } from '@sinter/sdk/api';
import { issueToken, pluginTokenHeader } from '@sinter/sdk/contract/apps/token';
import { CallError } from '@sinter/sdk/contract/errors';
import { openedHeader } from '@sinter/sdk/contract/host/modules';
import { isVendor } from '#registry/terms';
import type { Browser } from './browser.ts';

/** So long before its end a token counts as ended, ms: what is under way then is still answered. */
const earlyMs = 30_000;

/** The client of one plugin. `openedAt`: the registry revision under which it was given, which each request says. */
export function pluginApi(
  { apiOptions }: Pick<Browser, 'apiOptions'>,
  plugin: { id: string; version: string; localBuild?: string },
  openedAt: () => number | undefined,
): ApiClient {
  const headers = async (): Promise<Record<string, string>> => ({ [openedHeader]: String(openedAt() ?? 0) });
  const own = createApiClient({ ...apiOptions, headers });
  return isVendor(plugin.id) ? vendorClient(own, { ...apiOptions, headers }, plugin) : own;
}

/**
 * The client of a vendor's plugin. Each request carries the plugin's token, which the client `own` asks for when the
 * first request is made, and again shortly before its end or when the server no longer takes it.
 */
function vendorClient(
  own: ApiClient,
  options: ApiClientOptions,
  { id, version, localBuild }: { id: string; version: string; localBuild?: string },
): ApiClient {
  let kept: { token: Promise<string>; until: number } | null = null;
  const present = (): Promise<string> => {
    if (kept && Date.now() < kept.until) return kept.token;
    const asked = { token: ask(), until: Infinity };
    asked.token.catch(() => forget(asked));
    kept = asked;
    return asked.token;
  };
  const forget = (one: typeof kept): void => {
    if (kept === one) kept = null;
  };
  async function ask(): Promise<string> {
    const { token, expiresIn } = await own.call(issueToken, { params: { id }, body: { version, localBuild } });
    if (kept) kept.until = Date.now() + expiresIn * 1000 - earlyMs;
    return token;
  }
  const client = createApiClient({
    ...options,
    headers: async () => ({ ...(await options.headers?.()), [pluginTokenHeader]: await present() }),
    // It may be the token that has ended and not the session; asking for another one tells.
    onUnauthenticated: () => undefined,
  });
  async function again<T>(request: () => Promise<T>): Promise<T> {
    const used = kept;
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'UNAUTHENTICATED') throw error;
      forget(used);
      return request();
    }
  }
  return {
    call: (...given) => again(() => client.call(...given)),
    bytes: (...given) => again(() => client.bytes(...given)),
    upload: (...given) => again(() => client.upload(...given)),
    href: client.href,
  };
}
