import { documentLanguageSchema } from '@sinter/sdk/contract/orders/documents';
import {
  certificateTemplateSchema,
  defectSchema,
  ncrTypeSchema,
  qualitySettingsSchema,
  severitySchema,
  type QualitySettings,
} from '@sinter/sdk/contract/quality/settings';
import type { MemberRole } from '@sinter/sdk/contract';
import {
  capaHeadings,
  capaMethodSchema,
  capaProposalSchema,
  capaTemplateSchema,
  type CapaMethod,
} from '@sinter/sdk/contract/quality/capaTemplates';
import type { QualityGate } from '@sinter/sdk/contract/quality/gates';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { SettingFact } from '@sinter/sdk/state/versions';
import * as z from 'zod';
import { keyText } from '../ncr/words.tsx';

type Texts = PluginHost['t'];

const enteringTemplate = capaTemplateSchema.extend({
  tasks: z.array(capaProposalSchema.extend({ title: z.string(), dueDays: z.number().nullable() })),
});

/** What may stand there while somebody writes: a defect without a name, days that are no number. */
export const enteringSchema: z.ZodType<QualitySettings> = qualitySettingsSchema.extend({
  types: z.array(ncrTypeSchema.extend({ name: z.string() })),
  severities: z.array(severitySchema.extend({ name: z.string(), dueDays: z.number().nullable() })),
  defects: z.array(defectSchema.extend({ name: z.string() })),
  dispositions: z.array(qualitySettingsSchema.shape.dispositions.element),
  ncrNumber: z.string(),
  capaNumber: z.string(),
  capaTemplates: z.object({ EIGHT_D: enteringTemplate, FIVE_WHYS: enteringTemplate }),
  certificate: certificateTemplateSchema.extend({ statements: z.partialRecord(documentLanguageSchema, z.string()) }),
  certificateText: z.string(),
});

export const gates: readonly QualityGate[] = ['JOB_START', 'STEP_START', 'STEP_FINISH', 'SHIP'];

/** Functions that can have the right to quality management, without which nobody signs. */
const boardRoles = [
  'SP_SUPER_ADMIN',
  'SP_ADMIN',
  'SP_MANAGER',
  'SP_APPLICATION_ENGINEER',
  'SP_NON_ADMIN',
  'SP_LEGAL',
] as const satisfies readonly MemberRole[];
export type BoardRole = (typeof boardRoles)[number];
export const roles: readonly BoardRole[] = boardRoles;

/** What a type or severity is called; one that was just added has no name yet. */
export const nameIn = (t: Texts, list: 'types' | 'severities', item: { key: string; name: string }): string =>
  item.name.trim() || (isDelivered(list, item.key) ? keyText(t, wordOf[list], item.key) : t('quality.unnamed'));

const wordOf = { types: 'type', severities: 'severity' } as const;

/** Whether the product has words for it, so that it needs no name. */
export const isDelivered = (list: 'types' | 'severities', key: string): boolean => delivered[list].includes(key);

const delivered: Record<'types' | 'severities', readonly string[]> = {
  types: ['dimension', 'surface', 'material', 'process', 'documents', 'damage'],
  severities: ['critical', 'major', 'minor'],
};

/** What the settings say, in the reader's words. */
export function factsOf(t: Texts, value: QualitySettings): SettingFact[] {
  const defects = new Map(value.defects.map((each) => [each.id, each]));
  return [
    { key: 'rigor', label: t('quality.rigor'), text: t(`quality.rigor.${value.rigor}`) },
    ...gates.map((gate) => ({
      key: `gate.${gate}`,
      label: t(`quality.gate.${gate}`),
      text: t(`quality.gateRigor.${value.gates[gate]}`),
    })),
    {
      key: 'types',
      label: t('quality.types'),
      text: value.types.map((each) => nameIn(t, 'types', each)).join(', '),
    },
    {
      key: 'severities',
      label: t('quality.severities'),
      text: value.severities.map((each) => nameIn(t, 'severities', each)).join(', '),
    },
    ...value.severities.map((each) => ({
      key: `severity.${each.key}`,
      label: `${t('quality.dueDays')}: ${nameIn(t, 'severities', each)}`,
      text: each.dueDays === null ? '–' : String(each.dueDays),
    })),
    ...value.defects.map(({ id, name, parentId }) => ({
      key: `defect.${id}`,
      label: `${t('ncr.defect')}: ${name}`,
      text: [parentId === null ? '' : (defects.get(parentId)?.name ?? ''), name].filter(Boolean).join(' › '),
    })),
    {
      key: 'dispositions',
      label: t('quality.dispositions'),
      text: value.dispositions.map((each) => t(`ncr.disposition.${each}`)).join(', '),
    },
    {
      key: 'board',
      label: t('quality.board'),
      text: roles
        .filter((role) => value.boardRoles.includes(role))
        .map((role) => t(`quality.role.${role}`))
        .join(', '),
    },
    { key: 'ncrNumber', label: t('quality.ncrNumber'), text: value.ncrNumber },
    { key: 'capaNumber', label: t('quality.capaNumber'), text: value.capaNumber },
    ...capaMethodSchema.options.flatMap((method) => templateFacts(t, value, method)),
    {
      key: 'certificateSections',
      label: t('quality.certificateSections'),
      text: value.certificate.sections.map((each) => t(`quality.certificateSection.${each}`)).join(', ') || '–',
    },
    ...documentLanguageSchema.options.flatMap((language) => {
      const text = value.certificate.statements[language] ?? '';
      const label = `${t('quality.statement')}: ${t(`quality.language.${language}`)}`;
      return text === '' ? [] : [{ key: `statement.${language}`, label, text }];
    }),
    { key: 'certificateText', label: t('quality.certificateText'), text: value.certificateText || '–' },
  ];
}

function templateFacts(t: Texts, { capaTemplates }: QualitySettings, method: CapaMethod): SettingFact[] {
  const { questions, tasks } = capaTemplates[method];
  const named = (what: string) => `${t(`capa.method.${method}`)}: ${what}`;
  return [
    ...capaHeadings[method].flatMap((heading) => {
      const text = questions[heading] ?? '';
      return text === '' ? [] : [{ key: `question.${heading}`, label: named(t(`capa.heading.${heading}`)), text }];
    }),
    ...tasks.map(({ kind, title, dueDays }, index) => ({
      key: `proposal.${method}.${index}`,
      label: named(t('capa.template.task', { number: index + 1 })),
      text: [title, t(`capa.task.kind.${kind}`), dueDays === null ? '' : t('capa.template.days', { count: dueDays })]
        .filter(Boolean)
        .join(' · '),
    })),
  ];
}
