import type { Host } from '../host.ts';
import { handleAddresses } from './addresses.ts';
import { handleCertifications } from './certifications.ts';
import { handleCountries } from './countries.ts';
import { handleFacilities } from './facilities.ts';
import { handleProfiles } from './profiles.ts';
import { handleTree } from './tree.ts';

/** Facilities and companies, and where they are. */
export function handlePlaces(host: Host): void {
  handleFacilities(host);
  handleTree(host);
  handleProfiles(host);
  handleCertifications(host);
  handleAddresses(host);
  handleCountries(host);
}
