import { observer } from 'mobx-react-lite';
import type { NcrDetail, NcrRow } from '@sinter/sdk/contract/quality/ncr';
import { formatNumber } from '@sinter/sdk/i18n';
import { LightButton, Link, Section, useTexts } from '@sinter/sdk/ui';
import { lotPath } from '../paths.ts';
import type { NcrStore } from './NcrStore.ts';
import { RowStatePill } from './words.tsx';
import css from './ncr.module.css';

/** What is done with how many pieces, who has signed, and what the customer said. */
export const Rows = observer(function Rows({ store, ncr }: { store: NcrStore; ncr: NcrDetail }) {
  const t = useTexts();
  return (
    <Section
      title={t('ncr.rows')}
      actions={ncr.may.dispose && <LightButton onClick={() => store.open('rows')}>{t('ncr.rows.edit')}</LightButton>}
    >
      <ul className={css['rows']}>
        {ncr.rows.map((row) => (
          <li key={row.id}>
            <span className={css['rowHead']}>
              <strong>{t('ncr.pieces', { count: row.quantity, pieces: formatNumber(row.quantity) })}</strong>
              {row.disposition && <span>{t(`ncr.disposition.${row.disposition}`)}</span>}
              <RowStatePill state={row.state} />
            </span>
            {row.reason !== '' && <q dir="auto">{row.reason}</q>}
            <Answers row={row} />
            {row.lotIds.length > 0 && (
              <span>
                {t('ncr.cameOfIt')}{' '}
                {row.lotIds.map((id) => (
                  <Link key={id} to={lotPath(id)}>
                    {t('ncr.lot', { id })}
                  </Link>
                ))}
              </span>
            )}
            {ncr.may.sign && row.state === 'PROPOSED' && (
              <span className={css['rowHead']}>
                <LightButton
                  size="small"
                  disabled={store.signing.busy}
                  onClick={() => void store.signing.run(row.id, true)}
                >
                  {t('ncr.sign.approve')}
                </LightButton>
                <LightButton
                  size="small"
                  disabled={store.signing.busy}
                  onClick={() => void store.signing.run(row.id, false)}
                >
                  {t('ncr.sign.refuse')}
                </LightButton>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
});

function Answers({ row: { signatures, concession } }: { row: NcrRow }) {
  const t = useTexts();
  return (
    <>
      {signatures.map(({ by, approves, note }) => (
        <span key={by.id} className={css['quiet']}>
          {t(approves ? 'ncr.signed.approved' : 'ncr.signed.refused', { name: by.name })} {note !== '' && <q>{note}</q>}
        </span>
      ))}
      {concession && (
        <span className={css['quiet']}>
          {t(concession.accepts ? 'ncr.customer.accepted' : 'ncr.customer.refused', { name: concession.by })}{' '}
          {concession.note !== '' && <q>{concession.note}</q>}
        </span>
      )}
    </>
  );
}
