import type { Parts } from './parts.ts';
import { handleClearances } from './clearances.ts';
import { handleExportPolicy } from './policy.ts';
import { handleRelease } from './release.ts';

export function handleExportControl(host: Parts): void {
  handleClearances(host);
  handleExportPolicy(host);
  handleRelease(host);
}
