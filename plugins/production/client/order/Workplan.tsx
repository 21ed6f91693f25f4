import { observer } from 'mobx-react-lite';
import type { OrderTabProps } from '@sinter/sdk/contract/orders/orderTabs';
import type { Remade } from '@sinter/sdk/contract/production/remade';
import { formatNumber, formatPercent } from '@sinter/sdk/i18n';
import { EmptyState, ErrorNotice, Link, Loading, StatusPill, Thumbnail, useStore, useTexts } from '@sinter/sdk/ui';
import { lostWhere } from '../outcome/remade.ts';
import { lotPath } from '../paths.ts';
import { nameOf, toneOf } from '../words.ts';
import { progressOf, WorkplanStore, type WorkplanPart } from './WorkplanStore.ts';
import css from './order.module.css';

type Lot = WorkplanPart['lots'][number];

/** The tab of an order: the steps of its parts, and the lots that go through them. */
export default function Workplan({ order }: OrderTabProps) {
  return <Parts key={order.id} id={order.id} />;
}

const Parts = observer(function Parts({ id }: { id: number }) {
  const t = useTexts();
  const store = useStore((host) => new WorkplanStore(host, id));
  const { answer, error, retry } = store.question;
  if (!answer) {
    return error === null ? <Loading /> : <ErrorNotice subject={t('page.workplan')} error={error} onRetry={retry} />;
  }
  if (answer.parts.length === 0) return <EmptyState title={t('plan.none')} text={t('plan.none.text')} />;
  return (
    <div className={css['parts']}>
      {answer.parts.map((part) => (
        <Part key={part.orderFileId} part={part} />
      ))}
    </div>
  );
});

function Part({ part }: { part: WorkplanPart }) {
  const t = useTexts();
  const share = progressOf(part);
  return (
    <section className={css['part']} aria-label={part.part}>
      <header>
        <Thumbnail src={part.thumbnail?.fileURL ?? null} alt="" size={48} />
        <div>
          <h3>
            <bdi>{part.part}</bdi>
          </h3>
          <p>
            {t('board.pieces', { count: part.quantity })}
            {part.template !== '' && (
              <>
                {' · '}
                <bdi>{part.template}</bdi>
              </>
            )}
          </p>
        </div>
        <label className={css['progress']}>
          {t('plan.progress', { share: formatPercent(share, 0) })}
          <progress max={1} value={share} />
        </label>
      </header>
      {part.notScheduled > 0 && (
        <p className={css['warning']}>{t('plan.notScheduled', { count: part.notScheduled })}</p>
      )}
      {part.remakes.map((remade, index) => (
        <p key={index} className={css['quiet']}>
          <Lost remade={remade} />
        </p>
      ))}
      {part.surplus > 0 && <p className={css['quiet']}>{t('plan.surplus', { count: part.surplus })}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={css['scroll']} role="region" aria-label={t('plan.stepsOf', { part: part.part })} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('lot')}</th>
              {part.steps.map((step) => (
                <th key={step.position} scope="col">
                  <bdi>{nameOf(t, step)}</bdi>
                </th>
              ))}
            </tr>
            <tr className={css['all']}>
              <th scope="row">{t('plan.all')}</th>
              {part.steps.map((step) => (
                <td key={step.position}>
                  {t('plan.good', { good: formatNumber(step.good), quantity: formatNumber(part.quantity) })}
                  <small>{said(t, step)}</small>
                </td>
              ))}
            </tr>
          </thead>
          <tbody>
            {part.lots.map((lot) => (
              <LotRow key={lot.id} lot={lot} steps={part.steps} />
            ))}
          </tbody>
        </table>
      </div>
      {part.lots.length === 0 && <p className={css['quiet']}>{t('plan.noLots')}</p>}
    </section>
  );
}

function LotRow({ lot, steps }: { lot: Lot; steps: WorkplanPart['steps'] }) {
  const t = useTexts();
  return (
    <tr>
      <th scope="row">
        <Link to={lotPath(lot.id)}>{t('lot.named', { number: lot.number })}</Link>
        <small>
          {t('board.pieces', { count: lot.quantity })}
          {lot.jobName !== '' && (
            <>
              {' · '}
              <bdi>{lot.jobName}</bdi>
            </>
          )}
        </small>
        {lot.remakes.map((remade, index) => (
          <small key={index}>
            <Lost remade={remade} />
          </small>
        ))}
        {lot.heldFor !== null && <StatusPill tone="red">{t('status.ON_HOLD')}</StatusPill>}
        {lot.state !== 'OPEN' && <StatusPill tone="grey">{t(`lot.state.${lot.state}`)}</StatusPill>}
      </th>
      {steps.map(({ position }) => {
        const at = lot.steps.find((step) => step.position === position);
        return (
          <td key={position}>
            {at && (
              <>
                <StatusPill tone={toneOf[at.status]}>{t(`status.${at.status}`)}</StatusPill>
                {at.received > 0 && (
                  <small>
                    {[
                      t('steps.good', { good: formatNumber(at.good), received: formatNumber(at.received) }),
                      said(t, at),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                )}
              </>
            )}
          </td>
        );
      })}
    </tr>
  );
}

function said(t: ReturnType<typeof useTexts>, { scrap, open }: { scrap: number; open: number }): string {
  return [
    ...(open > 0 ? [t('plan.open', { count: open })] : []),
    ...(scrap > 0 ? [t('steps.scrap', { count: scrap })] : []),
  ].join(' · ');
}

/** Which pieces are made again, and why. */
function Lost({ remade }: { remade: Remade }) {
  const t = useTexts();
  const { lotId, number, quantity, jobName, ...lost } = remade;
  const told = lostWhere(t, { ...lost, jobName: '' });
  return (
    <>
      <Link to={lotPath(lotId)}>{t('remake.of', { count: quantity, job: jobName || t('lot.named', { number }) })}</Link>
      {told !== '' && <bdi> · {told}</bdi>}
    </>
  );
}
