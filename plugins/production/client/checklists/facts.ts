import { checklistSchema, mostItems, type Checklist } from '@sinter/sdk/contract/production/checklists';
import { stepCheckSchema } from '@sinter/sdk/contract/production/mes';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { SettingFact } from '@sinter/sdk/state/versions';
import * as z from 'zod';
import { checkText } from '../mes/mesFacts.ts';
import type { Known } from './ChecklistsStore.ts';

/** What may stand there while somebody writes: an item without a label. */
export const enteringSchema: z.ZodType<Checklist> = checklistSchema.extend({
  items: z.array(stepCheckSchema.extend({ label: z.string() })).max(mostItems),
});

/** What a list can be for, with where its names are. */
export const appliesTo = [
  { part: 'processIds', from: 'processes' },
  { part: 'equipmentIds', from: 'machines' },
  { part: 'materialIds', from: 'materials' },
  { part: 'companyIds', from: 'customers' },
] as const;

/** Nothing is made yet when these are passed, and no machine is known. */
export const knowsMachines = ({ gate }: Pick<Checklist, 'gate'>): boolean => gate !== 'QUOTE' && gate !== 'REVIEW';

/** What a list says, in the reader's words, for what changed between two versions. */
export function factsOf(t: PluginHost['t'], value: Checklist, known: Known): SettingFact[] {
  const { name, gate, items } = value;
  return [
    { key: 'name', label: t('lists.name'), text: name },
    { key: 'gate', label: t('lists.gate'), text: t(`gate.${gate}`) },
    ...appliesTo.map(({ part, from }) => ({
      key: part,
      label: t(`lists.${from}`),
      text:
        value[part].map((id) => known[from].find((each) => each.id === id)?.name ?? `#${id}`).join(', ') ||
        t('lists.all.of'),
    })),
    { key: 'order', label: t('lists.itemsTitle'), text: items.map(({ label }) => label).join(', ') },
    ...items.map((item) => ({ key: `item.${item.key}`, label: item.label, text: checkText(t, item) })),
  ];
}
