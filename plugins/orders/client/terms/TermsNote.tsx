import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { readStorefrontCurrencies } from '@sinter/sdk/contract/host/configuration';
import { type ShopFacts, termsFileAddress } from '@sinter/sdk/contract/host/storeFront';
import { settingChanged } from '@sinter/sdk/contract/host/versions';
import type { ShownTerms } from '@sinter/sdk/contract/orders/terms';
import { currentLanguage } from '@sinter/sdk/i18n';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { on, Question } from '@sinter/sdk/state';
import { useStore, useTexts } from '@sinter/sdk/ui';
import css from '../request/request.module.css';

class ShopStore {
  readonly reading: Question<void, ShopFacts>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>) {
    this.reading = new Question<void, ShopFacts>(host, {
      ask: async (_asked, signal) => (await host.api.call(readStorefrontCurrencies, {}, { signal })).shop,
      failed: 'the terms could not be read',
      refreshOn: [on(settingChanged)],
    });
  }

  start(): Dispose {
    return this.reading.start();
  }
}

/** Below the price: what the shop says of tax, and which terms are accepted by sending the order. */
export default observer(function TermsNote({ onTerms }: { onTerms: (terms: ShownTerms | null) => void }) {
  const t = useTexts();
  const { answer } = useStore((host) => new ShopStore(host)).reading;
  const [language, document] = shown(answer?.terms?.documents ?? {}) ?? [];
  const tax = shown(answer?.taxText ?? {})?.[1];
  const version = answer?.terms?.version;
  useEffect(() => onTerms(version && language ? { version, language } : null), [onTerms, version, language]);
  return (
    <>
      {tax && (
        <p className={css['quiet']} dir="auto">
          {tax}
        </p>
      )}
      {document && version && (
        <p className={css['quiet']}>
          {t('terms.accept')}{' '}
          <a href={termsFileAddress(document.fileId)} target="_blank" rel="noopener noreferrer">
            <bdi>{t('terms.version', { title: document.title, version })}</bdi>
          </a>
        </p>
      )}
    </>
  );
});

/** In the reader's language, else in English, else in the first one that is given. */
function shown<T>(given: Readonly<Record<string, T>>): [language: string, what: T] | undefined {
  const all = Object.entries(given);
  const of = (wanted: string) => all.find(([language]) => language === wanted);
  return of(currentLanguage()) ?? of('en_US') ?? all[0];
}
