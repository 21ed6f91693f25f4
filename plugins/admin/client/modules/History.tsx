import { formatDateTime } from '@sinter/sdk/i18n';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import { ListTable } from '@sinter/sdk/ui/lists';
import { observer } from 'mobx-react-lite';
import type { ModulesStore, ModulesView, RegistryView } from './ModulesStore.ts';
import { changeText } from './names.ts';
import css from './modules.module.css';

interface HistoryProps {
  store: ModulesStore;
  view: ModulesView;
  registry: RegistryView;
}

/** Earlier states; each can be looked at and given to the facility again. */
export const History = observer(function History({ store, view, registry }: HistoryProps) {
  const t = useTexts();
  return (
    <ListTable
      list={store.revisions}
      label={t('modules.tab.history')}
      empty={null}
      columns={[
        { key: 'revision', title: t('history.revision'), render: ({ revision }) => revision },
        { key: 'at', rank: 'name', title: t('history.at'), render: ({ at }) => formatDateTime(at) },
        { key: 'by', title: t('history.by'), render: ({ by }) => by || t('history.delivered') },
        {
          key: 'changes',
          title: t('history.changes'),
          render: ({ changes }) => (
            <span className={css['changes']}>
              {changes.map((change) => (
                <span key={change}>{changeText(t, view, registry, change)}</span>
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
                onClick={() => store.restore(revision)}
              >
                {t('history.restore')}
              </LightButton>
            ),
        },
      ]}
    />
  );
});
