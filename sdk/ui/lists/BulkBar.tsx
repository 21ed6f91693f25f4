import type { ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import type { Selection } from '../../state/lists.ts';
import { useUiTexts } from '../host.ts';
import { LightButton } from '../index.ts';
import css from './lists.module.css';

/** How many rows are chosen and, as its children, buttons (`size="small"`) for what can be done with them. Else nothing. */
export const BulkBar = observer(function BulkBar<Row>({
  selection,
  children,
}: {
  selection: Selection<Row>;
  children: ReactNode;
}) {
  const t = useUiTexts();
  if (selection.count === 0) return null;
  return (
    <div className={css['bulk']} role="group" aria-label={t('list.chosen.label')}>
      <span>{t('list.chosen', { count: selection.count })}</span>
      {children}
      <LightButton size="small" onClick={selection.clear}>
        {t('list.chooseNone')}
      </LightButton>
    </div>
  );
});
