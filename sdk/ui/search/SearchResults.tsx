import { useContext, useId } from 'react';
import type { ReactNode } from 'react';
import { useUiTexts } from '../host.ts';
import { messageOf } from '../index.ts';
import { ActiveOption } from './ActiveOption.ts';
import css from './search.module.css';

export interface SearchItem {
  id: string | number;
  label: string;
  /** Text beside the result: a status, a place, a customer. */
  detail?: ReactNode;
  icon?: ReactNode;
  choose: () => void;
}

interface SearchResultsProps {
  /** Name of the group: `Orders`. */
  label: string;
  items: readonly SearchItem[];
  loading?: boolean;
  /** Why the search failed. */
  error?: unknown;
}

/**
 * One group of results in a search. The options belong to the list of the search: in its input, the arrow keys move
 * through all groups and Enter chooses. Draws nothing when the group is empty.
 */
export function SearchResults({ label, items, loading = false, error }: SearchResultsProps) {
  const t = useUiTexts();
  const id = useId();
  const active = useContext(ActiveOption);
  if (items.length === 0 && !loading && !error) return null;
  return (
    <div role="group" aria-labelledby={id} className={css['group']}>
      <div id={id} role="presentation" className={css['title']}>
        {label}
      </div>
      {error ? <p role="presentation">{messageOf(error)}</p> : null}
      {items.length === 0 && loading && <p role="presentation">{t('loading')}</p>}
      {items.map((item) => {
        const optionId = `${id}-${encodeURIComponent(item.id)}`;
        return (
          <div
            key={item.id}
            id={optionId}
            role="option"
            tabIndex={-1}
            aria-selected={optionId === active}
            className={css['option']}
            onClick={item.choose}
            onKeyDown={(event) => event.key === 'Enter' && item.choose()}
          >
            {item.icon}
            <span className={css['label']}>{item.label}</span>
            {item.detail && <span className={css['detail']}>{item.detail}</span>}
          </div>
        );
      })}
    </div>
  );
}
