import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { BuildObject, BuildObjects } from '@sinter/sdk/contract/production/outcome';
import { formatDateTime } from '@sinter/sdk/i18n';
import { LightButton, LightSelect, Link, StatusPill, useTexts } from '@sinter/sdk/ui';
import { lotPath } from '../paths.ts';
import { keyOf, type OutcomeStore, type Shown } from './OutcomeStore.ts';
import css from './outcome.module.css';

const some = 60;
const shownOf: readonly Shown[] = ['ALL', 'OPEN', 'FAILED'];

interface ListProps {
  store: OutcomeStore;
  build: BuildObjects;
}

/** The same objects as a list. */
export const ObjectList = observer(function ObjectList({ store, build }: ListProps) {
  const t = useTexts();
  const [most, setMost] = useState(some);
  const { listed } = store;
  return (
    <div className={css['list']}>
      <div className={css['narrowing']}>
        <div className={css['choices']} role="group" aria-label={t('objects.show')}>
          {shownOf.map((shown) => (
            <button key={shown} type="button" aria-pressed={store.shown === shown} onClick={() => store.show(shown)}>
              {t(`objects.show.${shown}`)}
            </button>
          ))}
        </div>
        {build.parts.length > 1 && (
          <LightSelect
            aria-label={t('objects.part')}
            value={store.part ?? ''}
            onChange={({ target }) => store.showPart(target.value === '' ? null : Number(target.value))}
          >
            <option value="">{t('objects.part.all')}</option>
            {build.parts.map(({ orderFileId, orderId, part }) => (
              <option key={orderFileId} value={orderFileId}>
                {part} · #{orderId}
              </option>
            ))}
          </LightSelect>
        )}
        {build.mayMark && listed.length > 0 && (
          <LightButton onClick={() => store.chooseListed()}>
            {t('objects.chooseAll', { count: listed.length })}
          </LightButton>
        )}
      </div>
      {listed.length === 0 && <p className={css['quiet']}>{t('objects.none')}</p>}
      <ul>
        {listed.slice(0, most).map((object) => (
          <Row key={keyOf(object)} store={store} build={build} object={object} />
        ))}
      </ul>
      {listed.length > most && (
        <LightButton onClick={() => setMost(most + some)}>
          {t('objects.more', { count: listed.length - most })}
        </LightButton>
      )}
    </div>
  );
});

const Row = observer(function Row({ store, build, object }: ListProps & { object: BuildObject }) {
  const t = useTexts();
  const part = build.parts.find(({ orderFileId }) => orderFileId === object.orderFileId);
  const name = t('objects.named', { number: object.copy + 1, part: part?.part ?? '' });
  const { outcome, reason, source, by, device, at, remadeBy } = object;
  const who = [source === 'END' ? t('objects.byEnd') : by, device].filter(Boolean).join(' · ');
  const told = (
    <>
      <StatusPill tone={outcome === 'GOOD' ? 'green' : outcome === 'FAILED' ? 'red' : 'grey'}>
        {outcome === null ? t('objects.open') : t(outcome === 'GOOD' ? 'objects.isGood' : 'objects.isFailed')}
      </StatusPill>
      {reason !== '' && <bdi>{reason}</bdi>}
      {at !== null && <span className={css['quiet']}>{t('objects.by', { name: who, time: formatDateTime(at) })}</span>}
    </>
  );
  return (
    <li data-outcome={outcome ?? 'OPEN'} data-object={keyOf(object)}>
      {build.mayMark ? (
        <label>
          <input type="checkbox" checked={store.chosen.has(keyOf(object))} onChange={() => store.toggle(object)} />
          <span className={css['told']}>
            <span>
              <bdi>{name}</bdi>
            </span>
            {told}
          </span>
        </label>
      ) : (
        <span className={css['told']}>
          <span>
            <bdi>{name}</bdi>
          </span>
          {told}
          {remadeBy !== null && (
            <span>
              {t('objects.remadeIn')}{' '}
              <Link to={lotPath(remadeBy.lotId)}>{t('lot.named', { number: remadeBy.number })}</Link>
            </span>
          )}
        </span>
      )}
    </li>
  );
});
