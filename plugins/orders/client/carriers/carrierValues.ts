import { carrierSchema, type Carrier } from '@sinter/sdk/contract/orders/carriers';
import { isTrackingUrl } from '@sinter/sdk/contract/orders/trackingNumbers';
import * as z from 'zod';

const listed = (text: string): string[] =>
  text
    .split(/[,،、]/)
    .map((one) => one.trim())
    .filter(Boolean);

/** As they are typed: lists with commas, and an empty address for none. */
export const valuesOf = (carriers: readonly Carrier[]) => ({
  carriers: carriers.map(({ services, patterns, trackingUrl, ...carrier }) => ({
    ...carrier,
    services: services.join(', '),
    patterns: patterns.join(', '),
    trackingUrl: trackingUrl ?? '',
  })),
});
export type CarrierValues = ReturnType<typeof valuesOf>['carriers'][number];

const { services, patterns } = carrierSchema.shape;

export const valuesSchema = (t: (key: string) => string) =>
  z.object({
    carriers: z.array(
      carrierSchema.extend({
        services: z.string().transform(listed).pipe(services),
        patterns: z
          .string()
          .transform((text) => listed(text).map((one) => one.toUpperCase()))
          .refine((list) => patterns.safeParse(list).success, t('carriers.patternsWrong')),
        trackingUrl: z
          .string()
          .trim()
          .refine((text) => text === '' || isTrackingUrl(text), t('carriers.urlWrong'))
          .transform((text) => (text === '' ? null : text)),
      }),
    ),
  });

/** A new one, under a key that no other has. */
export function newCarrier(carriers: readonly CarrierValues[]): CarrierValues {
  const taken = new Set(carriers.map(({ key }) => key));
  let number = 1;
  while (taken.has(`own-${number}`)) number += 1;
  const empty = { name: '', services: '', trackingUrl: '', patterns: '', example: '' };
  return { key: `own-${number}`, kind: 'PARCEL', active: true, ...empty };
}
