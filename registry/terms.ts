import * as z from 'zod';

/** What descriptors, menus and manifests have in common. */

const vendorId = /^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/;
const ownId = /^(?!host$)[a-z][a-z0-9-]*$/;
/** Whether a vendor publishes the plugin: such ids have two parts. */
export const isVendor = (id: string): boolean => vendorId.test(id);

/** An area for our own plugins, `vendor.name` for all others. `host` is not a plugin. */
export const pluginIdSchema = z.string().refine((id) => ownId.test(id) || isVendor(id), {
  error: 'an area of the business, or vendor.name',
});
export const versionSchema = z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, { error: 'a version like 1.2.3' });
/** `page`: the code runs beside the host's. `frame`: it runs in a sandboxed frame, because nobody has reviewed it. */
export const tierSchema = z.enum(['page', 'frame']);
export type Tier = z.infer<typeof tierSchema>;
export const layoutSchema = z.enum(['full', 'simple', 'bare']);

/** Sections of the side menu, from top to bottom. Their titles are the translation keys `menu.section.<id>`. */
export const sectionSchema = z.enum([
  'home',
  'orders',
  'production',
  'quality',
  'internal-apps',
  'apps',
  'expert',
  'business-intelligence',
  'admin',
]);
export type Section = z.infer<typeof sectionSchema>;

/** The shell has a drawing for each of these. */
// prettier-ignore
export const iconSchema = z.enum([
  'home', 'orders', 'catalog', 'part', 'stock', 'shipment', 'project', 'archive', 'planning', 'platform', 'schedule',
  'gantt', 'work-center', 'history', 'material', 'flow', 'defect', 'compliance', 'corrective-action', 'machine',
  'search', 'analytics', 'form', 'store', 'price', 'facility', 'settings', 'customer', 'checklist', 'quality', 'plug',
  'accounting', 'tag', 'mail', 'template', 'team', 'app', 'webhook', 'user', 'key', 'book', 'support', 'switch',
  'sign-out', 'cart',
]);
export type Icon = z.infer<typeof iconSchema>;

export const settingsSectionSchema = z.enum([
  'orders',
  'production',
  'quality',
  'integrations',
  'communication',
  'security',
]);
