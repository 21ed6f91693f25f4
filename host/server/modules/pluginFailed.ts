import { createToken } from '@sinter/sdk/plugin';

/** Hears of each failure that a browser reports. Rooms above contribute theirs. */
export type PluginFailed = (failure: {
  facilityId: number;
  userId: number;
  pluginId: string;
  version: string;
  kind: string;
}) => Promise<void>;
export const pluginFailed = createToken<PluginFailed>('host/PluginFailed@1');
