import type { Principal } from '@sinter/sdk/contract';
import type { SessionUser } from '@sinter/sdk/contract/host/session';

/** That a session's user is a verified US person where export-controlled work is done. */
export interface Clearance {
  before: Date;
  /** CIDR; empty: any address. */
  networks: readonly string[];
}

/** What a request is done as. */
export interface ActiveSession {
  /** SHA-256 of the token. */
  id: string;
  /** Of a bearer token: the browser session that it ends with. */
  parentId: string | null;
  membershipId: number;
  /** When its user signed in. */
  since: Date;
  expiresAt: Date;
  /** When its user last proved who they are. */
  authenticatedAt: Date;
  user: SessionUser;
  principal: Principal;
  /** `null`: its user is not cleared for export-controlled content here. */
  clearance: Clearance | null;
}

/** The browser session; a bearer token that was made from it counts as the same. */
export const sessionOf = ({ id, parentId }: ActiveSession): string => parentId ?? id;
