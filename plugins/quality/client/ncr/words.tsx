import type { NcrContainment, NcrRowState, NcrStatus } from '@sinter/sdk/contract/quality/ncr';
import type { PluginHost } from '@sinter/sdk/plugin';
import { StatusPill, useTexts, type Tone } from '@sinter/sdk/ui';

type Texts = PluginHost['t'];

/** Keys that are delivered are words of the product; others are called as the facility calls them. */
const delivered = {
  type: ['dimension', 'surface', 'material', 'process', 'documents', 'damage'],
  severity: ['critical', 'major', 'minor'],
} as const;

/** What a type or severity is called: by the facility, else by the product, else as it was when it was chosen. */
export function keyText(
  t: Texts,
  what: keyof typeof delivered,
  key: string,
  known: readonly { key: string; name: string }[] = [],
): string {
  const named = known.find((each) => each.key === key)?.name;
  if (named) return named;
  const own: readonly string[] = delivered[what];
  return own.includes(key) ? t(`ncr.${what}.${key}`) : key;
}

const statusTones: Record<NcrStatus, Tone> = {
  OPEN: 'red',
  IN_REVIEW: 'amber',
  DISPOSITIONED: 'blue',
  CLOSED: 'green',
  VOID: 'grey',
};
export function NcrStatusPill({ status }: { status: NcrStatus }) {
  const t = useTexts();
  return <StatusPill tone={statusTones[status]}>{t(`ncr.status.${status}`)}</StatusPill>;
}

const containmentTones: Record<NcrContainment, Tone> = { NOT_NEEDED: 'grey', UNCONTAINED: 'red', CONTAINED: 'green' };
export function ContainmentPill({ containment }: { containment: NcrContainment }) {
  const t = useTexts();
  return <StatusPill tone={containmentTones[containment]}>{t(`ncr.containment.${containment}`)}</StatusPill>;
}

const rowTones: Record<NcrRowState, Tone> = {
  PENDING: 'grey',
  PROPOSED: 'amber',
  CUSTOMER: 'amber',
  DONE: 'green',
  REFUSED: 'red',
};
export function RowStatePill({ state }: { state: NcrRowState }) {
  const t = useTexts();
  return <StatusPill tone={rowTones[state]}>{t(`ncr.row.${state}`)}</StatusPill>;
}

const kinds: readonly string[] = ['PRINT', 'POST', 'INSPECTION'];

/** A step that has no name of its own is called as its kind. */
export const stepText = (t: Texts, step: string): string => (kinds.includes(step) ? t(`ncr.stepKind.${step}`) : step);
