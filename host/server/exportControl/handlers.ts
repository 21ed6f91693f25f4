import type { Host } from '../host.ts';
import { handleControlledContent } from '../media/controlledContent.ts';
import { handleClearances } from './clearances.ts';
import { handleExportPolicy } from './policy.ts';
import { handleRelease } from './release.ts';

export function handleExportControl(host: Host): void {
  handleClearances(host);
  handleExportPolicy(host);
  handleRelease(host);
  handleControlledContent(host);
}
