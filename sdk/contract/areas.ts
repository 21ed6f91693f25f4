import * as z from 'zod';

/** The areas of the business. Each is one plugin; `host` is what must work before any plugin is loaded. */
export const areaSchema = z.enum([
  'host',
  'orders',
  'catalog',
  'preparation',
  'scheduling',
  'production',
  'materials',
  'quality',
  'analytics',
  'integrations',
  'grabcad',
  'admin',
]);
export type Area = z.infer<typeof areaSchema>;
