import { observer } from 'mobx-react-lite';
import { uploadFile } from '@sinter/sdk/contract/host/files';
import type { PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore } from '@sinter/sdk/state';
import { FileDropZone, LightButton, Loading, useStore, useTexts } from '@sinter/sdk/ui';
import css from './customFields.module.css';

const most = 10;

/** Uploads of one field. Names of those that were there before are not known: the order's page has them. */
class FilesStore {
  names = new Map<number, string>();
  readonly adding: Action<[readonly File[], boolean], number[]>;

  constructor(host: Pick<PluginHost, 'api' | 'log'>) {
    this.adding = new Action<[readonly File[], boolean], number[]>(host, {
      run: async (files, itar) => {
        const added: number[] = [];
        for (const file of files) {
          const { id, fileName } = await host.api.upload(uploadFile, file, {}, { itar });
          this.names.set(id, fileName);
          added.push(id);
        }
        return added;
      },
      failed: 'a file was not uploaded',
    });
    makeStore(this);
  }

  start() {
    return () => undefined;
  }
}

interface AnswerFilesProps {
  label: string;
  ids: readonly number[];
  controlled: boolean;
  onChange: (ids: number[]) => void;
}

export const AnswerFiles = observer(function AnswerFiles({ label, ids, controlled, onChange }: AnswerFilesProps) {
  const t = useTexts();
  const store = useStore((host) => new FilesStore(host));
  const { busy, problem } = store.adding;
  const add = async (files: readonly File[]) => {
    const before = new Set(store.names.keys());
    await store.adding.run(files.slice(0, most - ids.length), controlled);
    onChange([...ids, ...[...store.names.keys()].filter((id) => !before.has(id))]);
  };
  return (
    <div className={css['answerFiles']}>
      {ids.map((id) => {
        const name = store.names.get(id) ?? t('form.file', { id });
        return (
          <span key={id} className={css['answerFile']}>
            <bdi>{name}</bdi>
            <LightButton
              size="small"
              aria-label={t('shop.remove', { fileName: name })}
              onClick={() => onChange(ids.filter((each) => each !== id))}
            >
              ×
            </LightButton>
          </span>
        );
      })}
      {busy && <Loading />}
      {ids.length < most && !busy && (
        <FileDropZone title={t('form.addFiles', { label })} onFiles={(files) => void add(files)} />
      )}
      {problem !== null && (
        <span role="alert" className={css['failed']}>
          {problem}
        </span>
      )}
    </div>
  );
});
