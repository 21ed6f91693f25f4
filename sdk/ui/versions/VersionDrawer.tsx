import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { formatDateTime } from '../../i18n/index.ts';
import type { EditedVersion, SettingEditor } from '../../state/versions.ts';
import { ConfirmDialog, ErrorNotice, LightButton, Loading, messageOf, StatusPill, toast } from '../index.ts';
import { SideDrawer } from '../drawer.ts';
import { useUiTexts } from '../host.ts';
import { ChangeList } from './ChangeList.tsx';
import { wordsOf } from './wordsOf.ts';
import css from './versions.module.css';

interface VersionDrawerProps<Value> {
  editor: SettingEditor<Value>;
  onClose: () => void;
}

/** Earlier versions: who, when, why, what changed; compared with what is in force, and restored. */
export const VersionDrawer = observer(function VersionDrawer<Value>({ editor, onClose }: VersionDrawerProps<Value>) {
  const t = useUiTexts();
  const [asked, setAsked] = useState<EditedVersion<Value> | null>(null);
  const { versions, moreVersions, listing, published, restoring } = editor;
  useEffect(() => editor.listVersions(), [editor]);
  const restore = async (yes: boolean) => {
    setAsked(null);
    if (yes && asked && (await editor.restore(asked.version))) toast.success(t('versions.restored'));
  };
  return (
    <SideDrawer title={t('versions.earlier')} unsaved={false} size={560} onClose={onClose}>
      {listing.error !== null && (
        <ErrorNotice subject={t('versions.earlier')} error={listing.error} onRetry={listing.retry} />
      )}
      {restoring.error !== null && (
        <p role="alert" className={css['problem']}>
          {messageOf(restoring.error)}
        </p>
      )}
      {versions.length === 0 && listing.loading && <Loading />}
      <ol className={css['versions']}>
        {versions.map((version, index) => (
          <Version
            key={version.version}
            editor={editor}
            version={version}
            before={versions[index + 1] ?? null}
            inForce={version.version === published?.version}
            onRestore={() => setAsked(version)}
          />
        ))}
      </ol>
      {moreVersions && (
        <LightButton loading={listing.state === 'asking'} onClick={() => editor.listMore()}>
          {t('versions.more')}
        </LightButton>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={asked ? t(`${wordsOf(asked.version)}.restore.ask`, { version: asked.version }) : ''}
        yes={t('versions.restore')}
        no={t('form.cancel')}
        onAnswer={(yes) => void restore(yes)}
      >
        {asked && published && <ChangeList changes={editor.changes(published.value, asked.value)} />}
      </ConfirmDialog>
    </SideDrawer>
  );
});

interface VersionProps<Value> {
  editor: SettingEditor<Value>;
  version: EditedVersion<Value>;
  /** The one before it, if it is listed. */
  before: EditedVersion<Value> | null;
  inForce: boolean;
  onRestore: () => void;
}

const Version = observer(function Version<Value>({ editor, version, before, inForce, onRestore }: VersionProps<Value>) {
  const t = useUiTexts();
  const [comparing, setComparing] = useState(false);
  const { published } = editor;
  const words = wordsOf(version.version);
  const who = version.by || t('versions.otherScreen');
  return (
    <li>
      <header>
        <strong>{t(`${words}.version`, { version: version.version })}</strong>
        {inForce && <StatusPill tone="green">{t('versions.inForce')}</StatusPill>}
      </header>
      {version.at !== null && (
        <p className={css['quiet']}>{t('versions.by', { by: who, at: formatDateTime(version.at) })}</p>
      )}
      {version.note && (
        <p dir="auto" className={css['said']}>
          {version.note}
        </p>
      )}
      {comparing && published ? (
        <>
          <p className={css['quiet']}>{t(`${words}.compared`, { version: version.version })}</p>
          <ChangeList changes={editor.changes(version.value, published.value)} />
        </>
      ) : (
        before && <ChangeList changes={editor.changes(before.value, version.value)} />
      )}
      {!inForce && (
        <span className={css['buttons']}>
          <LightButton size="small" aria-pressed={comparing} onClick={() => setComparing(!comparing)}>
            {t(comparing ? 'versions.whatChanged' : 'versions.compare')}
          </LightButton>
          <LightButton
            size="small"
            loading={editor.restoring.busy}
            aria-label={t(`${words}.restoreOne`, { version: version.version })}
            onClick={onRestore}
          >
            {t('versions.restore')}
          </LightButton>
        </span>
      )}
    </li>
  );
});
