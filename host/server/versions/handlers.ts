import { CallError, refusal } from '@sinter/sdk/contract';
import {
  discardSettingDraft,
  listSettingVersions,
  publishSetting,
  readSetting,
  restoreSetting,
  saveSettingDraft,
  type SettingAnswer,
  type SettingVersion,
} from '@sinter/sdk/contract/host/versions';
import { type SettingEntry, settingKinds, type VersionedSetting } from '@sinter/sdk/server';
import { callSwitch } from '../http/callers.ts';
import type { RequestContext } from '../http/context.ts';
import type { Parts } from './parts.ts';

const shownAtOnce = 20;

export function handleVersions({ handle, db, versions }: Parts): void {
  /** The setting that a call names, once its caller may edit it. */
  async function asked(context: RequestContext, { kind: name, elementId }: { kind: string; elementId: string }) {
    const kind = context.all(settingKinds).find(({ id }) => id === name);
    if (!kind) throw new CallError('NOT_FOUND');
    const { facilityId, request } = context;
    const [owner = ''] = name.split('/');
    const runs = owner === 'host' || (await context.get(callSwitch)({ owner, flag: undefined }, request));
    if (!runs) throw new CallError('MODULE_OFF');
    const refused = refusal(kind.guard, context.user);
    if (refused) throw new CallError(refused.code);
    await kind.requireSight?.(db, { facilityId, elementId }, context.user);
    return versions.of(kind, { facilityId, elementId });
  }

  handle(readSetting, async (context, { query }) => answerOf(await asked(context, query)));

  handle(listSettingVersions, async (context, { query }) => {
    const setting = await asked(context, query);
    const found = await setting.list(db, { before: query.before, most: shownAtOnce + 1 });
    return { versions: found.slice(0, shownAtOnce).map(toWire), more: found.length > shownAtOnce };
  });

  handle(saveSettingDraft, async (context, { body }) => {
    const setting = await asked(context, body);
    await context.write((unit) => setting.saveDraft(unit, body.value, editing(context, body)));
    return answerOf(setting);
  });

  handle(discardSettingDraft, async (context, { body }) => {
    const setting = await asked(context, body);
    await context.write((unit) => setting.discardDraft(unit, editing(context, body)));
    return answerOf(setting);
  });

  handle(publishSetting, async (context, { body }) => {
    const setting = await asked(context, body);
    await context.write((unit) => setting.publish(unit, body.note, editing(context, body)));
    return answerOf(setting);
  });

  handle(restoreSetting, async (context, { body }) => {
    const setting = await asked(context, body);
    await context.write((unit) => setting.restore(unit, body.version, editing(context, body)));
    return answerOf(setting);
  });

  async function answerOf(setting: VersionedSetting<unknown>): Promise<SettingAnswer> {
    const { published, draft, seen } = await setting.state(db);
    return { published: toWire(published), draft: draft && { ...draft, at: draft.at.toISOString() }, seen };
  }
}

const editing = ({ user }: RequestContext, { seen }: { seen: string }) => ({ by: user.userId, seen });

const toWire = ({ at, ...entry }: SettingEntry<unknown>): SettingVersion => ({
  ...entry,
  at: at?.toISOString() ?? null,
});
