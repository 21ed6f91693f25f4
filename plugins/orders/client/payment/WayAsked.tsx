import { Radio } from 'antd';
import { observer } from 'mobx-react-lite';
import { ErrorNotice, Loading, useTexts } from '@sinter/sdk/ui';
import type { Ways } from './Ways.ts';

/** How a quote is paid, where its facility offers more than one way. */
export const WayAsked = observer(function WayAsked({ ways, quoteId }: { ways: Ways; quoteId: number }) {
  const t = useTexts();
  const offered = ways.of(quoteId);
  if (ways.error) return <ErrorNotice subject={t('pay.title')} error={ways.error} onRetry={() => ways.retry()} />;
  if (!offered) return <Loading />;
  if (offered.length === 0) return <span>{t('pay.none')}</span>;
  const way = ways.wayOf(quoteId);
  return (
    <>
      {offered.length > 1 && (
        <Radio.Group
          aria-label={t('pay.title')}
          value={way}
          options={offered.map((each) => ({ value: each, label: t(`pay.way.${each}`) }))}
          onChange={({ target }) => {
            const chosen = offered.find((each) => each === target.value);
            if (chosen) ways.choose(chosen);
          }}
        />
      )}
      {way === 'ON_ACCOUNT' && <span>{t('pay.account.text')}</span>}
      {way === 'CARD' && <span>{t('pay.card.text')}</span>}
    </>
  );
});
