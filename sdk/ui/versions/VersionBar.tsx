import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { formatDateTime } from '../../i18n/index.ts';
import type { SettingEditor, SettingSaved } from '../../state/versions.ts';
import { messageOf } from '../feedback/ErrorNotice.tsx';
import { StatusPill, type Tone } from '../feedback/StatusPill.tsx';
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx';
import { LightButton } from '../inputs/LightButton.tsx';
import { LightInput } from '../inputs/LightInput.tsx';
import { toast } from '../feedback/toast.tsx';
import { useUiTexts } from '../host.ts';
import { ChangeList } from './ChangeList.tsx';
import { LateNotice } from './LateNotice.tsx';
import { VersionDrawer } from './VersionDrawer.tsx';
import { wordsOf } from './wordsOf.ts';
import css from './versions.module.css';

const tones: Readonly<Record<SettingSaved, Tone>> = {
  published: 'green',
  saved: 'blue',
  saving: 'grey',
  unsaved: 'grey',
  wrong: 'amber',
  late: 'amber',
  failed: 'red',
};

interface VersionBarProps<Value> {
  editor: SettingEditor<Value>;
  /** Shows the draft as those will see it whom it is for. */
  preview?: { on: boolean; toggle: () => void };
}

/** Above a setting that is edited: how its draft stands, preview, publish, earlier versions. */
export const VersionBar = observer(function VersionBar<Value>({ editor, preview }: VersionBarProps<Value>) {
  const t = useUiTexts();
  const [asking, setAsking] = useState<'publish' | 'discard' | null>(null);
  const [listing, setListing] = useState(false);
  const [note, setNote] = useState('');
  const { published, pending, saved, theirs, busy, error } = editor;
  if (!published) return null;
  const publish = async (yes: boolean) => {
    setAsking(null);
    if (!yes || !(await editor.publish(note.trim()))) return;
    setNote('');
    toast.success(t('versions.published'));
  };
  const discard = (yes: boolean) => {
    setAsking(null);
    if (yes) void editor.discard();
  };
  const since = published.at === null ? '' : formatDateTime(published.at);
  return (
    <div className={css['bar']}>
      <div className={css['line']}>
        <span role="status" className={css['state']}>
          <StatusPill tone={tones[saved]}>{t(`versions.${saved}`)}</StatusPill>
          <span className={css['quiet']}>
            {pending.length > 0
              ? t('versions.pending', { count: pending.length })
              : published.by
                ? t('versions.since', { version: published.version, by: published.by, at: since })
                : t(`${wordsOf(published.version)}.version`, { version: published.version })}
          </span>
        </span>
        <span className={css['buttons']}>
          {saved === 'failed' && <LightButton onClick={() => void editor.save()}>{t('retry')}</LightButton>}
          {(pending.length > 0 || editor.unsaved) && (
            <LightButton disabled={busy || theirs !== null} onClick={() => setAsking('discard')}>
              {t('versions.discard')}
            </LightButton>
          )}
          <LightButton onClick={() => setListing(true)}>{t('versions.earlier')}</LightButton>
          {preview && (
            <LightButton aria-pressed={preview.on} onClick={preview.toggle}>
              {t(preview.on ? 'versions.edit' : 'versions.preview')}
            </LightButton>
          )}
          <LightButton
            kind="primary"
            disabled={pending.length === 0 || theirs !== null}
            loading={busy}
            onClick={() => setAsking('publish')}
          >
            {t('versions.publish')}
          </LightButton>
        </span>
      </div>
      {error !== null && (
        <p role="alert" className={css['problem']}>
          {messageOf(error)}
        </p>
      )}
      {saved === 'wrong' && (
        <p role="alert" className={css['problem']}>
          {t('versions.wrong.text')}
        </p>
      )}
      {theirs && <LateNotice editor={editor} />}
      <ConfirmDialog
        open={asking === 'publish'}
        title={t('versions.publish.ask')}
        yes={t('versions.publish')}
        no={t('form.cancel')}
        onAnswer={(yes) => void publish(yes)}
      >
        <ChangeList changes={pending} />
        <label className={css['note']}>
          <span>{t('versions.note')}</span>
          <LightInput value={note} maxLength={500} dir="auto" onChange={({ target }) => setNote(target.value)} />
        </label>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'discard'}
        danger
        title={t('versions.discard.ask')}
        yes={t('versions.discard')}
        no={t('discard.no')}
        onAnswer={discard}
      >
        <ChangeList changes={pending} />
      </ConfirmDialog>
      {listing && <VersionDrawer editor={editor} onClose={() => setListing(false)} />}
    </div>
  );
});
