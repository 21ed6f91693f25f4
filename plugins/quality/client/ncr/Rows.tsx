import { observer } from 'mobx-react-lite';
import type { NcrDetail, NcrRow } from '@sinter/sdk/contract/quality/ncr';
import { formatNumber } from '@sinter/sdk/i18n';
import { LightButton, Link, Section, usePlugin, useTexts } from '@sinter/sdk/ui';
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
            {ncr.may.sign && row.state === 'PROPOSED' && <Sign store={store} row={row} />}
          </li>
        ))}
      </ul>
    </Section>
  );
});

/** The caller is of the board: until they have signed, they may. */
const Sign = observer(function Sign({ store, row }: { store: NcrStore; row: NcrRow }) {
  const t = useTexts();
  const { user } = usePlugin();
  if (row.signatures.some(({ by }) => by.id === user.id)) {
    return <span className={css['quiet']}>{t('ncr.signed.waits')}</span>;
  }
  const pieces = t('ncr.pieces', { count: row.quantity, pieces: formatNumber(row.quantity) });
  const about = [pieces, row.disposition && t(`ncr.disposition.${row.disposition}`)].filter(Boolean).join(', ');
  return (
    <span className={css['rowHead']}>
      {(['approve', 'refuse'] as const).map((answer) => (
        <LightButton
          key={answer}
          size="small"
          aria-label={`${t(`ncr.sign.${answer}`)}: ${about}`}
          disabled={store.signing.busy}
          onClick={() => void store.signing.run(row.id, answer === 'approve')}
        >
          {t(`ncr.sign.${answer}`)}
        </LightButton>
      ))}
    </span>
  );
});

function Answers({ row: { signatures, concession } }: { row: NcrRow }) {
  const t = useTexts();
  return (
    <>
      {signatures.map(({ by, approves, note }) => (
        <span key={by.id} className={css['quiet']}>
          {t(approves ? 'ncr.signed.approved' : 'ncr.signed.refused', { name: by.name })}{' '}
          {note !== '' && <q dir="auto">{note}</q>}
        </span>
      ))}
      {concession && (
        <span className={css['quiet']}>
          {t(concession.accepts ? 'ncr.customer.accepted' : 'ncr.customer.refused', { name: concession.by })}{' '}
          {concession.note !== '' && <q dir="auto">{concession.note}</q>}
        </span>
      )}
    </>
  );
}
