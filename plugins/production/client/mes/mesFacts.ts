import {
  catalogStepSchema,
  kioskSchema,
  mesSettingsSchema,
  printsSchema,
  stepCheckSchema,
  workCenterSchema,
  workplanTemplateSchema,
  type MesSettings,
  type StepCheck,
} from '@sinter/sdk/contract/production/mes';
import { planningRulesSchema } from '@sinter/sdk/contract/scheduling/calendar';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { SettingFact } from '@sinter/sdk/state/versions';
import * as z from 'zod';
import { nameOf } from '../words.ts';

/** What may stand there while somebody writes: a check without a label, a template without steps. */
export const enteringSchema: z.ZodType<MesSettings> = mesSettingsSchema.extend({
  workCenters: z.array(workCenterSchema.extend({ limit: z.number().nullable() })),
  steps: z.array(
    catalogStepSchema.extend({
      workCenter: z.string(),
      checks: z.array(stepCheckSchema.extend({ label: z.string() })),
    }),
  ),
  templates: z.array(workplanTemplateSchema.extend({ steps: z.array(z.string()) })),
  scrapReasons: z.array(z.string()),
  holdReasons: z.array(z.string()),
  shiftHours: z.number(),
  mostPerLot: z.number().nullable(),
  overproduction: z.number(),
  kiosk: kioskSchema.extend({ stretchSeconds: z.number() }),
  prints: printsSchema.extend({ label: z.object({ width: z.number(), height: z.number() }) }),
  planning: planningRulesSchema.extend({ changeoverMinutes: z.number() }).nullable(),
});

type Texts = PluginHost['t'];
type Named = readonly { id: number; name: string }[];
type Catalog = Record<'processIds' | 'materialIds' | 'finishIds', Named>;

export const templateParts = ['processIds', 'materialIds', 'finishIds'] as const;

/** What a template is called: by its number where it has no name. */
export const templateName = (t: Texts, { name }: { name: string }, index: number): string =>
  name || t('mes.template', { number: index + 1 });

/** What the settings say, in the reader's words. */
export function factsOf(t: Texts, value: MesSettings, catalog: Catalog): SettingFact[] {
  const { workCenters, steps, templates, scrapReasons, holdReasons, lotStreaming, shiftHours } = value;
  const called = (
    list: readonly { key: string; name: string; kind: 'PRINT' | 'POST' | 'INSPECTION' }[],
    key: string,
  ) => {
    const found = list.find((each) => each.key === key);
    return found ? nameOf(t, found) : '–';
  };
  const joined = (parts: readonly (string | false)[]) =>
    parts.filter((part) => part !== false && part !== '').join(' · ');
  return [
    { key: 'centers', label: t('mes.centers'), text: workCenters.map((center) => nameOf(t, center)).join(', ') },
    ...workCenters.map(({ key, limit, blocks, ...center }) => ({
      key: `center.${key}`,
      label: `${t('page.workCenter')}: ${nameOf(t, center)}`,
      text: joined([
        center.name,
        t(`kind.${center.kind}`),
        limit !== null && `${t('mes.limit')}: ${limit}`,
        blocks && t('mes.blocks'),
      ]),
    })),
    { key: 'steps', label: t('steps'), text: steps.map((step) => nameOf(t, step)).join(', ') },
    ...steps.map(({ key, workCenter, optional, asksBatch, instructions, checks, ...step }) => ({
      key: `step.${key}`,
      label: `${t('step')}: ${nameOf(t, step)}`,
      text: joined([
        step.name,
        t(`kind.${step.kind}`),
        called(workCenters, workCenter),
        optional && t('mes.optional'),
        asksBatch && t('mes.asksBatch'),
        instructions,
        ...checks.map((check) => checkText(t, check)),
      ]),
    })),
    ...templates.flatMap((template, index) => {
      const label = templateName(t, template, index);
      return [
        {
          key: `template.${template.key}`,
          label,
          text: joined([template.name, template.steps.map((key) => called(steps, key)).join(' → ')]),
        },
        ...templateParts.map((part) => ({
          key: `template.${template.key}.${part}`,
          label: `${label}, ${t(`mes.${part}`)}`,
          text:
            template[part].map((id) => catalog[part].find((each) => each.id === id)?.name ?? `#${id}`).join(', ') ||
            t('mes.all'),
        })),
      ];
    }),
    {
      key: 'order',
      label: t('mes.templates'),
      text: templates.map((template, index) => templateName(t, template, index)).join(', '),
    },
    { key: 'scrapReasons', label: t('mes.scrapReasons'), text: scrapReasons.join(', ') },
    { key: 'holdReasons', label: t('mes.holdReasons'), text: holdReasons.join(', ') },
    { key: 'lotStreaming', label: t('mes.lotStreaming'), text: t(lotStreaming ? 'mes.on' : 'mes.off') },
    { key: 'shiftHours', label: t('mes.shiftHours'), text: String(shiftHours) },
    ...ruleFacts(t, value),
  ];
}

/** What is neither a list nor counted: lots, prints, planning, tablets. */
function ruleFacts(t: Texts, value: MesSettings): SettingFact[] {
  const { mostPerLot, lotNumber, autoAdvance, overproduction, prints, planning, kiosk } = value;
  const on = (is: boolean) => t(is ? 'mes.on' : 'mes.off');
  return [
    { key: 'mostPerLot', label: t('mes.mostPerLot'), text: mostPerLot === null ? '–' : String(mostPerLot) },
    { key: 'lotNumber', label: t('mes.lotNumber'), text: lotNumber || '–' },
    { key: 'autoAdvance', label: t('mes.autoAdvance'), text: on(autoAdvance) },
    { key: 'overproduction', label: t('mes.overproduction'), text: String(overproduction) },
    { key: 'code', label: t('mes.code'), text: t(`mes.code.${prints.code}`) },
    { key: 'paper', label: t('mes.paper'), text: t(`mes.paper.${prints.paper}`) },
    { key: 'label', label: t('mes.label.size'), text: `${prints.label.width} × ${prints.label.height} mm` },
    ...(['picture', 'checks', 'notes', 'signatures'] as const).map((block) => ({
      key: `block.${block}`,
      label: `${t('mes.traveler')}: ${t(`mes.block.${block}`)}`,
      text: on(prints[block]),
    })),
    ...(planning
      ? [
          { key: 'grid', label: t('mes.grid'), text: t('mes.grid.minutes', { minutes: planning.gridMinutes }) },
          { key: 'changeover', label: t('mes.changeover'), text: String(planning.changeoverMinutes) },
          { key: 'unattended', label: t('mes.unattended'), text: on(planning.unattended) },
        ]
      : []),
    { key: 'pin', label: t('mes.pin'), text: on(kiosk.pin) },
    { key: 'stretch', label: t('mes.stretch'), text: String(kiosk.stretchSeconds) },
  ];
}

export function checkText(t: Texts, { kind, label, required, unit, lowest, highest, choices }: StepCheck): string {
  const limits = [lowest !== null && `≥ ${lowest}`, highest !== null && `≤ ${highest}`, unit];
  const said = [
    t(`mes.check.${kind}`),
    t(required ? 'check.required' : 'check.optional'),
    ...limits,
    choices.join('/'),
  ];
  return `${label} (${said.filter((part) => part !== false && part !== '').join(', ')})`;
}
