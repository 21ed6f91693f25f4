import { observer } from 'mobx-react-lite';
import { ErrorNotice, LightButton, LightInput, Loading, Section, toast, useStore, useTexts } from '@sinter/sdk/ui';
import { OwnPinStore } from './OwnPinStore.ts';
import css from './kiosk.module.css';

/** In a person's profile: the PIN by which shared tablets know them. It is kept nowhere in the browser. */
export default observer(function OwnPin() {
  const t = useTexts();
  const store = useStore((host) => new OwnPinStore(host));
  const { question, saving, flaw } = store;
  const state = question.answer;
  const problem = flaw === null ? saving.problem : t(flaw);
  const save = async () => {
    if (await store.save()) toast.success(t('pin.saved'));
  };
  return (
    <Section title={t('pin.own')}>
      {question.error !== null && (
        <ErrorNotice subject={t('pin.own')} error={question.error} onRetry={() => question.retry()} />
      )}
      {state === null && question.error === null && <Loading />}
      {state !== null && (
        <div className={css['pin']}>
          <p className={css['quiet']}>{t('pin.own.lead')}</p>
          <p>
            <strong>{t(`pin.state.${state}`)}</strong>
          </p>
          <div className={css['row']}>
            {(['pin', 'again'] as const).map((field) => (
              <label key={field}>
                {t(`pin.own.${field}`)}
                <LightInput
                  type="password"
                  inputMode="numeric"
                  dir="ltr"
                  autoComplete="off"
                  maxLength={4}
                  value={store[field]}
                  invalid={flaw !== null}
                  disabled={saving.busy}
                  onChange={({ target }) => store.enter({ [field]: target.value })}
                  onKeyDown={({ key }) => key === 'Enter' && void save()}
                />
              </label>
            ))}
            <LightButton kind="primary" disabled={store.pin === ''} loading={saving.busy} onClick={() => void save()}>
              {t('pin.own.save')}
            </LightButton>
          </div>
          {problem !== null && (
            <p role="alert" className={css['problem']}>
              {problem}
            </p>
          )}
        </div>
      )}
    </Section>
  );
});
