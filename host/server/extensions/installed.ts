import { createToken } from '@sinter/sdk/plugin';
import type { Work } from '@sinter/sdk/server';
import type { Descriptor } from '#registry/descriptor';

/** A vendor's plugin that a facility has, and that runs there. */
export interface RunningExtension {
  descriptor: Descriptor;
  version: string;
  /** What an administrator granted; of a plugin in the server's own build folder, all that it asks for. */
  grants: readonly string[];
  tier: 'page' | 'frame';
}

export interface RunningExtensions {
  /** `null` when it is not installed, switched off, waits for its first consent, is blocked, or its key is revoked. */
  of(facilityId: number, pluginId: string): Promise<RunningExtension | null>;
  /** A plugin has made a call, or was refused one; kept in memory and written now and then. */
  countCall(by: { facilityId: number; userId: number; pluginId: string; version: string; refused: boolean }): void;
}
export const runningExtensions = createToken<RunningExtensions>('host/RunningExtensions@1');

/** What a room above keeps for extensions of a facility: deleted in the transaction that uninstalls one without its data. */
export interface ExtensionData {
  remove(unit: Work, of: { facilityId: number; pluginId: string }): Promise<void>;
}
export const extensionData = createToken<ExtensionData>('host/ExtensionData@1');
