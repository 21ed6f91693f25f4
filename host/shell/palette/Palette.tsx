import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { MoonOutlined, SearchOutlined, SunOutlined } from '@ant-design/icons';
import { observer } from 'mobx-react-lite';
import { useNavigate } from 'react-router-dom';
import { shellCommands, shellSearch } from '@sinter/sdk/plugin';
import { Slot, useReadable } from '@sinter/sdk/ui';
import { appearance, chooseAppearance, SlotProvider } from '@sinter/sdk/ui/host';
import { ActiveOption, includesWords, SearchResults } from '@sinter/sdk/ui/root';
import type { SearchItem } from '@sinter/sdk/ui/root';
import type { ManifestEntry } from '#registry/manifest';
import { slotSource } from '#host/browser/pages/pageRoot.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { switchPath } from '../layout/FacilitiesStore.ts';
import { MenuIcon } from '../layout/icons.tsx';
import { labelOf } from '../layout/NavLink.tsx';
import { profileEntries } from '../layout/profileEntries.ts';
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
  const mode = useReadable(appearance);

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
  const screens =
    navigation === 'store-front' ? [{ key: 'top', label: t('shell.menu'), entries: manifest.topNav }] : menu;
  const account = profileEntries(shell);
  const inMenu = new Set([...screens.flatMap(({ entries }) => entries), ...account].map(({ path }) => path));
  const settings = manifest.settings
    .filter(({ path }) => !inMenu.has(path))
    .map(({ id: key, title, path }) => ({ id: key, label: labelOf({ label: title }), choose: () => go(path) }))
    .filter(({ label }) => includesWords(label, text));
  const otherMode = mode === 'dark' ? 'light' : 'dark';
  const appearanceLabel = t(`shell.appearance.${otherMode}`);
  const actions: SearchItem[] = includesWords(`${appearanceLabel} ${t('palette.appearance.words')}`, text)
    ? [
        {
          id: 'appearance',
          label: appearanceLabel,
          icon: otherMode === 'dark' ? <MoonOutlined aria-hidden /> : <SunOutlined aria-hidden />,
          choose: () => {
            onClose();
            chooseAppearance(otherMode);
          },
        },
      ]
    : [];
  const switching = t('palette.places');
  const places = facilities.places.filter(({ here, name }) => !here && includesWords(`${switching} ${name}`, text));
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
          {screens.map(({ key, label, entries }) => (
            <SearchResults key={key} label={label} items={items(entries)} />
          ))}
          <SearchResults label={t('palette.settings')} items={settings} />
          <SearchResults
            label={switching}
            items={places.map((place) => ({ id: place.id, label: place.name, choose: () => go(switchPath(place)) }))}
          />
          <SearchResults label={t('palette.account')} items={items(account)} />
          <SearchResults label={t('palette.actions')} items={actions} />
          <div className={css['late']}>
            <SlotProvider value={source}>
              <Slot name={shellCommands} props={{ query: text.trim(), close: onClose }} />
              <Slot name={shellSearch} props={{ query: text.trim(), close: onClose }} />
            </SlotProvider>
          </div>
        </ActiveOption>
        <p className={css['nothing']}>{t('palette.nothing')}</p>
      </div>
    </dialog>
  );
});

export default Palette;

/**
 * The options of all groups as they stand on the screen. What plugins find comes late, each in its time: a group takes
 * the place below those that have come before, so that nothing above it moves.
 */
function useOptions() {
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const options = () =>
    [...(list.current?.querySelectorAll<HTMLElement>('[role="group"]') ?? [])]
      .sort((one, other) => Number(one.style.order) - Number(other.style.order))
      .flatMap((group) => [...group.querySelectorAll<HTMLElement>('[role="option"]')]);

  useEffect(() => {
    const { current } = list;
    if (!current) return undefined;
    let arrived = 0;
    const settle = () => {
      for (const group of current.querySelectorAll<HTMLElement>(`.${css['late']} [role="group"]`)) {
        if (group.style.order === '' && group.querySelector('[role="option"]')) group.style.order = String(++arrived);
      }
      setActive((before) => {
        const all = options();
        return all.some((option) => option.id === before) ? before : (all[0]?.id ?? null);
      });
    };
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
