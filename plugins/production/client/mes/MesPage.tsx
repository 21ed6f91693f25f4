import { observer } from 'mobx-react-lite';
import { ErrorNotice, Loading, Page, Section, useStore, useTexts } from '@sinter/sdk/ui';
import { VersionBar } from '@sinter/sdk/ui/versions';
import { Centers } from './Centers.tsx';
import { LinesField, NumberField } from './Fields.tsx';
import { Kiosk } from './Kiosk.tsx';
import { Lots } from './Lots.tsx';
import { MesStore } from './MesStore.ts';
import { Planning } from './Planning.tsx';
import { Prints } from './Prints.tsx';
import { Steps } from './Steps.tsx';
import { Templates } from './Templates.tsx';
import css from './mes.module.css';

/** How the facility makes parts: where, in which steps, and what is asked at each. */
export default observer(function MesPage() {
  const t = useTexts();
  const store = useStore((host) => new MesStore(host));
  const { editor, catalog } = store;
  const { value, problems } = editor;
  const { error } = editor.reading;
  return (
    <Page title={t('page.mes')} width="normal">
      <p className={css['quiet']}>{t('mes.intro')}</p>
      {catalog.error !== null && (
        <ErrorNotice subject={t('mes.templates')} error={catalog.error} onRetry={() => catalog.retry()} />
      )}
      {value === null && error !== null && (
        <ErrorNotice subject={t('page.mes')} error={error} onRetry={() => editor.reading.retry()} />
      )}
      {value === null && error === null && <Loading />}
      {value !== null && (
        <>
          <VersionBar editor={editor} />
          <Section title={t('mes.centers')}>
            <Centers store={store} value={value} />
          </Section>
          <Section title={t('steps')}>
            <Steps store={store} value={value} />
          </Section>
          <Section title={t('mes.templates')}>
            <p className={css['quiet']}>{t('mes.templates.hint')}</p>
            <Templates store={store} value={value} />
          </Section>
          <Section title={t('mes.lots')}>
            <Lots store={store} value={value} />
          </Section>
          <Section title={t('mes.counting')}>
            <div className={css['fields']}>
              {(['scrapReasons', 'holdReasons'] as const).map((field) => (
                <LinesField
                  key={field}
                  label={t(`mes.${field}`)}
                  hint={t('mes.lines')}
                  value={value[field]}
                  problem={Object.entries(problems).find(([path]) => path.split('.')[0] === field)?.[1]}
                  onChange={(reasons) => store.set({ [field]: reasons })}
                />
              ))}
              <NumberField
                label={t('mes.shiftHours')}
                hint={t('mes.shiftHours.hint')}
                lowest={1}
                highest={24}
                value={value.shiftHours || null}
                problem={problems['shiftHours']}
                onChange={(hours) => store.set({ shiftHours: hours ?? 0 })}
              />
            </div>
          </Section>
          <Section title={t('mes.prints')}>
            <Prints store={store} value={value} />
          </Section>
          {value.planning && (
            <Section title={t('mes.planning')}>
              <p className={css['quiet']}>{t('mes.planning.hint')}</p>
              <Planning store={store} rules={value.planning} />
            </Section>
          )}
          <Section title={t('mes.kiosk')}>
            <Kiosk store={store} value={value} />
          </Section>
        </>
      )}
    </Page>
  );
});
