import * as z from 'zod';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { anyMember } from '../guard.ts';
import { saidSchema } from '../said.ts';

/** What people are told of what concerns them: bell, inbox, and how they want it. */

const id = z.number().int().positive();
const own = anyMember('Each person reads and changes their own ones, of the place where they are at work.');
const sentence = { text: z.string(), said: saidSchema.optional() };

/** Counting ends here: more is more. */
export const mostCounted = 100;

export const notificationSchema = z.object({
  id,
  category: z.string(),
  ...sentence,
  /** Where the thing opens; `null`: its reader may not see it any more. */
  link: z.string().nullable(),
  /** ISO date and time. */
  createdOn: z.string(),
  read: z.boolean(),
});
export type Notification = z.infer<typeof notificationSchema>;

const unreadSchema = z.object({ unread: z.number().int().min(0).max(mostCounted) });

export const countUnread = defineCall({
  id: 'host.countUnread',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/notifications/unread',
  summary: 'How many notifications the caller has not read; counted up to 100.',
  guard: own,
  response: unreadSchema,
});

export const listNotifications = defineCall({
  id: 'host.listNotifications',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/notifications',
  summary: "The caller's notifications, the newest first, and the categories there are.",
  guard: own,
  query: z.object({
    unread: z.enum(['true', 'false']).default('false'),
    category: z.string().max(60).default(''),
    /** From 0. */
    page: z.coerce.number().int().min(0).max(10_000).default(0),
    size: z.coerce.number().int().min(1).max(100).default(25),
  }),
  response: z.object({
    notifications: z.array(notificationSchema),
    totalCount: z.number().int(),
    categories: z.array(z.object({ id: z.string(), ...sentence })),
  }),
});

/** Ids of somebody else do nothing. */
export const markNotifications = defineCall({
  id: 'host.markNotifications',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/notifications/read',
  summary: 'Marks notifications as read, or as unread; answers how many are unread then.',
  guard: own,
  body: z.object({ ids: z.array(id).min(1).max(100), read: z.boolean() }),
  response: unreadSchema,
});

/** `upTo`: the newest that the person has seen, so that what comes meanwhile stays unread. Empty `category`: all of them. */
export const markAllNotifications = defineCall({
  id: 'host.markAllNotifications',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/notifications/readAll',
  summary: 'Marks all notifications up to one as read; answers how many are unread then.',
  guard: own,
  body: z.object({ upTo: id, category: z.string().max(60) }),
  response: unreadSchema,
});

/** When mails are sent: a few minutes after something happened, or what happened in a day or week together. */
export const mailTimeSchema = z.enum(['AT_ONCE', 'DAILY', 'WEEKLY', 'NEVER']);
const channels = { bell: z.boolean(), mail: z.boolean() };
const mailTime = {
  mail: mailTimeSchema,
  /** Of DAILY and WEEKLY, in `timeZone`. */
  hour: z.number().int().min(0).max(23),
  /** Of WEEKLY: 1 is Monday. */
  weekday: z.number().int().min(1).max(7),
};

export const notificationSettingsSchema = z.object({
  ...mailTime,
  /** IANA name; empty until the person has chosen. */
  timeZone: z.string(),
  kinds: z.array(
    z.object({ id: z.string(), ...sentence, category: z.object({ id: z.string(), ...sentence }), ...channels }),
  ),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

export const readNotificationSettings = defineCall({
  id: 'host.readNotificationSettings',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/notifications/settings',
  summary: 'What the caller is told of, by bell and mail, and when mails are sent.',
  guard: own,
  response: notificationSettingsSchema,
});

/** Kinds that are left out stay as they are. Refused with INVALID_INPUT for a time zone that does not exist. */
export const saveNotificationSettings = defineCall({
  id: 'host.saveNotificationSettings',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/notifications/settings',
  summary: 'Saves what the caller wants to be told of.',
  guard: own,
  body: z.object({
    ...mailTime,
    timeZone: z
      .string()
      .min(1)
      .max(60)
      .meta({ examples: ['Europe/Berlin'] }),
    kinds: z.array(z.object({ id: z.string().max(100), ...channels })).max(500),
  }),
  response: notificationSettingsSchema,
});

export const notificationsChanged = defineEvent({
  type: 'notifications.changed',
  summary: 'The hearer has a new notification, or has read some: ask again.',
  payload: z.object({}),
  guard: anyMember('It is addressed to persons.'),
  origin: 'server',
});
