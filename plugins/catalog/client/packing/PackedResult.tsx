import { useEffect, useRef } from 'react';
import { fileContent } from '@sinter/sdk/contract/host/files';
import { partViewer } from '@sinter/sdk/contract/preparation/partViewer';
import { formatLength, formatNumber, formatPercent, formatSize } from '@sinter/sdk/i18n';
import { Section, Slot, usePlugin, useTexts } from '@sinter/sdk/ui';
import { placedOf, type PackedBuild } from './packForm.ts';
import css from './packing.module.css';

/** The packed build in three dimensions, with its numbers, and what found no room. */
export function PackedResult({ built }: { built: PackedBuild }) {
  const t = useTexts();
  const { api } = usePlugin();
  const { file, details, boxMm } = built;
  const each = placedOf(built);
  const wanted = each.reduce((sum, { part }) => sum + part.quantity, 0);
  const placed = each.reduce((sum, one) => sum + one.placed, 0);
  const leftOut = each.filter((one) => one.placed < one.part.quantity);
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), []);
  const ofAll = (some: string, all: string) => t('pack.result.of', { placed: some, wanted: all });
  const facts: [string, string][] = [
    ['placed', ofAll(formatNumber(placed), formatNumber(wanted))],
    ['height', ofAll(formatLength(details.heightMm), formatLength(boxMm[2]))],
    ['density', formatPercent(details.density, 1)],
    ['plate', formatSize(boxMm)],
  ];
  return (
    <section ref={place} aria-label={t('pack.result')}>
      <Section
        title={t('pack.result')}
        actions={
          file && (
            <a href={api.href(fileContent, { params: { id: file.id }, query: { download: 'true' } })}>
              {t('pack.result.download')}
            </a>
          )
        }
      >
        <dl className={css['result']} aria-live="polite">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{t(`pack.result.${name}`)}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        {leftOut.length > 0 && (
          <ul className={css['leftOut']} aria-label={t('pack.result.leftOut')}>
            {leftOut.map(({ part, placed: count }) => (
              <li key={part.id}>{t('pack.result.leftOutOne', { name: part.name, count: part.quantity - count })}</li>
            ))}
          </ul>
        )}
        {file && <Slot name={partViewer} props={{ fileId: file.id, fileName: file.fileName, units: 'MM' }} />}
      </Section>
    </section>
  );
}
