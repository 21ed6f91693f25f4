import type { InspectionState } from '@sinter/sdk/contract/quality/inspections';
import { formatNumber } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import { StatusPill, useTexts, type Tone } from '@sinter/sdk/ui';
import type { EnteredCharacteristic } from './entered.ts';

type Texts = PluginHost['t'];

const tones: Readonly<Record<InspectionState, Tone>> = {
  ...{ OPEN: 'grey', MEASURING: 'blue', ACCEPTED: 'green', REJECTED: 'red', VOID: 'grey' },
};

export function InspectionPill({ state }: { state: InspectionState }) {
  const t = useTexts();
  return <StatusPill tone={tones[state]}>{t(`inspection.state.${state}`)}</StatusPill>;
}

type Limits = Pick<EnteredCharacteristic, 'kind' | 'lowest' | 'highest' | 'unit'>;

/** Within what it has to be: `5.95 – 6.05 mm`. */
export function limitsText({ kind, lowest, highest, unit }: Limits, t: Texts): string {
  if (kind === 'ATTRIBUTE') return t('inspection.attribute');
  const [low, high] = [lowest, highest].map((limit) =>
    limit === null ? '' : typeof limit === 'string' ? limit : formatNumber(limit, 6),
  );
  if (lowest === null) return `≤ ${high} ${unit}`.trim();
  if (highest === null) return `≥ ${low} ${unit}`.trim();
  return `${low} – ${high} ${unit}`.trim();
}
