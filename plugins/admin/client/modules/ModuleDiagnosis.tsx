import { formatDateTime } from '@sinter/sdk/i18n';
import { DataTable, useTexts } from '@sinter/sdk/ui';
import { useState } from 'react';
import { entryName, moduleName, screenName } from './names.ts';
import type { ModulesView, RegistryView } from './ModulesStore.ts';
import css from './modules.module.css';

/** What went wrong in people's browsers, so that an administrator need not ask them. */
export function FailureList({ failures, modules }: Pick<ModulesView, 'failures' | 'modules'>) {
  const t = useTexts();
  return (
    <DataTable
      label={t('failures.title')}
      rows={failures}
      rowKey={(row) => `${row.pluginId} ${row.version} ${row.kind} ${row.message}`}
      columns={[
        {
          key: 'plugin',
          rank: 'name',
          title: t('failures.module'),
          render: (row) => `${moduleName(modules, row.pluginId)} ${row.version}`,
        },
        { key: 'kind', title: t('failures.kind'), render: (row) => t(`failure.${row.kind}`) },
        { key: 'message', title: t('failures.message'), render: (row) => row.message },
        { key: 'count', title: t('failures.count'), align: 'right', render: (row) => row.count },
        { key: 'last', title: t('failures.last'), render: (row) => formatDateTime(row.lastAt) },
      ]}
    />
  );
}

const kinds = ['plugin', 'page', 'menu'] as const;

/** Why something is not here, for whoever looks for it. Menu entries of screens that are not installed come last. */
export function AbsentList({ view: { absent, modules }, registry }: { view: ModulesView; registry: RegistryView }) {
  const t = useTexts();
  const nameOf = ({ kind, id }: ModulesView['absent'][number]) => {
    if (kind === 'plugin') return moduleName(modules, id);
    return kind === 'page' || id.includes('/') ? screenName(modules, id) : entryName(registry, id);
  };
  const [all, setAll] = useState(false);
  const ordered = kinds.flatMap((kind) => absent.filter((row) => row.kind === kind));
  const wanted = all ? ordered : ordered.filter((row) => row.code !== 'not-installed');
  return (
    <>
      <label className={css['showAll']}>
        <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} /> {t('absent.all')}
      </label>
      <DataTable
        label={t('absent.title')}
        rows={wanted}
        rowKey={(row) => `${row.kind} ${row.id}`}
        columns={[
          { key: 'kind', title: t('absent.kind'), render: (row) => t(`absent.kind.${row.kind}`) },
          { key: 'id', rank: 'name', title: t('absent.what'), render: nameOf },
          { key: 'reason', title: t('absent.reason'), render: (row) => t(`absent.reason.${row.code}`) },
        ]}
      />
    </>
  );
}
