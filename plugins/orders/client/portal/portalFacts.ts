import { portalSchema, type Portal, type PortalChange } from '@sinter/sdk/contract/orders/portal';
import { orderStatusSchema } from '@sinter/sdk/contract/orders/orders';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { SettingFact } from '@sinter/sdk/state/versions';
import * as z from 'zod';

type Texts = PluginHost['t'];
export type PortalField = keyof Portal;
export const portalFields = portalSchema.keyof().options;

export const switches = [
  'showWork',
  'showPhotos',
  'allowMessages',
  'allowReorder',
  'allowCancel',
  'allowInvoice',
] as const satisfies readonly PortalField[];

const words = z.record(z.string(), z.string());

/** What may stand there while somebody writes: a status without a name, or a name without a status. */
export const enteringSchema: z.ZodType<PortalChange> = portalSchema
  .extend({
    welcome: words,
    statuses: z.array(z.object({ name: words, statuses: z.array(orderStatusSchema) })),
  })
  .partial();

/** What differs, in the reader's words. */
export const factsOf =
  (t: Texts) =>
  (change: PortalChange): SettingFact[] =>
    portalFields.flatMap((field): SettingFact[] => {
      const text = textOf(t, change, field);
      return text === null ? [] : [{ key: field, label: t(`portal.${field}`), text }];
    });

function textOf(t: Texts, change: PortalChange, field: PortalField): string | null {
  const { hiddenColumns, statuses, welcome } = change;
  const none = t('portal.none');
  if (field === 'hiddenColumns') {
    return hiddenColumns ? hiddenColumns.map((column) => t(`column.${column}`)).join(', ') || none : null;
  }
  if (field === 'statuses') {
    const one = ({ name, statuses: named }: NonNullable<typeof statuses>[number]) =>
      `${Object.values(name).join(' / ')}: ${named.map((status) => t(`status.${status}`)).join(', ')}`;
    return statuses ? statuses.map(one).join('; ') || none : null;
  }
  if (field === 'welcome') return welcome ? Object.values(welcome).join(' / ') || none : null;
  if (field === 'notices') {
    if (!change.notices) return null;
    const { mail, kinds } = change.notices;
    const differing = Object.keys(kinds).length;
    return [t(`portal.mail.${mail}`), differing > 0 && t('portal.notices.count', { count: differing })]
      .filter((part) => part !== false)
      .join('; ');
  }
  const on = change[field];
  return on === undefined ? null : t(on ? 'yes' : 'no');
}
