import { CallError, type Sentence } from '@sinter/sdk/contract';
import { provider } from '@sinter/sdk/contract/guard';
import {
  lotNumberFault,
  mesKind,
  mesSettingsSchema,
  plainMes,
  type MesSettings,
} from '@sinter/sdk/contract/production/mes';
import { planningRules } from '@sinter/sdk/contract/scheduling/planningRules';
import { defineSettingKind, versions, type Services, type SettingKind } from '@sinter/sdk/server';
import { say } from '../texts.ts';

/** How a facility makes parts, with its versions. */
export const mes = defineSettingKind({
  id: mesKind,
  guard: provider('MES_SETTINGS_EDITOR'),
  schema: mesSettingsSchema,
  defaults: plainMes,
  check: (_db, _place, value) => {
    const fields = faultsOf(value);
    if (Object.keys(fields).length > 0) throw new CallError('INVALID_INPUT', undefined, { fields });
    return Promise.resolve();
  },
});

/** As its editors see it: what it says of planning is in force in the facility's calendar, where others write it too. */
export const mesWithPlanning = (services: Pick<Services, 'get'>): SettingKind<typeof mesSettingsSchema> => ({
  ...mes,
  async inForce(db, place) {
    const { value } = await services.get(versions).of(mes, place).current(db);
    return { ...value, planning: await services.get(planningRules).read({ db }, place.facilityId) };
  },
  async published(unit, { facilityId }, { planning }) {
    if (planning) await services.get(planningRules).write(unit, facilityId, planning);
  },
});

/** What the schema cannot say, by field. */
export function faultsOf({ workCenters, steps, templates, lotNumber }: MesSettings): Record<string, Sentence> {
  const fields: Record<string, Sentence> = {};
  for (const [list, of] of Object.entries({ workCenters, steps, templates })) {
    const seen = new Set<string>();
    for (const [index, { key }] of of.entries()) {
      if (seen.has(key)) fields[`${list}.${index}.key`] = say('mesTwice', { key });
      seen.add(key);
    }
  }
  const centers = new Map(workCenters.map((center) => [center.key, center]));
  for (const [index, { workCenter, kind, checks }] of steps.entries()) {
    if (centers.get(workCenter)?.kind !== kind) fields[`steps.${index}.workCenter`] = say('mesNoCenter');
    for (const [at, check] of checks.entries()) {
      const path = `steps.${index}.checks.${at}`;
      const { kind: asked, lowest, highest, choices } = check;
      if (asked === 'LIST' && choices.length === 0) fields[`${path}.choices`] = say('mesNoChoices');
      if (lowest !== null && highest !== null && lowest > highest) fields[`${path}.highest`] = say('mesLimits');
      if (checks.findIndex(({ key }) => key === check.key) !== at) {
        fields[`${path}.key`] = say('mesTwice', { key: check.key });
      }
    }
  }
  const catalog = new Map(steps.map((step) => [step.key, step]));
  for (const [index, template] of templates.entries()) {
    const path = `templates.${index}.steps`;
    const kinds = template.steps.map((key) => catalog.get(key)?.kind);
    if (kinds.includes(undefined)) fields[path] = say('mesNoStep');
    // A build makes the lot; what follows is done to its pieces.
    else if (kinds.indexOf('PRINT') !== 0 || kinds.lastIndexOf('PRINT') !== 0) fields[path] = say('mesPrintFirst');
  }
  const pattern = lotNumberFault(lotNumber);
  if (pattern) fields['lotNumber'] = say(`mesNumber_${pattern}`);
  if (!templates.some(fitsAll)) fields['templates'] = say('mesNoGeneral');
  return fields;
}

const fitsAll = ({ processIds, materialIds, finishIds }: MesSettings['templates'][number]): boolean =>
  [processIds, materialIds, finishIds].every((ids) => ids.length === 0);
