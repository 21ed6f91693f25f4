import { createToken } from '@sinter/sdk/plugin';
import type { InstalledPlugin } from '#registry/resolve';

/** A file of a package as it was signed. */
export interface PackageContent {
  content: Buffer;
  /** Made from the content. */
  etag: string;
}

/** Packages that facilities have installed themselves, beside those that were built with the server. */
export interface FacilityPackages {
  installed(facilityId: number): Promise<readonly InstalledPlugin[]>;
  /**
   * `path` begins with the folder `<version>-<hash>`. `null` unless the facility has the plugin, and this version of it is neither
   * blocked nor signed by a revoked key.
   */
  file(facilityId: number, pluginId: string, path: string): Promise<PackageContent | null>;
}
export const facilityPackages = createToken<FacilityPackages>('host/FacilityPackages@1');
