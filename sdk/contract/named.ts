import * as z from 'zod';

/** A reference: the id of a row and the name people know it by. */
export const namedSchema = z.object({ id: z.number().int(), name: z.string() });

/**
 * A facility as its reader may know it. Where the customer portal keeps its name, that of the shop stands in its place; of
 * several in one order each has a number there instead, and an empty name.
 */
export const supplierSchema = namedSchema.extend({ number: z.number().int().positive().optional() });
export type Supplier = z.infer<typeof supplierSchema>;

/** What people read; `t` knows `supplier`. */
export const supplierText = (
  t: (key: 'supplier', values: { number: number }) => string,
  { name, number }: Pick<Supplier, 'name' | 'number'>,
): string => (number === undefined ? name : t('supplier', { number }));
