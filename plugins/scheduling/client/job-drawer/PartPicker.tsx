import { ErrorNotice, SearchInput, Thumbnail, usePlugin, useTexts } from '@sinter/sdk/ui';
import { FieldFrame } from '@sinter/sdk/ui/form';
import { Button, InputNumber } from 'antd';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { ChosenPart } from './chosenPart.ts';
import { PartsStore } from './PartsStore.ts';
import css from './drawer.module.css';

interface PartPickerProps {
  name: string;
  label: string;
  /** They stay as they are. */
  locked: boolean;
}

/** The parts of a build: chosen ones with their quantities, and a search among those left to schedule. */
export function PartPicker({ name, label, locked }: PartPickerProps) {
  const t = useTexts();
  const [adding, setAdding] = useState(false);
  return (
    <FieldFrame<ChosenPart[]> name={name} label={label} {...(locked ? { hint: t('form.locked.status') } : {})}>
      {({ value: files, change, control: { id } }) => {
        const open = !locked && (adding || files.length === 0);
        const quantity = (part: ChosenPart, next: number | null) =>
          change(files.map((each) => (each === part ? { ...each, quantity: next ?? 0 } : each)));
        const add = (part: ChosenPart) => {
          setAdding(true);
          change([...files, part]);
        };
        return (
          <div className={css['picker']} id={id}>
            {files.length > 0 && (
              <ul className={css['parts']} aria-label={t('parts.chosen')}>
                {files.map((part) => (
                  <li key={part.id}>
                    <PartFacts part={part} />
                    <InputNumber
                      min={1}
                      max={part.max}
                      precision={0}
                      disabled={locked}
                      value={part.quantity}
                      status={part.quantity > part.max || part.quantity < 1 ? 'error' : ''}
                      aria-label={t('parts.quantity', { part: part.name })}
                      suffix={t('parts.of', { max: part.max })}
                      onChange={(next) => quantity(part, next)}
                      style={{ width: 120 }}
                    />
                    {!locked && (
                      <button
                        type="button"
                        className={css['remove']}
                        aria-label={t('parts.remove', { part: part.name })}
                        onClick={() => change(files.filter((each) => each !== part))}
                      >
                        ×
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            )}
            {open && <PartSearch chosen={files} onAdd={add} />}
            {files.length > 0 && !locked && (
              <Button onClick={() => setAdding(!adding)} aria-expanded={adding}>
                {t(adding ? 'parts.done' : 'parts.more')}
              </Button>
            )}
          </div>
        );
      }}
    </FieldFrame>
  );
}

interface PartSearchProps {
  chosen: readonly ChosenPart[];
  onAdd: (part: ChosenPart) => void;
}

const PartSearch = observer(function PartSearch({ chosen, onAdd }: PartSearchProps) {
  const host = usePlugin();
  const t = useTexts();
  const [store] = useState(() => new PartsStore(host));
  useEffect(() => store.start(), [store]);
  const offered = store.parts.filter((part) => !chosen.some(({ id }) => id === part.id));
  return (
    <div className={css['search']}>
      <SearchInput label={t('parts.search')} placeholder={t('parts.search')} onSearch={store.search} />
      {store.error !== null && <ErrorNotice subject={t('form.parts')} error={store.error} onRetry={store.retry} />}
      <ul className={css['parts']} aria-label={t('parts.offered')} aria-busy={store.loading}>
        {offered.map((part) => (
          <li key={part.id}>
            <PartFacts part={part} />
            <span className={css['left']}>{t('parts.left', { count: part.max })}</span>
            <Button size="small" aria-label={t('parts.addOne', { part: part.name })} onClick={() => onAdd(part)}>
              {t('parts.add')}
            </Button>
          </li>
        ))}
      </ul>
      {offered.length === 0 && (
        <p className={css['quiet']}>
          {t(store.loading ? 'parts.loading' : store.text === '' ? 'parts.none' : 'parts.notFound')}
        </p>
      )}
      {store.hasMore && (
        <Button size="small" loading={store.loading} onClick={store.more}>
          {t('parts.next')}
        </Button>
      )}
    </div>
  );
});

function PartFacts({ part }: { part: ChosenPart }) {
  return (
    <>
      <Thumbnail src={part.picture} alt={part.name} size={40} />
      <div className={css['facts']}>
        <strong title={part.name}>{part.name}</strong>
        <span>
          <bdi>
            #{part.orderId} {part.orderTitle} · {part.process.name} ·{' '}
            {part.materials.map(({ name }) => name).join(', ')}
          </bdi>
        </span>
      </div>
    </>
  );
}
