import { observer } from 'mobx-react-lite';
import { type ChecklistRow, type ChecklistUse } from '@sinter/sdk/contract/production/checklists';
import { formatDateTime, formatNumber } from '@sinter/sdk/i18n';
import { ErrorNotice, LightButton, Loading, StatusPill, useStore, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { UsesStore } from './UsesStore.ts';
import css from './checklists.module.css';

/** Where a list was answered, and where somebody let something pass without. */
export default observer(function Uses({ list, onClose }: { list: ChecklistRow; onClose: () => void }) {
  const t = useTexts();
  const store = useStore((host) => new UsesStore(host, list.id));
  const { uses, total, question } = store;
  return (
    <SideDrawer title={t('lists.uses.named', { name: list.name })} unsaved={false} size={560} onClose={onClose}>
      {question.error !== null && (
        <ErrorNotice subject={t('lists.uses')} error={question.error} onRetry={question.retry} />
      )}
      {!question.answer && question.error === null && <Loading />}
      <ol className={css['uses']}>
        {uses.map((use) => (
          <Use key={`${use.gate} ${use.subjectId} ${use.position}`} use={use} />
        ))}
      </ol>
      {uses.length < total && (
        <LightButton loading={question.loading} onClick={() => store.more()}>
          {t('lists.more')}
        </LightButton>
      )}
    </SideDrawer>
  );
});

function Use({ use }: { use: ChecklistUse }) {
  const t = useTexts();
  const { gate, subject, position, version, at, by, answered, items, override } = use;
  const values = { answered: formatNumber(answered), items: formatNumber(items) };
  return (
    <li>
      <strong>
        {t(`lists.subject.${gate === 'JOB_START' ? 'job' : gate.startsWith('STEP') ? 'lot' : 'order'}`)}{' '}
        <bdi>{subject}</bdi>
        {gate.startsWith('STEP') && ` · ${t('lists.step', { number: position + 1 })}`}
      </strong>
      <span className={css['quiet']}>
        {t('lists.answered', values)} · {t('lists.version', { version })} ·{' '}
        {t('check.by', { name: by, time: formatDateTime(at) })}
      </span>
      {override && (
        <span className={css['override']}>
          <StatusPill tone="amber">{t('lists.overridden')}</StatusPill>
          <bdi>{override.reason}</bdi>
          <span className={css['quiet']}>
            {t('check.by', { name: override.by, time: formatDateTime(override.at) })}
          </span>
        </span>
      )}
    </li>
  );
}
