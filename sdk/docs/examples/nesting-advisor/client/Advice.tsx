import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { StoreFrontLineProps } from '@sinter/sdk/contract/orders/storeFrontLine';
import { formatMoney, formatNumber } from '@sinter/sdk/i18n';
import { usePlugin, useTexts } from '@sinter/sdk/ui';
import { askAdvice, askedOf } from './askAdvice.ts';
import css from './advice.module.css';

/** Advice is an extra: whatever goes wrong with it is in the log, and leaves the request as it is. */
export default observer(function Advice({ line }: StoreFrontLineProps) {
  const host = usePlugin();
  const t = useTexts();
  const [question] = useState(() => askAdvice(host));
  const { size, quantity, amProcessId } = line;
  useEffect(() => question.follow(), [question]);
  useEffect(() => {
    const asked = askedOf({ size, quantity, amProcessId });
    if (asked) question.ask(asked);
    else question.clear();
  }, [question, size, quantity, amProcessId]);
  const { answer } = question;
  if (!answer || question.state !== 'answered') return null;
  const { perBuild, builds, full, share, fullShare, currency } = answer;
  const values = {
    perBuild: formatNumber(perBuild),
    builds: formatNumber(builds),
    full: formatNumber(full),
    share: formatMoney(share, currency),
    fullShare: formatMoney(fullShare, currency),
  };
  return (
    <p className={css['advice']} role="status">
      {full === quantity ? t('advice.full', values) : t('advice.more', values)}
    </p>
  );
});
