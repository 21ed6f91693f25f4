import type { PostalAddress } from '@sinter/sdk/contract/host/addresses';

/** A postal address in one line, as it was written. */
export function AddressText({ address }: { address: PostalAddress }) {
  const { companyName, contactName, line1, line2, postalCode, city, region, countryCode } = address;
  const place = [postalCode, city].filter(Boolean).join(' ');
  const text = [companyName, contactName, line1, line2, place, region, countryCode].filter(Boolean).join(', ');
  return <bdi>{text}</bdi>;
}
