import { ErrorNotice, SearchInput, Thumbnail, useTexts } from '@sinter/sdk/ui';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import type { EditStore } from '../chart/EditStore.ts';
import { dropMs } from '../board/Board.ts';
import type { ChosenPart } from '../job-drawer/chosenPart.ts';
import type { TrayStore } from './TrayStore.ts';
import css from './schedules.module.css';

interface TrayProps {
  tray: TrayStore;
  edit: EditStore;
}

/** Parts that are left to schedule; each is dragged onto a machine, or put there by keyboard. */
export const Tray = observer(function Tray({ tray, edit }: TrayProps) {
  const t = useTexts();
  const { search } = tray;
  if (!tray.open) return null;
  const { parts } = search;
  return (
    <aside className={css['tray']} aria-label={t('tray.title')}>
      <h2>{t('tray.title')}</h2>
      <SearchInput label={t('parts.search')} placeholder={t('parts.search')} onSearch={search.search} />
      {search.error !== null && <ErrorNotice subject={t('form.parts')} error={search.error} onRetry={search.retry} />}
      {parts.length > 0 && <p>{t('tray.hint')}</p>}
      <ul aria-label={t('parts.offered')} aria-busy={search.loading}>
        {parts.map((part) => (
          <Item key={part.id} part={part} edit={edit} />
        ))}
      </ul>
      {parts.length === 0 && search.error === null && (
        <p role="status">{t(search.loading ? 'parts.loading' : search.text === '' ? 'tray.none' : 'parts.notFound')}</p>
      )}
      {search.hasMore && (
        <Button size="small" loading={search.loading} onClick={search.more}>
          {t('parts.next')}
        </Button>
      )}
    </aside>
  );
});

function Item({ part, edit }: { part: ChosenPart; edit: EditStore }) {
  const t = useTexts();
  const carried = { label: part.name, millis: dropMs, data: String(part.id) };
  const drag = (item: HTMLLIElement) => {
    const start = ({ dataTransfer }: DragEvent) => {
      if (!dataTransfer) return;
      dataTransfer.effectAllowed = 'copy';
      dataTransfer.setData('text/plain', part.name);
      edit.carry(carried);
    };
    item.addEventListener('dragstart', start);
    return () => item.removeEventListener('dragstart', start);
  };
  return (
    // By keyboard the button does what dragging does.
    <li draggable ref={drag}>
      <Thumbnail src={part.picture} alt={part.name} size={36} />
      <div className={css['part']}>
        <strong title={part.name}>{part.name}</strong>
        <span>
          <bdi>
            #{part.orderId} {part.orderTitle}
          </bdi>
        </span>
        <span>
          {part.process.name} · {part.materials.map(({ name }) => name).join(', ')}
        </span>
      </div>
      <span className={css['left']}>{t('parts.left', { count: part.max })}</span>
      <Button
        size="small"
        aria-label={t('tray.placeOne', { part: part.name })}
        onClick={() => edit.carryByKeyboard(carried)}
      >
        {t('tray.place')}
      </Button>
    </li>
  );
}
