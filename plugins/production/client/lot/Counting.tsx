import { observer } from 'mobx-react-lite';
import { formatNumber } from '@sinter/sdk/i18n';
import { LightButton, LightInput, LightSelect, useTexts } from '@sinter/sdk/ui';
import { nameOf } from '../words.ts';
import { Pieces } from './Pieces.tsx';
import { Reason } from './Reason.tsx';
import { counted, type Rework, type Scrap } from './staged.ts';
import type { StepProps } from './StepProps.ts';
import css from './lot.module.css';

/** Good, scrapped and reworked pieces: put down first, committed together. */
export const Counting = observer(function Counting({ store, lot, step }: StepProps) {
  const t = useTexts();
  const { position, open } = step;
  const staged = store.stagedAt(position);
  const { good, scrap, rework, batch } = staged;
  const left = Math.max(0, open - counted(staged));
  const locked = staged.sent !== null || store.progressing.busy;
  const reasons = store.floor.answer?.scrapReasons ?? [];
  // Nothing goes back into a build.
  const back = lot.steps.filter((each) => each.position <= position && each.kind !== 'PRINT');
  const setScrap = (at: number, change: Partial<Scrap> | null) =>
    store.stage(position, { scrap: changed(scrap, at, change) });
  const setRework = (at: number, change: Partial<Rework> | null) =>
    store.stage(position, { rework: changed(rework, at, change) });
  return (
    <div className={css['counting']}>
      <h3>{t('count.title')}</h3>
      <div className={css['row']}>
        <Pieces
          label={t('count.good')}
          value={good}
          most={good + left}
          disabled={locked}
          onChange={(pieces) => store.stage(position, { good: pieces })}
        />
        <LightButton disabled={locked || left === 0} onClick={() => store.stage(position, { good: good + left })}>
          {t('count.all', { count: left })}
        </LightButton>
      </div>
      {scrap.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have nothing else, and none moves
        <fieldset key={at} className={css['lost']} data-kind="scrap">
          <legend>{t('count.scrap')}</legend>
          <Pieces
            label={t('count.pieces')}
            value={row.quantity}
            most={row.quantity + left}
            disabled={locked}
            onChange={(quantity) => setScrap(at, { quantity })}
          />
          <Reason
            label={t('reason')}
            reasons={reasons}
            value={row.reason}
            disabled={locked}
            onChange={(reason) => setScrap(at, { reason })}
          />
          <label className={css['tick']}>
            <input
              type="checkbox"
              checked={row.remake}
              disabled={locked}
              onChange={({ target }) => setScrap(at, { remake: target.checked })}
            />
            {t('count.remake')}
          </label>
          <LightButton disabled={locked} onClick={() => setScrap(at, null)}>
            {t('count.remove')}
          </LightButton>
        </fieldset>
      ))}
      {rework.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have nothing else, and none moves
        <fieldset key={at} className={css['lost']} data-kind="rework">
          <legend>{t('count.rework')}</legend>
          <Pieces
            label={t('count.pieces')}
            value={row.quantity}
            most={row.quantity + left}
            disabled={locked}
            onChange={(quantity) => setRework(at, { quantity })}
          />
          <Reason
            label={t('reason')}
            reasons={reasons}
            value={row.reason}
            disabled={locked}
            onChange={(reason) => setRework(at, { reason })}
          />
          <label className={css['field']}>
            {t('count.backTo')}
            <LightSelect
              value={row.toPosition}
              disabled={locked}
              onChange={({ target }) => setRework(at, { toPosition: Number(target.value) })}
            >
              {back.map((each) => (
                <option key={each.position} value={each.position}>
                  {formatNumber(each.position + 1)}. {nameOf(t, each)}
                </option>
              ))}
            </LightSelect>
          </label>
          <LightButton disabled={locked} onClick={() => setRework(at, null)}>
            {t('count.remove')}
          </LightButton>
        </fieldset>
      ))}
      <div className={css['actions']}>
        <LightButton
          disabled={locked || left === 0}
          onClick={() => store.stage(position, { scrap: [...scrap, { quantity: 1, reason: '', remake: true }] })}
        >
          {t('count.addScrap')}
        </LightButton>
        <LightButton
          disabled={locked || left === 0}
          onClick={() =>
            store.stage(position, { rework: [...rework, { quantity: 1, reason: '', toPosition: position }] })
          }
        >
          {t('count.addRework')}
        </LightButton>
      </div>
      {step.asksBatch && (
        <label className={css['field']}>
          {t('count.batch')}
          <LightInput
            type="text"
            dir="ltr"
            maxLength={80}
            autoComplete="off"
            spellCheck={false}
            placeholder={t('count.batch.hint')}
            value={batch}
            disabled={locked}
            onChange={({ target }) => store.stage(position, { batch: target.value })}
          />
        </label>
      )}
    </div>
  );
});

/** `null` removes the row. */
const changed = <Row,>(rows: readonly Row[], at: number, change: Partial<Row> | null): Row[] =>
  rows.flatMap((row, index) => (index !== at ? [row] : change === null ? [] : [{ ...row, ...change }]));
