import type { PluginHost } from '@sinter/sdk/plugin';
import type { SettingFact } from '@sinter/sdk/state/versions';
import type { EnteredPlan } from './entered.ts';
import type { PlanAnswer } from './planAnswer.ts';
import { limitsText } from './words.tsx';

type Texts = PluginHost['t'];

const nameIn = (list: readonly { id: number; name: string }[], id: number): string =>
  list.find((each) => each.id === id)?.name ?? `#${id}`;

/** What a plan says, in the reader's words, for what changed between two versions. */
export function factsOf(t: Texts, plan: EnteredPlan, known: PlanAnswer): SettingFact[] {
  const { partId, processIds, materialIds, sampling, level, aql, reduces } = plan;
  return [
    { key: 'name', label: t('plan.name'), text: plan.name },
    { key: 'part', label: t('ncr.part'), text: partId === null ? '' : nameIn(known.parts, partId) },
    {
      key: 'processes',
      label: t('plan.processes'),
      text: processIds.map((id) => nameIn(known.processes, id)).join(', '),
    },
    {
      key: 'materials',
      label: t('plan.materials'),
      text: materialIds.map((id) => nameIn(known.materials, id)).join(', '),
    },
    {
      key: 'sampling',
      label: t('inspection.sampling'),
      text:
        sampling === 'AQL'
          ? [`ISO 2859-1 ${level}`, `AQL ${aql}`, ...(reduces ? [t('plan.reduces')] : [])].join(', ')
          : t(`plan.sampling.${sampling}`),
    },
    ...plan.characteristics.map((each) => ({
      key: `characteristic.${each.key}`,
      label: `${each.number} ${each.name}`.trim(),
      text: [
        limitsText(each, t),
        each.nominal === null ? '' : t('plan.nominalIs', { value: each.nominal }),
        each.method,
        each.isKey ? t('plan.key') : '',
      ]
        .filter(Boolean)
        .join(' · '),
    })),
  ];
}
