import { lazy, Suspense } from 'react';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { orderActions } from '@sinter/sdk/contract/orders/orderActions';
import { Link, Slot, useLocation, useNavigate, useTexts } from '@sinter/sdk/ui';
import { DropPanel } from '@sinter/sdk/ui/lists';
import { actions } from './actions.ts';
import { nextStep, otherSteps, waitsFor, type NextStep } from './nextStep.ts';
import type { OrderDetailsStore } from './OrderDetailsStore.ts';
import { tabPath } from './tabs/tabs.ts';
import css from './orderDetails.module.css';

const Travellers = lazy(() => import('./Travellers.tsx'));

interface OrderProps {
  store: OrderDetailsStore;
  order: OrderDetail;
}

/** The next step as a button, and all other steps in a menu. */
export const PageActions = observer(function PageActions({ store, order }: OrderProps) {
  const t = useTexts();
  const { editPath, printsTravellers } = store;
  const again = store.again();
  const next = nextStep(order, store.stepViewer);
  const others = otherSteps(order, next);
  const links = [
    ...(editPath !== null && next?.kind !== 'path' ? [{ path: editPath, text: t('step.CHANGE') }] : []),
    ...(again !== null ? [{ path: again, text: t('details.again') }] : []),
  ];
  return (
    <>
      <Slot
        name={orderActions}
        props={{ order: { id: order.id, displayTitle: order.displayTitle } }}
        whileLoading={null}
      />
      {next && <Next store={store} order={order} next={next} />}
      {(others.length + links.length > 0 || printsTravellers) && (
        <DropPanel label={t('step.more')}>
          {(close) => (
            <ul className={css['menu']}>
              {links.map(({ path, text }) => (
                <li key={path}>
                  <Link to={path}>{text}</Link>
                </li>
              ))}
              {printsTravellers && (
                <Suspense fallback={null}>
                  <Travellers orderId={order.id} onOpen={close} />
                </Suspense>
              )}
              {others.map((event) => (
                <li key={event}>
                  <button
                    type="button"
                    data-danger={actions[event].look === 'danger'}
                    onClick={() => {
                      close();
                      store.ask({ kind: 'event', event });
                    }}
                  >
                    {t(`event.${event}`)}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </DropPanel>
      )}
    </>
  );
});

function Next({ store, order, next }: OrderProps & { next: NextStep }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { search } = useLocation();
  if (next.kind === 'below') return null;
  if (next.kind === 'event') {
    const { event } = next;
    return (
      <Button type="primary" onClick={() => store.ask({ kind: 'event', event })}>
        {t(`event.${event}`)}
      </Button>
    );
  }
  // There already.
  if (next.kind === 'tab' && new URLSearchParams(search).get('tab') === next.tab) return null;
  const path = next.kind === 'tab' ? tabPath(order.id, next.tab) : next.path;
  return (
    <Button type="primary" onClick={() => navigate(path)}>
      {t(next.text)}
    </Button>
  );
}

/** Whom the order waits for, for who has no next step. */
export const Waiting = observer(function Waiting({ store, order }: OrderProps) {
  const t = useTexts();
  if (nextStep(order, store.stepViewer) !== null) return null;
  const waits = waitsFor(order, store.isProvider);
  if (waits === null) return null;
  const { customer, facility } = order;
  return <p className={css['waits']}>{t(`waits.${waits}`, { customer, facility: facility ?? t('waits.facility') })}</p>;
});
