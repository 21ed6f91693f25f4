import * as z from 'zod';
import type { Connector, ConnectorDraft } from '@sinter/sdk/contract/connectivity/connectors';
import type { DriverField } from '@sinter/sdk/contract/connectivity/fields';
import { drivers, type ConnectorType } from '@sinter/sdk/contract/connectivity/states';

export const mapSchema = z.object({ machine: z.string(), equipmentId: z.number().nullable() });
export const wordSchema = z.object({ word: z.string(), state: z.string() });
export const sourceSchema = z.object({ machine: z.string(), settings: z.record(z.string(), z.string()) });

/** What is in the form. */
export interface Values {
  type: ConnectorType;
  name: string;
  endpoint: string;
  secret: string;
  certificate: string;
  pollSeconds: number | null;
  settings: Record<string, string>;
  sources: z.infer<typeof sourceSchema>[];
  machines: z.infer<typeof mapSchema>[];
  words: z.infer<typeof wordSchema>[];
}

const emptyOf = (fields: readonly DriverField[]) =>
  Object.fromEntries(fields.map(({ id, options, usual }) => [id, options ? usual : '']));

/** Of all drivers, so that another type may be selected. */
export const usualSettings: Record<string, string> = Object.fromEntries(
  Object.values(drivers).flatMap(({ fields }) => fields.map(({ id, usual }) => [id, usual])),
);
export const blankSource: Values['sources'][number] = { machine: '', settings: {} };

/** What is not set is empty, and not what it would be at first; one of several is the usual one. */
export const settingsOf = ({ type, settings }: Connector): Record<string, string> => ({
  ...emptyOf(drivers[type].fields),
  ...settings,
});

/** What the driver is told; of the other types nothing. */
export function toldOf({
  type,
  settings,
  sources,
}: Pick<Values, 'type' | 'settings' | 'sources'>): Pick<ConnectorDraft, 'settings' | 'sources'> {
  const { fields, source } = drivers[type];
  return {
    settings: Object.fromEntries(fields.map(({ id }) => [id, settings[id] ?? ''])),
    sources: source.length === 0 ? [] : sources,
  };
}
