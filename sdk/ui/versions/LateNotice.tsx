import { observer } from 'mobx-react-lite';
import type { SettingEditor } from '../../state/versions.ts';
import { LightButton } from '../inputs/LightButton.tsx';
import { useUiTexts } from '../host.ts';
import { ChangeList } from './ChangeList.tsx';
import css from './versions.module.css';

/** Somebody else was faster: both texts, and the choice between them. */
export const LateNotice = observer(function LateNotice<Value>({ editor }: { editor: SettingEditor<Value> }) {
  const t = useUiTexts();
  const { theirs, value } = editor;
  if (!theirs || value === null) return null;
  const { by, value: their } = theirs.draft ?? theirs.published;
  return (
    <div role="alert" className={css['late']}>
      <strong>{by ? t('versions.lateBy', { name: by }) : t('versions.lateElsewhere')}</strong>
      <p>{t('versions.late.text')}</p>
      <ChangeList changes={editor.changes(their, value)} />
      <span className={css['buttons']}>
        <LightButton kind="primary" onClick={() => editor.keepMine()}>
          {t('versions.keepMine')}
        </LightButton>
        <LightButton onClick={() => editor.takeTheirs()}>{t('versions.takeTheirs')}</LightButton>
      </span>
    </div>
  );
});
