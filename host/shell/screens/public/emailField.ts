import * as z from 'zod';
import { emailSchema } from '@sinter/sdk/contract/host/account';

/** An address that has to be given; what is wrong with it, in the reader's language. */
export const emailField = (t: (key: string) => string) =>
  z
    .string()
    .trim()
    .min(1, t('person.email.required'))
    .refine((text) => text === '' || emailSchema.safeParse(text).success, t('person.email.wrong'));
