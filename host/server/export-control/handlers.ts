import type { FileStore } from '../files/store.ts';
import type { Host } from '../host.ts';
import { handleControlledContent } from './content.ts';
import { handleClearances } from './people.ts';
import { handleExportPolicy } from './policy.ts';
import { handleRelease } from './release.ts';

export function handleExportControl(host: Host, store: FileStore): void {
  handleClearances(host);
  handleExportPolicy(host);
  handleRelease(host, store);
  handleControlledContent(host);
}
