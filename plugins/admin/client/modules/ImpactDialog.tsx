import { ConfirmDialog, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import type { Impact, ModulesStore } from './ModulesStore.ts';
import css from './modules.module.css';

/** What a change would do, before it is done. */
export const ImpactDialog = observer(function ImpactDialog({ store }: { store: ModulesStore }) {
  const t = useTexts();
  const { proposal } = store;
  const impact = store.impact.answer;
  return (
    <ConfirmDialog
      open={proposal !== null}
      danger={proposal?.kind !== 'restore'}
      // Nobody agrees to what is not known yet.
      ready={impact !== null}
      title={proposal ? t(`change.${proposal.kind}.title`, { subject: proposal.subject }) : ''}
      onAnswer={(yes) => void store.answer(yes)}
    >
      {proposal && (impact ? <ImpactList impact={impact} /> : t('impact.working'))}
    </ConfirmDialog>
  );
});

function ImpactList({ impact }: { impact: Impact }) {
  const t = useTexts();
  const screens = (list: Impact['appearing']) => list.filter(({ kind }) => kind === 'PAGE').map(({ path }) => path);
  const [gone, come] = [screens(impact.disappearing), screens(impact.appearing)];
  const nothing = impact.disappearing.length + impact.appearing.length + impact.calls.length === 0;
  return (
    <span className={css['impact']}>
      {nothing && <span>{t('impact.nothing')}</span>}
      {impact.alsoStopping.length > 0 && (
        <span>{t('impact.alsoStopping', { modules: impact.alsoStopping.join(', ') })}</span>
      )}
      <Paths title={t('impact.gone', { count: gone.length })} paths={gone} />
      <Paths title={t('impact.come', { count: come.length })} paths={come} />
      {impact.calls.length > 0 && <span>{t('impact.calls', { count: impact.calls.length })}</span>}
      <span>{t('impact.people', { count: impact.people, signedIn: impact.signedIn })}</span>
      <span>{t('impact.data')}</span>
    </span>
  );
}

function Paths({ title, paths }: { title: string; paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <span>
      {title}
      <span className={css['paths']}>
        {paths.map((path) => (
          <code key={path}>{path}</code>
        ))}
      </span>
    </span>
  );
}
