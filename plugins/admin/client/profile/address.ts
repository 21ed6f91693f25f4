import * as z from 'zod';
import type { PostalAddress } from '@sinter/sdk/contract/host/addresses';
import type { PluginHost } from '@sinter/sdk/plugin';

/** As a form holds it: the country may not be chosen yet. */
export type AddressValues = Omit<PostalAddress, 'countryCode'> & { countryCode: string | null };

export const noAddress: AddressValues = {
  companyName: '',
  contactName: '',
  phone: '',
  line1: '',
  line2: '',
  city: '',
  region: '',
  postalCode: '',
  countryCode: null,
};

const isEmpty = (address: AddressValues): boolean =>
  Object.values(address).every((value) => value === null || value.trim() === '');

/** An address that has to be complete. */
export function addressSchema(t: PluginHost['t']) {
  const line = (longest: number) => z.string().trim().max(longest);
  return z.object({
    companyName: line(200),
    contactName: line(200),
    phone: line(40),
    line1: line(200).min(1, t('profile.address.line1.needed')),
    line2: line(200),
    city: line(100).min(1, t('profile.address.city.needed')),
    region: line(100),
    postalCode: line(20),
    countryCode: z
      .string()
      .nullable()
      .transform((code, check) => {
        if (code !== null) return code;
        check.addIssue({ code: 'custom', message: t('profile.address.country.needed') });
        return z.NEVER;
      }),
  });
}

/** An address that may be left out; half of one is not enough. */
export function optionalAddressSchema(t: PluginHost['t']) {
  const complete = addressSchema(t);
  return z.custom<AddressValues>().transform((address, check): PostalAddress | null => {
    if (isEmpty(address)) return null;
    const parsed = complete.safeParse(address);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) check.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });
}
