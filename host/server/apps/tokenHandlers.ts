import { CallError } from '@sinter/sdk/contract';
import { issueToken, readGrants, saveGrants, tokenSeconds } from '@sinter/sdk/contract/apps/token';
import { scopeSchema } from '@sinter/sdk/contract/scopes';
import { say } from '../say.ts';
import { textOf } from './installed.ts';
import type { Parts } from './parts.ts';
import { sealToken, sessionOf } from './token.ts';

export function handleTokens({ handle, apps, grants, secrets, states }: Parts): void {
  const shown = async (id: string, facilityId: number, language: string) => {
    const app = await apps.get(id, facilityId);
    const asked = app.descriptor.scopes.map(({ scope, reason }) => ({ scope, reason: textOf(app, reason, language) }));
    const granted = await grants.of(id, facilityId);
    return {
      asked,
      granted: granted.filter((scope) => asked.some((one) => one.scope === scope)),
      changeable: !(await grants.decidedElsewhere(id, facilityId)),
    };
  };

  handle(issueToken, async ({ user, activeSession }, { params: { id }, body: { version } }) => {
    if (user.via !== 'session') throw new CallError('FORBIDDEN');
    const facilityId = await states.facilityOf(user);
    await apps.get(id, facilityId);
    await apps.running(id, version, facilityId);
    const token = sealToken(secrets, {
      plugin: id,
      version,
      session: sessionOf(activeSession),
      user: user.userId,
      facility: facilityId,
    });
    const { granted } = await shown(id, facilityId, activeSession.user.language);
    return { token, expiresIn: tokenSeconds, scopes: granted.map((scope) => scopeSchema.parse(scope)) };
  });

  handle(readGrants, ({ facilityId, activeSession }, { params: { id } }) =>
    shown(id, facilityId, activeSession.user.language),
  );

  handle(saveGrants, async ({ facilityId, user, activeSession, write }, { params: { id }, body: { scopes } }) => {
    const { descriptor } = await apps.get(id, facilityId);
    if (await grants.decidedElsewhere(id, facilityId)) {
      throw new CallError('NOT_POSSIBLE', say('app.grantedElsewhere', { app: descriptor.title }));
    }
    const stray = scopes.find((scope) => !descriptor.scopes.some((asked) => asked.scope === scope));
    if (stray !== undefined) {
      throw new CallError('INVALID_INPUT', say('app.notAsked', { app: descriptor.title, scope: stray }));
    }
    await write(async (unit) => {
      const before = await grants.of(id, facilityId);
      await grants.save(unit, { pluginId: id, facilityId, userId: user.userId }, scopes);
      await unit.audit({
        action: 'app.granted',
        objectKind: 'MODULE',
        objectId: id,
        before: { scopes: before },
        after: { scopes },
      });
    });
    return shown(id, facilityId, activeSession.user.language);
  });
}
