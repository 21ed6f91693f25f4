import { hostTransaction } from '../session/tables.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Mail } from './mail.ts';

export function createMail(secrets: Secrets): Mail {
  return {
    async send(unit, name, { to, values }) {
      await hostTransaction(unit.db)
        .insertInto('mail_message')
        .values({ recipient: to, subject: name, body_sealed: secrets.seal('mail', JSON.stringify(values)) })
        .execute();
    },
  };
}
