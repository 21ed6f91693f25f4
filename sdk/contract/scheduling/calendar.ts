import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';

/** When a facility is staffed, and the rules of its planning (product 2, Facility profile and MES settings; product 3.3). */

/** Wall-clock time: `06:00`. */
const start = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const end = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/);

/** What every plan keeps to. */
export const planningRulesSchema = z.object({
  /** Whether a job that was started may run on outside staffed hours. */
  unattended: z.boolean(),
  /** Minutes between two jobs of different materials on one machine. */
  changeoverMinutes: z.number().int().min(0).max(1440),
  /** Jobs start at multiples of these minutes within the hour. */
  gridMinutes: z.union([z.literal(5), z.literal(10), z.literal(15), z.literal(30), z.literal(60)]),
});
export type PlanningRules = z.infer<typeof planningRulesSchema>;

/** Staffed hours and planning rules of a facility (product 2, Facility profile and MES settings; product 3.3). */
export const calendarSchema = z.object({
  /** In the facility's time zone. A shift that ends at or before its start ends on the next day. No shift at all: always staffed. */
  shifts: z
    .array(
      z.object({
        /** ISO: 1 is Monday. */
        weekday: z.number().int().min(1).max(7),
        from: start,
        to: end,
      }),
    )
    .max(50),
  /** Days without staff, whatever the shifts say. `date`: ISO date in the facility's time zone. */
  holidays: z.array(z.object({ date: z.iso.date(), name: z.string().trim().max(100) })).max(400),
  ...planningRulesSchema.shape,
});
export type Calendar = z.infer<typeof calendarSchema>;

/** The calendar of a facility that has set none: always staffed. */
export const openCalendar: Calendar = {
  shifts: [],
  holidays: [],
  unattended: true,
  changeoverMinutes: 0,
  gridMinutes: 15,
};

/** `timeZone`: IANA name of the facility's zone. A facility without a calendar answers `openCalendar`. */
export const readCalendar = defineCall({
  id: 'scheduling.calendar',
  owner: 'scheduling',
  method: 'GET',
  path: '/api/v1/sp/calendar',
  summary: 'Staffed hours, holidays and planning rules of the active facility.',
  guard: provider(),
  response: calendarSchema.extend({ timeZone: z.string() }),
});

/** Replaces the whole calendar. Jobs that are planned already stay where they are. */
export const updateCalendar = defineCall({
  id: 'scheduling.updateCalendar',
  owner: 'scheduling',
  method: 'PUT',
  path: '/api/v1/sp/calendar',
  summary: 'Changes the calendar of the active facility. Jobs that are planned already stay where they are.',
  guard: provider('FACILITY_CONFIG_EDITOR'),
  body: calendarSchema,
  response: calendarSchema.extend({ timeZone: z.string() }),
});
