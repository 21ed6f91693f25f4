import { formatNumber } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import type { Theme } from '@sinter/sdk/contract/host/appearance';
import { hardToRead, valueIn } from './contrast.ts';
import css from './theme.module.css';

/** What would be hard to read, shown as it would look. */
export function ContrastCheck({ draft }: { draft: Theme }) {
  const t = useTexts();
  const found = hardToRead(draft);
  if (found.length === 0) return <p className={css['good']}>{t('theme.contrastGood')}</p>;
  return (
    <>
      <p role="status">{t('theme.contrastBad', { count: found.length })}</p>
      <ul className={css['contrast']}>
        {found.map(({ id, ink, ground, mode, ratio, needs }) => (
          <li key={`${mode} ${id}`}>
            <span
              className={css['swatch']}
              aria-hidden="true"
              style={{ color: valueIn(draft, ink, mode), background: valueIn(draft, ground, mode) }}
            >
              Aa
            </span>
            <span>
              {t('theme.contrastOf', {
                ink: t(`theme.variable.${ink}`),
                ground: t(`theme.variable.${ground}`),
                mode: t(`theme.${mode}`),
              })}
              <small>
                {t('theme.contrastRatio', { ratio: formatNumber(ratio ?? 0, 1), needs: formatNumber(needs, 1) })}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
