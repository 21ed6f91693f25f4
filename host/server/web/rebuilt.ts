import { createToken } from '@sinter/sdk/plugin';

/** A build has changed these plugins: every open page asks for the manifest again. */
export type PluginsRebuilt = (ids: readonly string[]) => void;
export const pluginsRebuilt = createToken<PluginsRebuilt>('host/PluginsRebuilt@1');
