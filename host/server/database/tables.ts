import type { ColumnType, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';

/** The tables that everybody may know, with those that a room adds or of which it knows more columns. */
type With<Own> = Omit<Tables, keyof Own> & Own;
export type TransactionWith<Own> = Transaction<With<Own>>;
/** A transaction is one too; the compiler compares handles of different rooms only when it is told so. */
export type DbWith<Own> = Kysely<With<Own>> | TransactionWith<Own>;

/** Set by the database when the row is made. */
export type Now = ColumnType<Date, never, never>;
/** Written as text, read as what it says. */
export type Json<T> = ColumnType<T, string | null, string | null>;
