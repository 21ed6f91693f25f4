import * as z from 'zod';

/** What lists of orders can be narrowed by (specification 3.1, filter types). */

/** Ids, statuses or names. */
const values = z.array(z.union([z.string().max(200), z.number()])).max(200);

/** Days of the calendar (UTC), both of them included; `null` leaves that end open. */
export const dayRangeSchema = z.object({
  from: z.iso.date().nullable().default(null),
  to: z.iso.date().nullable().default(null),
});
export type DayRange = z.output<typeof dayRangeSchema>;

/** Open orders by their delivery date: it has passed; it comes within 3 days; within 7 days, those of 3 too (specification 9). */
export const dueMarkSchema = z.enum(['LATE', 'DUE_IN_3', 'DUE_IN_7']);
export type DueMark = z.infer<typeof dueMarkSchema>;

/** In place of a status: the orders whose next step the caller may do. */
export const awaitingMe = 'AWAITING_ME';

/** Everything given has to be met; of several values one. Parts that an order has may each meet another one. */
export const orderFiltersSchema = z
  .object({
    /** Texts that each have to be found. */
    SEARCH_STRING: z.array(z.string().max(200)).max(10),
    /** Statuses, names of status groups, or `AWAITING_ME`. */
    ORDER_STATUS: values,
    /** Of orders; both names mean the same. */
    ID: values,
    ORDER_ID: values,
    THIRD_PARTY_ORDER_ID: values,
    /** Of companies. */
    CUSTOMER_ID: values,
    /** Of a part of the order. */
    CAD_FILE_ID: values,
    AM_PROCESS: values,
    /** Materials by id; both names mean the same. */
    MATERIALS: values,
    SPECIFIC_MATERIAL: values,
    /** Kinds of materials by id. */
    GENERAL_MATERIAL: values,
    /** Machines that can make a part; both names mean the same. */
    MACHINE: values,
    EQUIPMENTS: values,
    PRIMARY_USE_CASE: values,
    INDUSTRY_FOCUS: values,
    /** Names of request forms. */
    RFQ_CONFIG_NAME: values,
    /** Of the caller's own side. */
    TAGS: values,
    QUOTE_DUE_DATE: dayRangeSchema,
    ESTIMATED_DELIVERY_DATE: z.union([dueMarkSchema, dayRangeSchema]),
    CREATE_DATE: dayRangeSchema,
    MODIFY_DATE: dayRangeSchema,
  })
  .partial();
export type OrderFilters = z.output<typeof orderFiltersSchema>;

/** What orders are searched by. `searchString`: an order's number, or at least 3 characters of its texts (product 3.7). */
export const orderSearchSchema = z.object({
  searchString: z.string().max(200).default(''),
  searchFilters: orderFiltersSchema.default({}),
});
export type OrderSearch = z.output<typeof orderSearchSchema>;
