import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { ChecklistRow } from '@sinter/sdk/contract/production/checklists';
import { formatDate } from '@sinter/sdk/i18n';
import { ConfirmDialog, LightButton, Link, messageOf, StatusPill, toast, useLocation, useTexts } from '@sinter/sdk/ui';
import type { ChecklistsStore } from './ChecklistsStore.ts';
import css from './checklists.module.css';

interface RowProps {
  store: ChecklistsStore;
  list: ChecklistRow;
  onClone: () => void;
  onUses: () => void;
}

const tones = { on: 'green', draft: 'blue', off: 'grey' } as const;

export const Row = observer(function Row({ store, list, onClone, onUses }: RowProps) {
  const t = useTexts();
  const { pathname } = useLocation();
  const [asking, setAsking] = useState(false);
  const { name, gate, version, enabled, drafted, items, uses, usedAt } = list;
  const state = !enabled ? 'off' : version === 0 ? 'draft' : 'on';
  const turn = async () => {
    setAsking(false);
    if (await store.switching.run(list)) toast.success(t(enabled ? 'lists.disabled' : 'lists.enabled', { name }));
    else toast.error(messageOf(store.switching.error));
  };
  return (
    <li className={css['list']}>
      <div className={css['main']}>
        <Link to={`${pathname}?list=${list.id}`} className={css['name']}>
          <bdi>{name}</bdi>
        </Link>
        {version > 0 && (
          <span className={css['quiet']}>
            {t(`gate.${gate}`)} · {t('lists.items', { count: items })}
          </span>
        )}
      </div>
      <StatusPill tone={tones[state]}>{t(`lists.${state}`)}</StatusPill>
      <span className={css['quiet']}>
        {version > 0 && t('lists.version', { version })}
        {version > 0 && drafted && ` · ${t('lists.drafted')}`}
        {usedAt !== null && ` · ${t('lists.used', { count: uses, at: formatDate(usedAt) })}`}
      </span>
      <span className={css['buttons']}>
        {uses > 0 && (
          <LightButton size="small" aria-label={t('lists.uses.named', { name })} onClick={onUses}>
            {t('lists.uses')}
          </LightButton>
        )}
        <LightButton size="small" aria-label={t('lists.clone.named', { name })} onClick={onClone}>
          {t('lists.clone')}
        </LightButton>
        <LightButton
          size="small"
          aria-label={t(enabled ? 'lists.disable.named' : 'lists.enable.named', { name })}
          onClick={() => (enabled ? setAsking(true) : void turn())}
        >
          {t(enabled ? 'lists.disable' : 'lists.enable')}
        </LightButton>
      </span>
      <ConfirmDialog
        open={asking}
        danger
        title={t('lists.disable.named', { name })}
        yes={t('lists.disable')}
        onAnswer={(yes) => (yes ? void turn() : setAsking(false))}
      >
        {t('lists.disable.text')}
      </ConfirmDialog>
    </li>
  );
});
