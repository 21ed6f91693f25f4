import { CallError, type Sentence } from '@sinter/sdk/contract';
import { provider } from '@sinter/sdk/contract/guard';
import {
  plainQuality,
  qualityKind,
  qualitySettingsSchema,
  type QualitySettings,
} from '@sinter/sdk/contract/quality/settings';
import { defineSettingKind } from '@sinter/sdk/server';
import { wrongToken } from '../shared/certificate.ts';
import { say } from './texts.ts';

/** How strictly a facility works with non-conformances, with its versions. */
export const quality = defineSettingKind({
  id: qualityKind,
  guard: provider('QMS_SETTINGS_EDITOR'),
  schema: qualitySettingsSchema,
  defaults: plainQuality,
  check: (_db, _place, value) => {
    const fields = faultsOf(value);
    if (Object.keys(fields).length > 0) throw new CallError('INVALID_INPUT', undefined, { fields });
    return Promise.resolve();
  },
});

/** The product has words for these; others are called by their names. */
const delivered = new Set([...plainQuality.types, ...plainQuality.severities].map(({ key }) => key));

/** What the schema cannot say, by field. */
export function faultsOf({ types, severities, defects, certificate }: QualitySettings): Record<string, Sentence> {
  const fields: Record<string, Sentence> = {};
  for (const [list, of] of Object.entries({ types, severities })) {
    const seen = new Set<string>();
    for (const [index, { key, name }] of of.entries()) {
      if (name === '' && !delivered.has(key)) fields[`${list}.${index}.name`] = say('nameNeeded');
      if (seen.has(key)) fields[`${list}.${index}.key`] = say('twice', { key });
      seen.add(key);
    }
  }
  for (const [language, statement] of Object.entries(certificate.statements)) {
    const token = wrongToken(statement);
    if (token !== null) fields[`certificate.statements.${language}`] = say('certificateToken', { token });
  }
  const known = new Map(defects.map((defect) => [defect.id, defect]));
  for (const [index, { id, parentId }] of defects.entries()) {
    const path = `defects.${index}.parentId`;
    if (known.get(id) !== defects[index]) fields[`defects.${index}.id`] = say('twice', { key: String(id) });
    else if (parentId !== null && !known.has(parentId)) fields[path] = say('noParent');
    else if (inItself(known, id)) fields[path] = say('circle');
  }
  return fields;
}

/** Whether the way up from a defect comes back to one that it has passed. */
function inItself(known: ReadonlyMap<number, QualitySettings['defects'][number]>, id: number): boolean {
  const passed = new Set<number>();
  for (let at: number | null = id; at !== null; at = known.get(at)?.parentId ?? null) {
    if (passed.has(at)) return true;
    passed.add(at);
  }
  return false;
}
