import { formatNumber } from '../../i18n/index.ts';
import { chosenInView } from '../index.ts';
import css from './lists.module.css';

export interface FilterTab {
  id: string;
  label: string;
  /** How many rows it shows, once that is known. */
  count?: number | undefined;
}

interface FilterTabsProps {
  /** What they divide the list by: `Status`. For screen readers. */
  label: string;
  tabs: readonly FilterTab[];
  chosen: string;
  onChoose: (id: string) => void;
}

/** Parts of a list with their counts; pressing one filters the list. */
export function FilterTabs({ label, tabs, chosen, onChoose }: FilterTabsProps) {
  return (
    <div className={css['tabs']} role="group" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          ref={tab.id === chosen ? chosenInView : null}
          type="button"
          aria-pressed={tab.id === chosen}
          onClick={() => onChoose(tab.id)}
        >
          {tab.label}
          {tab.count !== undefined && <span>{formatNumber(tab.count)}</span>}
        </button>
      ))}
    </div>
  );
}
