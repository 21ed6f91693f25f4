import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { PlannedBuild } from '@sinter/sdk/contract/production/planning';
import { keepNestedBuild, listPlatforms, type PlatformRow } from '@sinter/sdk/contract/production/platforms';
import { formatNumber } from '@sinter/sdk/i18n';
import { Action, Question } from '@sinter/sdk/state';
import { LightButton, LightInput, LightSelect, Link, useStore, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { platformPath } from '../paths.ts';
import css from '../schedule/schedule.module.css';
import type { PlanningStore } from './PlanningStore.ts';

interface KeepProps {
  store: PlanningStore;
  build: PlannedBuild;
  nestingId: number;
}
type Kept = CallResult<typeof keepNestedBuild>;

/** The newest ones of its machine. */
const mostOffered = 100;

/** Keeps an arrangement as a machine platform, or as the next revision of one. */
export const KeepPlatform = observer(function KeepPlatform({ store, build, nestingId }: KeepProps) {
  const t = useTexts();
  const [name, setName] = useState(build.name);
  const [platformId, setPlatformId] = useState<number | null>(null);
  const [done, setKept] = useState<Kept | null>(null);
  const { offered, keeping } = useStore((host) => {
    const asked = new Question<void, readonly PlatformRow[]>(host, {
      ask: async (_, signal) => {
        const body = { equipmentId: build.machine.id };
        return (await host.api.call(listPlatforms, { query: { size: mostOffered }, body }, { signal })).platforms;
      },
      failed: 'machine platforms could not be loaded',
    });
    const action = new Action<[string, number | null], Kept>(host, {
      run: (called, into) => {
        const params = { id: nestingId, number: 1 };
        return host.api.call(keepNestedBuild, { params, body: { name: called, platformId: into } });
      },
      onDone: setKept,
      failed: 'an arrangement was not kept',
    });
    return { offered: asked, keeping: action, start: () => asked.start() };
  });
  const close = () => store.show(null);
  return (
    <SideDrawer
      title={t('plan.keep')}
      size={460}
      unsaved={!done && name !== build.name}
      onClose={close}
      footer={
        done ? (
          <LightButton onClick={close}>{t('plan.keep.close')}</LightButton>
        ) : (
          <LightButton
            kind="primary"
            loading={keeping.busy}
            disabled={name.trim() === ''}
            onClick={() => void keeping.run(name.trim(), platformId)}
          >
            {t('plan.keep.save')}
          </LightButton>
        )
      }
    >
      <div className={css['fields']}>
        {done ? (
          <p role="status">
            {t('plan.keep.done', { number: formatNumber(done.revision) })}{' '}
            <Link to={platformPath(done.platformId)}>{t('plan.keep.open')}</Link>
          </p>
        ) : (
          <>
            <p className={css['quiet']}>{t('plan.keep.text')}</p>
            <label>
              {t('plan.keep.as')}
              <LightSelect
                value={platformId ?? ''}
                onChange={({ target }) => {
                  const chosen = offered.answer?.find(({ id }) => String(id) === target.value);
                  setPlatformId(chosen?.id ?? null);
                  setName(chosen?.name ?? build.name);
                }}
              >
                <option value="">{t('plan.keep.new')}</option>
                {offered.answer?.map((each) => (
                  <option key={each.id} value={each.id}>
                    {t('plan.keep.revision', { number: formatNumber(each.revision + 1), name: each.name })}
                  </option>
                ))}
              </LightSelect>
            </label>
            <label>
              {t('plan.name')}
              <LightInput type="text" maxLength={200} value={name} onChange={({ target }) => setName(target.value)} />
            </label>
            <p role="alert">{keeping.problem}</p>
          </>
        )}
      </div>
    </SideDrawer>
  );
});
