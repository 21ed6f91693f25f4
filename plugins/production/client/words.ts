import type { StepStatus } from '@sinter/sdk/contract/production/lots';
import type { StepKind } from '@sinter/sdk/contract/production/mes';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { Tone } from '@sinter/sdk/ui';

/** What a step or a work center is called: as its kind where it has no name of its own. */
export const nameOf = (t: PluginHost['t'], { name, kind }: { name: string; kind: StepKind }): string =>
  name || t(`kind.${kind}`);

export const toneOf: Record<StepStatus, Tone> = {
  NOT_READY: 'grey',
  READY: 'blue',
  IN_PROGRESS: 'green',
  PAUSED: 'amber',
  ON_HOLD: 'red',
  COMPLETED: 'grey',
  SKIPPED: 'grey',
  CANCELLED: 'grey',
};

export type Load = 'free' | 'near' | 'full';

/** How full a work center is; `null`: it has no limit. Amber from four fifths on. */
export function loadOf({ lots, limit }: { lots: number; limit: number | null }): Load | null {
  if (limit === null) return null;
  if (lots > limit) return 'full';
  return lots >= limit * 0.8 ? 'near' : 'free';
}

export const loadTone: Record<Load, Tone> = { free: 'green', near: 'amber', full: 'red' };
