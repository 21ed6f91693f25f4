import type { PluginHost } from '@sinter/sdk/plugin';

/** A tablet of the floor that several people share: it opens no files, and measures in the name of who enters their PIN. */
export const isKiosk = ({ user }: Pick<PluginHost, 'user'>): boolean =>
  user.memberRoles.length > 0 && user.memberRoles.every((role) => role === 'LOT_USER');
