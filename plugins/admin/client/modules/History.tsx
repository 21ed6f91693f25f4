import { formatDateTime } from '@sinter/sdk/i18n';
import { DataTable, LightButton, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { revisionsPerPage, type ModulesStore, type RegistryView } from './ModulesStore.ts';
import css from './modules.module.css';

/** Earlier states; each can be looked at and given to the facility again. */
export const History = observer(function History({ store, registry }: { store: ModulesStore; registry: RegistryView }) {
  const t = useTexts();
  return (
    <DataTable
      label={t('modules.tab.history')}
      rows={store.revisions}
      rowKey={({ revision }) => revision}
      total={store.revisionCount}
      page={store.page}
      pageSize={revisionsPerPage}
      onPage={store.showPage}
      columns={[
        { key: 'revision', title: t('history.revision'), render: ({ revision }) => revision },
        { key: 'at', title: t('history.at'), render: ({ at }) => formatDateTime(at) },
        { key: 'by', title: t('history.by'), render: ({ by }) => by || t('history.delivered') },
        {
          key: 'changes',
          title: t('history.changes'),
          render: ({ changes }) => (
            <span className={css['changes']}>
              {changes.map((change) => (
                <code key={change}>{change}</code>
              ))}
            </span>
          ),
        },
        {
          key: 'restore',
          title: '',
          align: 'right',
          render: (revision) =>
            revision.revision === registry.revision ? (
              t('history.present')
            ) : (
              <LightButton
                size="small"
                aria-label={t('history.restoreOne', { revision: revision.revision })}
                onClick={() => void store.restore(revision)}
              >
                {t('history.restore')}
              </LightButton>
            ),
        },
      ]}
    />
  );
});
