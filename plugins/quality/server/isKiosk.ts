import type { CallContext } from '@sinter/sdk/server';

/** An account that devices of the floor are signed in to: it opens no files, and sees what concerns the lot in front of it. */
export const isKiosk = ({ user }: Pick<CallContext, 'user'>): boolean =>
  user.memberRoles.every((role) => role === 'LOT_USER');
