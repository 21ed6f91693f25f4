import * as z from 'zod';

/** Units of a file that does not say its own (specification 3.1). */
export const lengthUnitSchema = z.enum(['MM', 'IN', 'CM']);
export type LengthUnit = z.infer<typeof lengthUnitSchema>;
