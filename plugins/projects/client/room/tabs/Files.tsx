import { observer } from 'mobx-react-lite';
import { uploadFile } from '@sinter/sdk/contract/host/files';
import {
  addProjectFiles,
  listProjectFiles,
  projectFileContent,
  removeProjectFile,
  type ProjectFile,
} from '@sinter/sdk/contract/projects/contents';
import { formatBytes, formatDateTime } from '@sinter/sdk/i18n';
import { Action } from '@sinter/sdk/state';
import {
  EmptyState,
  FileDropZone,
  LightButton,
  Loading,
  Section,
  usePlugin,
  useStore,
  useTexts,
  type DataColumn,
} from '@sinter/sdk/ui';
import { ListTable } from '@sinter/sdk/ui/lists';
import { useState } from 'react';
import { Contents } from '../Contents.ts';
import type { RoomProps } from '../ProjectStore.ts';
import css from '../room.module.css';

/** Files that every member reads. */
export default observer(function Files({ store, project }: RoomProps) {
  const t = useTexts();
  const { api } = usePlugin();
  const params = { id: store.id };
  const { list, taking } = useStore(
    () =>
      new Contents<ProjectFile>(store, {
        page: async (query, signal) => {
          const { files, totalCount } = await api.call(listProjectFiles, { params, query }, { signal });
          return { rows: files, total: totalCount };
        },
        take: ({ id }) => api.call(removeProjectFile, { params: { ...params, fileId: id } }),
        putBack: ({ id }) => api.call(addProjectFiles, { params, body: { fileIds: [id] } }),
        taken: ({ fileName }) => t('project.file.taken', { name: fileName }),
        failed: 'files of a project could not be loaded',
      }),
  );
  const [bringing] = useState(
    () =>
      new Action<[readonly File[]], void>(store.host, {
        run: async (files) => {
          for (const file of files) {
            const { id } = await api.upload(uploadFile, file, {}, { itar: false });
            await api.call(addProjectFiles, { params, body: { fileIds: [id] } });
          }
        },
        onDone: () => list.refresh(),
        failed: 'a file was not added to a project',
      }),
  );
  const columns: DataColumn<ProjectFile>[] = [
    {
      key: 'name',
      title: t('project.file'),
      rank: 'name',
      render: ({ id, fileName }) => (
        <a
          href={projectFileContent.path.replace('{id}', String(store.id)).replace('{fileId}', String(id))}
          download={fileName}
        >
          <bdi>{fileName}</bdi>
        </a>
      ),
    },
    { key: 'size', title: t('project.file.size'), align: 'right', render: ({ size }) => formatBytes(size) },
    {
      key: 'by',
      title: t('project.file.by'),
      rank: 'extra',
      render: ({ addedBy, side }) => (
        <span>
          <bdi>{addedBy}</bdi> <span className={css['quiet']}>({t(`side.${side}`)})</span>
        </span>
      ),
    },
    { key: 'on', title: t('project.file.on'), rank: 'detail', render: ({ addedOn }) => formatDateTime(addedOn) },
    ...(project.may.edit
      ? [
          {
            key: 'take',
            title: '',
            align: 'right',
            render: (row) =>
              row.removable && (
                <LightButton
                  size="small"
                  disabled={taking.busy}
                  aria-label={t('project.take.named', { name: row.fileName })}
                  onClick={() => void taking.run(row)}
                >
                  {t('project.take')}
                </LightButton>
              ),
          } satisfies DataColumn<ProjectFile>,
        ]
      : []),
  ];
  return (
    <div className={css['stack']}>
      {project.may.edit && (
        <FileDropZone
          disabled={bringing.busy}
          most={20}
          hint={t('project.files.hint')}
          onFiles={(files) => void bringing.run(files)}
        />
      )}
      {bringing.busy && <Loading />}
      {bringing.problem !== null && <p role="alert">{bringing.problem}</p>}
      <Section>
        <ListTable
          list={list}
          label={t('project.tab.files')}
          columns={columns}
          empty={<EmptyState title={t('project.files.none')} text={t('project.files.none.text')} />}
        />
      </Section>
    </div>
  );
});
