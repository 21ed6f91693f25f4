import { formatDate } from '@sinter/sdk/i18n';
import { ConfirmDialog, LightButton, Page, useStore, useTexts, VisuallyHidden } from '@sinter/sdk/ui';
import { ListTable } from '@sinter/sdk/ui/lists';
import type { Priority } from '@sinter/sdk/contract/scheduling/priorities';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import { PrioritiesStore } from './PrioritiesStore.ts';
import css from './priorities.module.css';

const PriorityDrawer = lazy(() => import('./PriorityDrawer.tsx'));

/** Labels that say how urgent something is. Everybody of the facility sees them; who may edit production settings edits them. */
export default observer(function PrioritiesPage() {
  const t = useTexts();
  const store = useStore((host) => new PrioritiesStore(host));
  const { list, editing, asked, deleting } = store;
  return (
    <Page
      title={t('page.priorities')}
      width="normal"
      actions={
        store.mayEdit && (
          <Button type="primary" onClick={() => store.edit('new')}>
            {t('priority.add')}
          </Button>
        )
      }
    >
      {deleting.problem !== null && (
        <p role="alert" className={css['problem']}>
          {deleting.problem}
        </p>
      )}
      <ListTable
        list={list}
        label={t('page.priorities')}
        empty={undefined}
        columns={[
          { key: 'label', rank: 'name', title: t('priority.label'), sortable: true, render: ({ label }) => label },
          {
            key: 'color',
            title: t('priority.color'),
            render: ({ color }) => (
              <span className={css['dot']} role="img" aria-label={color} title={color} style={{ background: color }} />
            ),
          },
          { key: 'createDate', title: t('priority.created'), render: ({ createDate }) => formatDate(createDate) },
          ...(store.mayEdit
            ? [
                {
                  key: 'actions',
                  title: <VisuallyHidden>{t('priority.actions')}</VisuallyHidden>,
                  align: 'right' as const,
                  render: (priority: Priority) => (
                    <span className={css['actions']}>
                      <LightButton
                        size="small"
                        aria-label={t('priority.editOne', { label: priority.label })}
                        onClick={() => store.edit(priority)}
                      >
                        {t('action.edit')}
                      </LightButton>
                      <LightButton
                        size="small"
                        aria-label={t('priority.deleteOne', { label: priority.label })}
                        onClick={() => store.ask(priority)}
                      >
                        {t('priority.delete')}
                      </LightButton>
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
      <ConfirmDialog
        open={asked !== null}
        danger
        title={t('priority.delete.ask', { label: asked?.label ?? '' })}
        yes={t('priority.delete')}
        no={t('form.cancel')}
        onAnswer={(yes) => void store.answer(yes)}
      />
      {editing !== null && (
        <Suspense fallback={null}>
          <PriorityDrawer key={editing === 'new' ? 'new' : editing.id} store={store} editing={editing} />
        </Suspense>
      )}
    </Page>
  );
});
