import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { gateSubjectSchema } from '@sinter/sdk/contract/production/gates';
import type { ShellGateProps } from '@sinter/sdk/plugin';
import { ErrorNotice, LightButton, Loading, useStore, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { GateItem } from './GateItem.tsx';
import { GateStore } from './GateStore.ts';
import { Override } from './Override.tsx';
import css from './checklists.module.css';

/** Checklists before what was pressed; open non-conformances there are another plugin's. */
export default function GateDrawer(props: ShellGateProps) {
  return props.gate.ncrs ? null : <Answers {...props} />;
}

/** What stands before what was pressed: once it is answered, that goes on by itself. */
const Answers = observer(function Answers({ gate, done }: ShellGateProps) {
  const t = useTexts();
  const store = useStore((host) => new GateStore(host, gateSubjectSchema.parse(gate), done));
  const [overrides, setOverrides] = useState(false);
  const { state, question, left } = store;
  const title = t('gate.title', { gate: t(`gate.${gate.gate}`) });
  const save = () => (store.entered.size === 0 && state?.open === 0 ? done(true) : void store.saving.run());
  return (
    <SideDrawer title={title} unsaved={store.entered.size > 0} size={620} onClose={() => done(false)}>
      {question.error !== null && !state && (
        <ErrorNotice subject={title} error={question.error} onRetry={question.retry} />
      )}
      {!state && question.error === null && <Loading />}
      {state && (
        <div className={css['gate']}>
          {state.checklists.length === 0 && <p className={css['quiet']}>{t('gate.nothing')}</p>}
          {state.checklists.map((list) => (
            <section key={list.id} aria-label={list.name}>
              <h3>
                <bdi>{list.name}</bdi>
              </h3>
              <ul className={css['items']}>
                {list.items.map((item) => (
                  <GateItem
                    key={item.key}
                    item={item}
                    value={store.valueOf(list, item)}
                    me={store.me}
                    attaching={store.attaching}
                    disabled={store.busy}
                    onChange={(value) => store.enter(list, item, value)}
                  />
                ))}
              </ul>
            </section>
          ))}
          {store.saving.problem !== null && (
            <p role="alert" className={css['problem']}>
              {store.saving.problem}
            </p>
          )}
          <div className={css['foot']}>
            <span role="status" className={css['quiet']}>
              {left > 0 ? t('gate.open', { count: left }) : t('gate.ready')}
            </span>
            <span className={css['buttons']}>
              {state.mayOverride && state.open > 0 && (
                <LightButton aria-expanded={overrides} disabled={store.busy} onClick={() => setOverrides(!overrides)}>
                  {t('gate.override')}
                </LightButton>
              )}
              <LightButton
                kind="primary"
                disabled={store.busy || (store.entered.size === 0 && state.open > 0)}
                loading={store.saving.busy}
                onClick={save}
              >
                {t(store.entered.size === 0 && state.open === 0 ? 'gate.continue' : 'gate.save')}
              </LightButton>
            </span>
          </div>
          {overrides && state.open > 0 && <Override store={store} />}
        </div>
      )}
    </SideDrawer>
  );
});
