import { observer } from 'mobx-react-lite';
import { ErrorNotice, LightButton, Section, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import type { EditedEmail } from './EditedEmail.ts';
import type { EmailTemplatesStore } from './EmailTemplatesStore.ts';
import css from './templates.module.css';

interface TrialProps<Value> {
  store: EmailTemplatesStore;
  edited: EditedEmail<Value>;
}

/** The email as its reader gets it, about something real, and sent to oneself. */
export const Trial = observer(function Trial<Value>({ store, edited }: TrialProps<Value>) {
  const t = useTexts();
  const { preview, examples, example, testing } = store;
  const { trial } = edited;
  const shown = preview.answer;
  const found = examples.answer ?? [];
  return (
    <Section title={t('templates.preview')}>
      <div className={css['trial']}>
        <Select<number>
          aria-label={t('templates.example')}
          placeholder={t('templates.example')}
          allowClear
          value={example?.id ?? null}
          showSearch={{
            filterOption: false,
            onSearch: (search: string) => edited.find(search),
          }}
          options={found.map(({ id, name }) => ({ value: id, label: name }))}
          notFoundContent={t('templates.noExample')}
          onChange={(id: number | undefined) => store.choose(found.find((one) => one.id === id) ?? null)}
        />
        <p className={css['quiet']}>{t(example ? 'templates.example.hint' : 'templates.example.none')}</p>
        {preview.error !== null && (
          <ErrorNotice subject={t('templates.preview')} error={preview.error} onRetry={preview.retry} />
        )}
        {shown && (
          <article className={css['mail']} aria-label={t('templates.preview')} aria-live="polite">
            <p className={css['site']}>
              <bdi>{shown.title}</bdi>
            </p>
            <h3 dir="auto">{shown.subject}</h3>
            {shown.parts.map(({ text, button }, place) =>
              button ? (
                <p key={place}>
                  <span className={css['button']} dir="auto">
                    {text}
                  </span>
                </p>
              ) : (
                <p key={place} dir="auto">
                  {text}
                </p>
              ),
            )}
            <footer dir="auto">{shown.reason}</footer>
          </article>
        )}
        <div className={css['actions']}>
          <LightButton disabled={!trial} loading={testing.busy} onClick={() => trial && void testing.run(trial)}>
            {t('templates.test')}
          </LightButton>
          <span className={css['quiet']}>{t('templates.test.hint')}</span>
        </div>
        {testing.problem !== null && (
          <p role="alert" className={css['problem']}>
            {testing.problem}
          </p>
        )}
      </div>
    </Section>
  );
});
