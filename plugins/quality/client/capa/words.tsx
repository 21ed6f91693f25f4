import type { CapaTask } from '@sinter/sdk/contract/quality/capas';
import type { CapaStatus } from '@sinter/sdk/contract/quality/capaStatus';
import { formatDate } from '@sinter/sdk/i18n';
import { DueMarker, StatusPill, useTexts, type Tone } from '@sinter/sdk/ui';

const tones: Record<CapaStatus, Tone> = {
  DRAFT: 'grey',
  OPEN: 'red',
  IN_PROGRESS: 'amber',
  VERIFICATION: 'blue',
  CLOSED: 'green',
};
export function CapaStatusPill({ status }: { status: CapaStatus }) {
  const t = useTexts();
  return <StatusPill tone={tones[status]}>{t(`capa.status.${status}`)}</StatusPill>;
}

/** A day on which something is due; once it is done it is a day like others. */
export function Due({ on, over }: { on: string | null; over: boolean }) {
  if (on === null) return '–';
  return over ? formatDate(on) : <DueMarker date={on} />;
}

/** Who does a task: a colleague, or somebody outside. */
export const doerOf = ({ owner, supplier }: Pick<CapaTask, 'owner' | 'supplier'>): string => owner?.name ?? supplier;
