import type { Kysely } from 'kysely';
import type * as z from 'zod';
import type { Guard, Principal } from '../contract/guard.ts';
import { createToken } from '../plugin/token.ts';
import type { EventAudience, Work } from './defineServer.ts';
import type { Tables } from './tables.ts';

/** Which one of a kind of setting: the facility's only one (`''`), or that of a form, a customer, ... */
export interface SettingPlace {
  facilityId: number;
  elementId: string;
}

/** A setting that is drafted, published and restored. Contribute it to `settingKinds`. */
export interface SettingKind<S extends z.ZodType = z.ZodType> {
  /** `<plugin>/<name>`, unique. */
  id: string;
  /** Who edits it. */
  guard: Guard;
  schema: S;
  /** Version 0. */
  defaults: z.output<S>;
  /** Throws NOT_FOUND for an element that this editor may not know of. Left out: who edits the kind sees all of the facility. */
  requireSight?(db: Kysely<Tables>, place: SettingPlace, user: Principal): Promise<void>;
  /** Before it is published or restored: what the schema cannot say. Throws INVALID_INPUT with fields of the value, NOT_FOUND for an element that there is not. */
  check?(db: Kysely<Tables>, place: SettingPlace, value: z.output<S>): Promise<void>;
  /** In the transaction that published it: writes what others read. `by`: user id. */
  published?(unit: Work, place: SettingPlace, value: z.output<S>, by: number | null): Promise<void>;
  /** Where others write it too: what is in force now. Left out: what was published last. */
  inForce?(db: Kysely<Tables>, place: SettingPlace): Promise<z.output<S>>;
  /** Who hears that a version was published. Left out: the facility. */
  hearers?(db: Kysely<Tables>, place: SettingPlace): Promise<EventAudience>;
}
export const defineSettingKind = <S extends z.ZodType>(kind: SettingKind<S>): SettingKind<S> => kind;
export const settingKinds = createToken<SettingKind>('host/SettingKinds@1');

export interface SettingValue<Value> {
  /** 0: the defaults. */
  version: number;
  value: Value;
}

export interface SettingEntry<Value> extends SettingValue<Value> {
  at: Date | null;
  /** First and last name; empty where it is not known. */
  by: string;
  note: string;
}

export interface SettingDraft<Value> {
  value: Value;
  at: Date;
  by: string;
}

/** All that an editor of a setting begins with. */
export interface SettingState<Value> {
  published: SettingEntry<Value>;
  draft: SettingDraft<Value> | null;
  /** Goes back with each change. */
  seen: string;
}

/** Who changes, and what they had seen when they began: CONFLICT with who was faster otherwise. */
export interface Editing {
  by: number;
  seen: string;
}

/** One setting. Asks for no rights. */
export interface VersionedSetting<Value> {
  /** What is in force. One read by index. */
  current(db: Kysely<Tables>): Promise<SettingValue<Value>>;
  /** What a version said. Throws NOT_FOUND. */
  at(db: Kysely<Tables>, version: number): Promise<Value>;
  state(db: Kysely<Tables>): Promise<SettingState<Value>>;
  /** Newest first, with version 0 as the last of all. */
  list(db: Kysely<Tables>, options?: { before?: number; most?: number }): Promise<SettingEntry<Value>[]>;
  /** The value as somebody sent it. Throws INVALID_INPUT by its fields. */
  saveDraft(unit: Work, value: unknown, editing: Editing): Promise<void>;
  discardDraft(unit: Work, editing: Editing): Promise<void>;
  /** Puts the draft in force, audited and told to open pages. */
  publish(unit: Work, note: string, editing: Editing): Promise<SettingValue<Value>>;
  /** Publishes what that version said as a new one. A draft stays. */
  restore(unit: Work, version: number, editing: Editing): Promise<SettingValue<Value>>;
  /** Publishes without a draft, for what is made in one go. A draft stays. `by`: user id. */
  put(unit: Work, value: Value, given: { note: string; by: number | null }): Promise<SettingValue<Value>>;
}

export interface Versions {
  of<S extends z.ZodType>(kind: SettingKind<S>, place: SettingPlace): VersionedSetting<z.output<S>>;
  /** What is published of all elements of a kind in a facility, by element id. */
  all<S extends z.ZodType>(
    db: Kysely<Tables>,
    kind: SettingKind<S>,
    facilityId: number,
  ): Promise<ReadonlyMap<string, SettingValue<z.output<S>> & { drafted: boolean }>>;
}
export const versions = createToken<Versions>('host/Versions@1');
