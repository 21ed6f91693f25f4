import type * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import {
  addPasskey,
  confirmTotp,
  needsFactor,
  readSecondFactors,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  type secondFactorsSchema,
  startPasskey,
  startTotp,
} from '@sinter/sdk/contract/host/security';
import type { Work } from '@sinter/sdk/server';
import type { Parts } from './parts.ts';
import type { RequestContext } from '../http/context.ts';
import { sessionsChanged } from '../events/outbox.ts';
import { policyOf } from '../session/policy.ts';
import { roomTransaction, type RoomTransaction } from '../session/tables.ts';
import { factorsOf } from '../factors/factors.ts';
import { askToMake, readMade, relyingParty } from './passkeys.ts';
import { readPerson } from './people.ts';
import { renewCodes } from '../factors/recoveryCodes.ts';
import { confirmSetup, startSetup } from './totp.ts';
import { say } from '../say.ts';

const mostPasskeys = 20;

/** What happened to somebody's factors, as the mail about it and the audit know it. */
type Change = 'TOTP_ADDED' | 'TOTP_REMOVED' | 'PASSKEY_ADDED' | 'PASSKEY_REMOVED' | 'CODES_RENEWED';

/** Setting up and removing second factors. */
export function handleEnrolment(host: Parts): void {
  const { handle, db } = host;

  const present = async (context: RequestContext): Promise<z.output<typeof secondFactorsSchema>> => {
    const { userId } = context.user;
    const [factors, { secondFactor }, person] = await Promise.all([
      factorsOf(db, userId),
      policyOf(db, context.user),
      readPerson(db, userId),
    ]);
    return {
      policy: needsFactor(secondFactor, context.user.memberRoles)
        ? 'REQUIRED'
        : secondFactor === 'OFF'
          ? 'OFF'
          : 'OFFERED',
      hasPassword: person.passwordHash !== null,
      totpSince: factors.totpSince?.toISOString() ?? null,
      passkeys: factors.passkeys.map(({ createdAt, lastUsedAt, ...passkey }) => ({
        ...passkey,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      recoveryCodesLeft: factors.recoveryCodesLeft,
      passkeysPossible: partyOf(context) !== null,
    };
  };

  const partyOf = (context: RequestContext) => relyingParty(host.publicUrl(), context.origin);

  const needParty = (context: RequestContext) => {
    const party = partyOf(context);
    if (!party) throw new CallError('FORBIDDEN', say('noPasskeysHere'));
    return party;
  };

  /** The mail, the entry and the word to the other nodes that go with every change. */
  const tell = async (context: RequestContext, unit: Work, change: Change): Promise<void> => {
    const own = roomTransaction(unit.db);
    const { id, email, name, language } = await readPerson(own, context.user.userId);
    const values = { name, what: change, address: context.request.ip };
    await host.mail.send(unit, 'factorsChanged', { to: email, language, values });
    const action = `factors.${change.toLowerCase()}`;
    await unit.audit({ action, objectKind: 'USER', objectId: String(id) });
    // Whether a factor is due is remembered with the session.
    await unit.emit(sessionsChanged, { userId: id }, {});
  };

  /** One change of a user's factors at a time: which is the first and which the last must be known. */
  const lock = async (unit: Work, userId: number): Promise<RoomTransaction> => {
    const own = roomTransaction(unit.db);
    await own.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();
    return own;
  };

  /** Adds one; with the first come recovery codes. */
  const add = async (context: RequestContext, change: Change, insert: (db: RoomTransaction) => Promise<void>) => {
    const { userId } = context.user;
    const recoveryCodes = await context.write(async (unit) => {
      const own = await lock(unit, userId);
      const first = await isBare(own, userId);
      await insert(own);
      await tell(context, unit, change);
      return first ? renewCodes(own, userId) : null;
    });
    return { ...(await present(context)), recoveryCodes };
  };

  /** Removes one; recovery codes go with the last. */
  const remove = async (context: RequestContext, change: Change, take: (db: RoomTransaction) => Promise<bigint>) => {
    const { userId } = context.user;
    await context.write(async (unit) => {
      const own = await lock(unit, userId);
      if ((await take(own)) === 0n) throw new CallError('NOT_FOUND');
      if (await isBare(own, userId)) {
        const { secondFactor } = await policyOf(own, context.user);
        if (needsFactor(secondFactor, context.user.memberRoles)) {
          throw new CallError('FORBIDDEN', say('factorRequired'));
        }
        await own.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
      }
      await tell(context, unit, change);
    });
    return present(context);
  };

  handle(readSecondFactors, present);

  handle(startTotp, async (context) => {
    const [{ title }, { id, email }] = await Promise.all([
      host.readTheme(context.request.hostname),
      readPerson(db, context.user.userId),
    ]);
    return startSetup(host, id, title, email);
  });

  handle(confirmTotp, (context, { body }) =>
    add(context, 'TOTP_ADDED', async (own) => {
      if (await confirmSetup(host, own, context.user.userId, body.code)) return;
      throw new CallError('INVALID_INPUT', undefined, { fields: { code: say('codeWrong') } });
    }),
  );

  handle(removeTotp, (context) =>
    remove(context, 'TOTP_REMOVED', async (own) => {
      const { userId } = context.user;
      return (await own.deleteFrom('totp').where('user_id', '=', userId).executeTakeFirst()).numDeletedRows;
    }),
  );

  handle(startPasskey, async (context) =>
    askToMake(host, needParty(context), await readPerson(db, context.user.userId)),
  );

  handle(addPasskey, async (context, { body }) => {
    const { userId } = context.user;
    const made = await readMade(host, needParty(context), userId, body);
    return add(context, 'PASSKEY_ADDED', async (own) => {
      const { passkeys } = await factorsOf(own, userId);
      if (passkeys.length >= mostPasskeys) {
        throw new CallError('FORBIDDEN', say('tooManyPasskeys', { most: mostPasskeys }));
      }
      const { id, publicKey: public_key, counter, transports } = made;
      const inserted = await own
        .insertInto('passkey')
        .values({ id, user_id: userId, name: body.name, public_key, counter, transports })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (inserted.numInsertedOrUpdatedRows === 0n) throw new CallError('CONFLICT', say('passkeyTaken'));
    });
  });

  handle(removePasskey, (context, { params }) =>
    remove(context, 'PASSKEY_REMOVED', async (own) => {
      const mine = own.deleteFrom('passkey').where('id', '=', params.id).where('user_id', '=', context.user.userId);
      return (await mine.executeTakeFirst()).numDeletedRows;
    }),
  );

  handle(renewRecoveryCodes, async (context) => {
    const { userId } = context.user;
    const recoveryCodes = await context.write(async (unit) => {
      const own = await lock(unit, userId);
      if (await isBare(own, userId)) throw new CallError('FORBIDDEN', say('factorFirst'));
      await tell(context, unit, 'CODES_RENEWED');
      return renewCodes(own, userId);
    });
    return { recoveryCodes };
  });
}

async function isBare(db: RoomTransaction, userId: number): Promise<boolean> {
  const { totpSince, passkeys } = await factorsOf(db, userId);
  return !totpSince && passkeys.length === 0;
}
