import { ConfirmDialog, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import type { Impact, ModulesStore, ModulesView } from './ModulesStore.ts';
import { moduleName, screenNames } from './names.ts';
import css from './modules.module.css';

type Modules = ModulesView['modules'];

/** What a change would do, before it is done. */
export const ImpactDialog = observer(function ImpactDialog({
  store,
  modules,
}: {
  store: ModulesStore;
  modules: Modules;
}) {
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
      {proposal && (impact ? <ImpactList impact={impact} modules={modules} /> : t('impact.working'))}
    </ConfirmDialog>
  );
});

function ImpactList({ impact, modules }: { impact: Impact; modules: Modules }) {
  const t = useTexts();
  const screens = (list: Impact['appearing']) =>
    screenNames(
      modules,
      list.filter(({ kind }) => kind === 'PAGE').map(({ id }) => id),
    );
  const [gone, come] = [screens(impact.disappearing), screens(impact.appearing)];
  const nothing = impact.disappearing.length + impact.appearing.length + impact.calls.length === 0;
  return (
    <span className={css['impact']}>
      {nothing && <span>{t('impact.nothing')}</span>}
      {impact.alsoStopping.length > 0 && (
        <span>
          {t('impact.alsoStopping', { modules: impact.alsoStopping.map((id) => moduleName(modules, id)).join(', ') })}
        </span>
      )}
      <Screens title={t('impact.gone', { count: gone.length })} names={gone} />
      <Screens title={t('impact.come', { count: come.length })} names={come} />
      {impact.calls.length > 0 && <span>{t('impact.calls', { count: impact.calls.length })}</span>}
      <span>{t('impact.people', { count: impact.people, signedIn: impact.signedIn })}</span>
      <span>{t('impact.data')}</span>
    </span>
  );
}

function Screens({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <span>
      {title}
      <span className={css['screens']}>
        {names.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </span>
    </span>
  );
}
