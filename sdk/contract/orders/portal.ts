import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member } from '../guard.ts';
import { mailTimeSchema, notificationSettingsSchema } from '../host/notifications.ts';
import { orderStepSchema } from './history.ts';
import { orderDetailSchema } from './orders.ts';
import { orderCountSchema, orderRowSchema, orderStatusSchema, type OrderStatus } from './rows.ts';

/** What customers and third-party engineers see of their orders, and may do with them (product 2, customer portal config). */

/** The kind of setting whose versions are published; the element is a customer's id, or empty for all customers. */
export const portalKind = 'orders/customerPortal';

/**
 * What can be kept from customers: what a facility and the customer's colleagues have told of an order. Its number, title,
 * status, parts and dates name it, and stay.
 */
export const portalColumnSchema = z.enum([
  'facility',
  'creator',
  'customerEmail',
  'customerPhone',
  'quote',
  'deliveryMethod',
  'quoteDueDate',
  'partNumber',
  'thirdPartyOrderId',
  'primaryUseCase',
  'industryFocus',
]);
export type PortalColumn = z.infer<typeof portalColumnSchema>;

/** Statuses in which the customer has to decide something, or has put the order away: those keep apart from all others. */
export const ownStatuses: readonly OrderStatus[] = ['DRAFT', 'MATCHED', 'UNMATCHED', 'DISTRIBUTED', 'ARCHIVED'];

const language = z.string().regex(/^[a-z]{2,3}_[A-Z]{2}$/);
/** Text by language. A language that is not there reads the English one, or else the first. */
const wordsIn = (most: number) => z.record(language, z.string().trim().min(1).max(most));
export type Words = Readonly<Record<string, string>>;

/** What customers read of one status, or of several that are one to them. */
const publicStatusSchema = z.object({
  name: wordsIn(60).refine((words) => Object.keys(words).length > 0),
  statuses: z.array(orderStatusSchema).min(1),
});
export type PublicStatus = z.infer<typeof publicStatusSchema>;

const once = (values: readonly string[]): boolean => new Set(values).size === values.length;

/** What one status means is not told in two ways, and two that are told apart are not called the same. */
export const publicStatusesSchema = z
  .array(publicStatusSchema)
  .max(orderStatusSchema.options.length)
  .refine((all) => once(all.flatMap(({ statuses }) => statuses)))
  .refine((all) =>
    all.every(({ statuses }) => statuses.length === 1 || !statuses.some((one) => ownStatuses.includes(one))),
  )
  .refine((all) => {
    const named = all.flatMap(({ name }) => Object.entries(name).map(([key, text]) => `${key} ${text.toLowerCase()}`));
    return once(named);
  })
  .meta({ examples: [[{ name: { en_US: 'Being made' }, statuses: ['AGREEMENT_DONE', 'IN_MANUFACTURING'] }]] });

const fields = {
  hiddenColumns: z
    .array(portalColumnSchema)
    .max(portalColumnSchema.options.length)
    .refine(once)
    .meta({ examples: [['facility', 'partNumber']] }),
  statuses: publicStatusesSchema,
  /** How many pieces are made, and what is planned. */
  showWork: z.boolean(),
  /** Photos of reported problems. */
  showPhotos: z.boolean(),
  allowMessages: z.boolean(),
  allowReorder: z.boolean(),
  /** Withdrawing an order, and asking to cancel one. */
  allowCancel: z.boolean(),
  allowInvoice: z.boolean(),
  welcome: wordsIn(1000),
  /** What people of the customer hear who have chosen nothing: when they are mailed, and the kinds that differ. */
  notices: z.object({
    mail: mailTimeSchema,
    kinds: z
      .record(z.string().max(100), z.object({ bell: z.boolean(), mail: z.boolean() }))
      .refine((kinds) => Object.keys(kinds).length <= 200),
  }),
};
export const portalSchema = z.object(fields);
export type Portal = z.infer<typeof portalSchema>;

/** What is published: for all customers in place of what is delivered, or for one in place of what holds for all. */
export const portalChangeSchema = portalSchema.partial();
export type PortalChange = z.infer<typeof portalChangeSchema>;

/** As it is delivered. */
export const defaultPortal: Portal = {
  hiddenColumns: [],
  statuses: [],
  showWork: true,
  showPhotos: true,
  allowMessages: true,
  allowReorder: true,
  allowCancel: true,
  allowInvoice: true,
  welcome: {},
  notices: { mail: 'AT_ONCE', kinds: {} },
};

/** The text in a language, else in English, else in the first there is. */
export const wordsFor = (words: Words, reader: string): string | null =>
  words[reader] ?? words['en_US'] ?? Object.values(words)[0] ?? null;

const editor = member({
  roles: ['ROLE_SERVICE_PROVIDER'],
  permissions: ['CUSTOMER_PORTAL_EDITOR'],
  rootFacility: true,
});
export const portalEditor = editor;

export const listPortalCustomers = defineCall({
  id: 'orders.portalCustomers',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/portal/customers',
  summary: 'Customers whose portal the active facility decides on, by name, with what differs for each.',
  guard: editor,
  query: z.object({ search: z.string().max(200).default('') }),
  response: z.object({
    customers: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        /** Names of the settings that are published for this customer alone. */
        own: z.array(z.string()),
        /** A change of them is begun, and not published. */
        drafted: z.boolean(),
      }),
    ),
    /** There are more than are listed; search narrows them. */
    more: z.boolean(),
  }),
});

export const listPortalNotices = defineCall({
  id: 'orders.portalNotices',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/portal/notices',
  summary: 'What customers can be told of, and what they hear unless the portal or they say otherwise.',
  guard: editor,
  response: notificationSettingsSchema.shape.kinds,
});

/**
 * The orders that facilities of the caller's enterprise make, and nobody else was asked for; no export-controlled ones, and
 * nothing that the customer keeps to themselves. Refused with NOT_FOUND for a company that is no customer, and for an order
 * that is not among these.
 */
export const previewPortal = defineCall({
  id: 'orders.previewPortal',
  owner: 'orders',
  method: 'POST',
  reads: true,
  path: '/api/v3/orders/portal/preview',
  summary: "What a customer's list and one of their orders would show with these settings.",
  guard: editor,
  body: z.object({
    companyId: z.number().int(),
    /** Everything that would hold for this customer. */
    portal: portalSchema,
    /** The order to open; the first of the list unless given. */
    orderId: z.number().int().optional(),
  }),
  response: z.object({
    orders: z.array(orderRowSchema),
    counts: orderCountSchema.pick({ byStatus: true }),
    order: orderDetailSchema.nullable(),
    history: z.array(orderStepSchema),
  }),
});
