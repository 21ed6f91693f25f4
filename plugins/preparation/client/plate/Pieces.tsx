import { useEffect, useId, useRef } from 'react';
import type { PlateViewerProps } from '@sinter/sdk/contract/preparation/plateViewer';
import { formatNumber } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import css from './plate.module.css';

/** Every piece by name: with arrows, for who does not point at the picture. */
export function Pieces({
  parts,
  pieces,
  picked,
  onPick,
}: Pick<PlateViewerProps, 'parts' | 'pieces' | 'picked' | 'onPick'>) {
  const t = useTexts();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const names = new Map(parts.map(({ key, name }) => [key, name]));
  const counted = new Map<string, number>();
  const rows = pieces.map(({ key, part, tone = 'usual' }) => {
    const number = (counted.get(part) ?? 0) + 1;
    counted.set(part, number);
    const name = t('plate.piece', { part: names.get(part) ?? '', number: formatNumber(number) });
    return { key, tone, name };
  });
  const at = rows.findIndex(({ key }) => key === picked);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const steps: Record<string, number> = {
    ArrowDown: Math.min(at + 1, rows.length - 1),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: rows.length - 1,
  };
  return (
    <div className={css['pieces']}>
      <span id={id}>{t('plate.pieces')}</span>
      <div
        ref={list}
        role="listbox"
        aria-labelledby={id}
        tabIndex={0}
        aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
        onKeyDown={(event) => {
          if (!onPick) return;
          const next = rows[steps[event.key] ?? -1];
          if (next) onPick(next.key);
          else if (event.key === 'Escape' && picked !== null) onPick(null);
          else return;
          event.preventDefault();
        }}
      >
        {rows.map(({ key, tone, name }, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list has the keys
          <div
            key={key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={key === picked}
            data-tone={tone}
            onClick={() => onPick?.(key === picked ? null : key)}
          >
            <bdi>{name}</bdi>
            {tone !== 'usual' && <small>{t(`plate.tone.${tone}`)}</small>}
          </div>
        ))}
      </div>
    </div>
  );
}
