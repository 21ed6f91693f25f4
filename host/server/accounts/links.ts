import * as z from 'zod';
import type { Work } from '@sinter/sdk/server';
import type { Parts } from './parts.ts';
import { roomTransaction } from '../people/tables.ts';

/** The address that the link was mailed to: it verifies this one only. */
const data = z.object({ email: z.string() });

/** Weak passwords may be tried a few times before the link is used up. */
export const resetLink = { name: 'reset-password', data, minutes: 60, tries: 20 };
export const verificationLink = { name: 'verify-email', data, minutes: 3 * 24 * 60 };

/** Somebody a mail is written to. */
export interface Addressee {
  id: number;
  email: string;
  name: string;
  language: string;
}

export async function mailVerification(host: Parts, unit: Work, { id, email, name, language }: Addressee) {
  const db = roomTransaction(unit.db);
  await host.challenges.drop(verificationLink, id, db);
  const hash = await host.challenges.ask(verificationLink, { email }, { userId: id, db });
  const values = { name, link: `${host.publicUrl()}/verify-email/${hash}` };
  await host.mail.send(unit, 'verifyEmail', { to: email, language, values });
}

/** To the owner of an address that somebody else, or they themselves, gave as a new one. */
export async function mailAlreadyRegistered(host: Parts, unit: Work, { email, name, language }: Omit<Addressee, 'id'>) {
  const values = { name, link: `${host.publicUrl()}/custom-login` };
  await host.mail.send(unit, 'alreadyRegistered', { to: email, language, values });
}
