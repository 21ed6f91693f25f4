import { observer } from 'mobx-react-lite';
import type { NcrDetail, NcrHold } from '@sinter/sdk/contract/quality/ncr';
import { formatDateTime } from '@sinter/sdk/i18n';
import { LightButton, Section, useTexts } from '@sinter/sdk/ui';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { NcrStore } from './NcrStore.ts';
import css from './ncr.module.css';

const heldText = (t: PluginHost['t'], { lotId, machine, batch }: NcrHold): string =>
  lotId === null ? (machine?.name ?? t('ncr.held.batch', { batch })) : t('ncr.lot', { id: lotId });

/** What is held because of it. */
export const Holds = observer(function Holds({ store, ncr }: { store: NcrStore; ncr: NcrDetail }) {
  const t = useTexts();
  const { holds, may } = ncr;
  return (
    <Section
      title={t('ncr.holds')}
      actions={may.contain && <LightButton onClick={() => store.open('contain')}>{t('ncr.contain')}</LightButton>}
    >
      {holds.length === 0 && <p className={css['quiet']}>{t('ncr.holds.none')}</p>}
      <ul className={css['rows']}>
        {holds.map((hold) => (
          <li key={hold.id}>
            <span className={css['rowHead']}>
              <bdi>{heldText(t, hold)}</bdi>
              {may.contain && hold.released === null && (
                <LightButton
                  size="small"
                  aria-label={t('ncr.release.named', { name: heldText(t, hold) })}
                  disabled={store.releasing.busy}
                  onClick={() => void store.releasing.run(hold.id)}
                >
                  {t('ncr.release')}
                </LightButton>
              )}
            </span>
            <span className={css['quiet']}>
              {t('ncr.heldBy', { name: hold.by, date: formatDateTime(hold.at) })}
              {hold.released &&
                ` ${t('ncr.releasedBy', { name: hold.released.by, date: formatDateTime(hold.released.at) })}`}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
});
