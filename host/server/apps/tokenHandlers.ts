import { CallError } from '@sinter/sdk/contract';
import { issueToken, readGrants, saveGrants, tokenSeconds } from '@sinter/sdk/contract/apps/token';
import { scopeSchema } from '@sinter/sdk/contract/scopes';
import { sessionOf } from '../identity/activeSession.ts';
import { openedOf } from '../modules/grace.ts';
import { say } from '../say.ts';
import { requireBuild } from './callers.ts';
import { textOf } from './installed.ts';
import type { Parts } from './parts.ts';
import { sealToken } from './token.ts';

export function handleTokens({ handle, apps, grants, secrets, states, tried }: Parts): void {
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

  handle(issueToken, async ({ user, activeSession, request }, { params: { id }, body: { version, localBuild } }) => {
    if (user.via !== 'session') throw new CallError('FORBIDDEN');
    const facilityId = await states.facilityOf(user);
    const granted = await (async () => {
      if (localBuild !== undefined) {
        return (await requireBuild(tried(), { id: localBuild, plugin: id, version }, activeSession)).scopes;
      }
      await apps.get(id, facilityId);
      await apps.running(id, version, facilityId, openedOf(request));
      return (await shown(id, facilityId, activeSession.user.language)).granted;
    })();
    const token = sealToken(secrets, {
      plugin: id,
      version,
      session: sessionOf(activeSession),
      user: user.userId,
      facility: facilityId,
      localBuild,
    });
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
