import type { NcrHolder } from '@sinter/sdk/contract/quality/holds';
import { formatNumber } from '@sinter/sdk/i18n';
import { Link, useTexts } from '@sinter/sdk/ui';
import { ncrPath } from '../paths.ts';
import css from './held.module.css';

/** `NCR-2026-0012`, and how many more there are. It leads there, for who may open it. */
export function Sign({
  by,
  what,
  className,
}: {
  by: readonly NcrHolder[];
  what: string;
  className: string | undefined;
}) {
  const t = useTexts();
  const [first, ...more] = by;
  if (!first) return null;
  const title = `${what}: ${by.map((each) => `${each.number} ${each.title}`.trim()).join(', ')}`;
  const text =
    more.length === 0 ? first.number : t('held.more', { number: first.number, more: formatNumber(more.length) });
  const content = (
    <>
      <bdi className={css['long']}>{text}</bdi>
      <span aria-hidden="true" className={css['short']}>
        !
      </span>
    </>
  );
  const said = { className, title, 'aria-label': title };
  return first.ncrId === null ? (
    <span role="img" {...said}>
      {content}
    </span>
  ) : (
    <Link to={ncrPath(first.ncrId)} {...said}>
      {content}
    </Link>
  );
}
