import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { formatNumber } from '@sinter/sdk/i18n';
import { usePlugin, useTexts } from '@sinter/sdk/ui';
import { newestFootprint } from './Footprints.ts';
import { totalOf } from './footprint.ts';
import css from './carbon.module.css';

/** Says nothing while there is nothing to say, as the slot asks for. */
export default observer(function NewestTile() {
  const host = usePlugin();
  const t = useTexts();
  const [question] = useState(() => newestFootprint(host));
  useEffect(() => question.start(null), [question]);
  const { answer } = question;
  if (!answer) return null;
  const { kgCo2e, unknown } = totalOf(answer.parts);
  if (unknown === answer.parts.length) return null;
  return (
    <div className={css['tile']}>
      <strong>{t('tile.figure', { kg: formatNumber(kgCo2e, 1) })}</strong>
      <span>{t('tile.orders', { number: formatNumber(answer.orders) })}</span>
    </div>
  );
});
