import { observer } from 'mobx-react-lite';
import { useTexts } from '@sinter/sdk/ui';
import { DropPanel } from '@sinter/sdk/ui/lists';
import type { Carried, Target } from './pieces.ts';
import type { PlanningStore } from './PlanningStore.ts';
import css from './planning.module.css';

interface MoveToProps {
  store: PlanningStore;
  carried: () => Carried;
}

/** What dragging does, as a menu: for keyboard, touch and screen readers. */
export const MoveTo = observer(function MoveTo({ store, carried }: MoveToProps) {
  const t = useTexts();
  const now = carried();
  const targets: { target: Target; label: string }[] = [
    { target: 'NEW', label: t('plan.newBuild') },
    ...(now.from ? [{ target: 'POOL' as const, label: t('plan.backToParts') }] : []),
    ...store.list.map(({ id, name }) => ({ target: id, label: name })),
  ];
  return (
    <DropPanel label={t('plan.moveTo')} small>
      {(close) => (
        <ul className={css['menu']}>
          {targets
            .filter(({ target }) => store.takes(target, now))
            .map(({ target, label }) => (
              <li key={target}>
                <button
                  type="button"
                  onClick={() => {
                    close();
                    void store.move(carried(), target);
                  }}
                >
                  <bdi>{label}</bdi>
                </button>
              </li>
            ))}
        </ul>
      )}
    </DropPanel>
  );
});
