import { createToken } from '@sinter/sdk/plugin';
import type { Work } from '@sinter/sdk/server';

/** What a room above keeps for extensions of a facility: deleted in the transaction that uninstalls one without its data. */
export interface ExtensionData {
  remove(unit: Work, of: { facilityId: number; pluginId: string }): Promise<void>;
}
export const extensionData = createToken<ExtensionData>('host/ExtensionData@1');

/** Counts what plugins call. Kept in memory and written now and then. */
export interface ExtensionCalls {
  count(by: { facilityId: number; userId: number; pluginId: string; version: string; refused: boolean }): void;
}
export const extensionCalls = createToken<ExtensionCalls>('host/ExtensionCalls@1');

/** What an administrator has granted the packages that a facility has installed. */
export interface ExtensionGrants {
  /** `null`: the facility has not installed it. */
  grantsOf(pluginId: string, facilityId: number): Promise<readonly string[] | null>;
}
export const extensionGrants = createToken<ExtensionGrants>('host/ExtensionGrants@1');
