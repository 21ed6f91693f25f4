import * as z from 'zod';

/** A postal address (specification 3). `countryCode` is ISO 3166. */
export const addressSchema = z.object({
  id: z.number().int(),
  companyName: z.string().max(200),
  contactName: z.string().max(200),
  phone: z.string().max(40),
  line1: z.string().max(200),
  line2: z.string().max(200),
  city: z.string().max(100),
  region: z.string().max(100),
  postalCode: z.string().max(20),
  /** Two letters. */
  countryCode: z.string().length(2),
});
export type Address = z.infer<typeof addressSchema>;
/** As it is stored with what has one. */
export const postalAddressSchema = addressSchema.omit({ id: true });
export type PostalAddress = z.infer<typeof postalAddressSchema>;
