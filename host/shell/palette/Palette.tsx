import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { SearchOutlined } from '@ant-design/icons';
import { observer } from 'mobx-react-lite';
import { useNavigate } from 'react-router-dom';
import { shellSearch } from '@sinter/sdk/plugin';
import { Slot } from '@sinter/sdk/ui';
import { SlotProvider } from '@sinter/sdk/ui/host';
import { ActiveOption, SearchResults } from '@sinter/sdk/ui/root';
import type { SearchItem } from '@sinter/sdk/ui/root';
import type { ManifestEntry } from '#registry/manifest';
import { slotSource } from '#host/browser/pages/pageRoot.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { switchPath } from '../layout/FacilitiesStore.ts';
import { MenuIcon } from '../layout/icons.tsx';
import { labelOf } from '../layout/NavLink.tsx';
import { profileEntries } from '../layout/profileEntries.ts';
import { includesWords } from '../layout/words.ts';
import type { ShellStores } from '../ShellStores.ts';
import css from './palette.module.css';

interface PaletteProps {
  shell: ShellStores;
  onClose: () => void;
}

/** One search over screens, places and what plugins find; everything can be reached without a mouse. */
export const Palette = observer(function Palette({ shell, onClose }: PaletteProps) {
  const t = useHostTexts();
  const navigate = useNavigate();
  const { workspace, facilities, navigation } = shell;
  const { manifest } = workspace;
  const [text, setText] = useState('');
  const [source] = useState(() => slotSource(workspace));
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { list, active, move, choose } = useOptions();

  // Before the dialog is taken from the page: one that is gone gives no focus back.
  useLayoutEffect(() => {
    const { current } = dialog;
    const outside = (event: MouseEvent) => event.target === current && onClose();
    current?.showModal();
    current?.addEventListener('click', outside);
    return () => {
      current?.removeEventListener('click', outside);
      // Closing gives the focus back to where it was.
      current?.close();
    };
  }, [onClose]);

  const go = (path: string) => {
    onClose();
    void navigate(path);
  };
  const items = (entries: readonly ManifestEntry[]): SearchItem[] =>
    entries
      .filter((entry) => includesWords(labelOf(entry), text))
      .map((entry) => ({
        id: entry.id,
        label: labelOf(entry),
        icon: <MenuIcon name={entry.icon} />,
        choose: () => (entry.external ? window.open(entry.path, '_blank', 'noopener,noreferrer') : go(entry.path)),
      }));
  const menu = manifest.menu.map(({ section, entries }) => ({
    key: section,
    label: t(`menu.section.${section}`),
    entries,
  }));
  const top = [{ key: 'top', label: t('shell.menu'), entries: manifest.topNav }];
  const places = facilities.places.filter(({ here, name }) => !here && includesWords(name, text));
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose();
    }
  };
  return (
    <dialog
      ref={dialog}
      data-palette
      className={css['palette']}
      aria-label={t('palette.open')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={css['field']}>
        <SearchOutlined aria-hidden />
        <input
          role="combobox"
          type="text"
          autoComplete="off"
          aria-label={t('palette.open')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(active ? { 'aria-activedescendant': active } : {})}
          placeholder={t('palette.placeholder')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
        />
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('palette.results')} className={css['list']}>
        <ActiveOption value={active}>
          {(navigation === 'store-front' ? top : menu).map(({ key, label, entries }) => (
            <SearchResults key={key} label={label} items={items(entries)} />
          ))}
          <SlotProvider value={source}>
            <Slot name={shellSearch} props={{ query: text.trim(), close: onClose }} />
          </SlotProvider>
          <SearchResults
            label={t('palette.places')}
            items={places.map((place) => ({ id: place.id, label: place.name, choose: () => go(switchPath(place)) }))}
          />
          <SearchResults label={t('palette.account')} items={items(profileEntries(workspace))} />
        </ActiveOption>
        <p className={css['nothing']}>{t('palette.nothing')}</p>
      </div>
    </dialog>
  );
});

export default Palette;

/** The options of all groups, in the order of the page: groups come and go as their plugins answer. */
function useOptions() {
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const options = () => [...(list.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];

  useEffect(() => {
    const { current } = list;
    if (!current) return undefined;
    const settle = () =>
      setActive((before) => {
        const all = options();
        return all.some((option) => option.id === before) ? before : (all[0]?.id ?? null);
      });
    const watch = new MutationObserver(settle);
    watch.observe(current, { childList: true, subtree: true });
    settle();
    return () => watch.disconnect();
  }, []);

  const move = (step: number) => {
    const all = options();
    const at = all.findIndex((option) => option.id === active);
    const next = all[(at + step + all.length) % all.length];
    next?.scrollIntoView({ block: 'nearest' });
    setActive(next?.id ?? null);
  };
  const choose = () =>
    options()
      .find((option) => option.id === active)
      ?.click();
  return { list, active, move, choose };
}
