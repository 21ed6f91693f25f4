import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { lotNumberOf } from '@sinter/sdk/contract/production/mes';
import { dispositionSchema } from '@sinter/sdk/contract/quality/settings';
import { ErrorNotice, LightInput, Link, Loading, Page, Section, useStore, useTexts } from '@sinter/sdk/ui';
import { Labelled, VersionBar } from '@sinter/sdk/ui/versions';
import { plansPath } from '../inspection/paths.ts';
import { Defects } from './Defects.tsx';
import { roles } from './facts.ts';
import { Named } from './Named.tsx';
import { QualityStore } from './QualityStore.ts';
import { Rigor } from './Rigor.tsx';
import { Ticks } from './Ticks.tsx';
import css from './settings.module.css';

const Certificate = lazy(() => import('./Certificate.tsx'));
const CapaTemplates = lazy(() => import('./CapaTemplates.tsx'));

/** How strictly the facility works with non-conformances, and what it calls things. */
export default observer(function QualityPage() {
  const t = useTexts();
  const store = useStore((host) => new QualityStore(host));
  const { editor } = store;
  const { value, problems } = editor;
  const { error } = editor.reading;
  if (!value) {
    return (
      <Page title={t('page.qualitySettings')} width="normal">
        {error === null ? (
          <Loading />
        ) : (
          <ErrorNotice subject={t('page.qualitySettings')} error={error} onRetry={() => editor.reading.retry()} />
        )}
      </Page>
    );
  }
  return (
    <Page title={t('page.qualitySettings')} width="normal">
      <p className={css['quiet']}>{t('quality.intro')}</p>
      <VersionBar editor={editor} />
      <Section title={t('quality.rigor')}>
        <Rigor store={store} value={value} />
      </Section>
      <Section title={t('quality.types')}>
        <Named store={store} list="types" items={value.types} most={50} />
      </Section>
      <Section title={t('quality.severities')}>
        <p className={css['quiet']}>{t('quality.severities.hint')}</p>
        <Named store={store} list="severities" items={value.severities} most={10} />
      </Section>
      <Section title={t('quality.defects')}>
        <p className={css['quiet']}>{t('quality.defects.hint')}</p>
        <Defects store={store} defects={value.defects} />
      </Section>
      <Section title={t('quality.dispositions')}>
        <Ticks
          legend={t('quality.dispositions.hint')}
          all={dispositionSchema.options}
          selected={value.dispositions}
          text={(each) => t(`ncr.disposition.${each}`)}
          problem={value.dispositions.length === 0 ? t('quality.dispositions.none') : undefined}
          onChange={(dispositions) => store.set({ dispositions })}
        />
      </Section>
      <Section title={t('quality.board')}>
        <Ticks
          legend={t('quality.board.hint')}
          all={roles}
          selected={value.boardRoles}
          text={(each) => t(`quality.role.${each}`)}
          problem={value.rigor === 'FULL' && value.boardRoles.length === 0 ? t('quality.board.none') : undefined}
          onChange={(boardRoles) => store.set({ boardRoles })}
        />
      </Section>
      <Section title={t('quality.numbers')}>
        <div className={css['fields']}>
          {(['ncrNumber', 'capaNumber'] as const).map((part) => (
            <Labelled
              key={part}
              label={t(`quality.${part}`)}
              hint={t('quality.number.example', { number: lotNumberOf(value[part], new Date(), 'UTC', 1) })}
              problem={problems[part] === undefined ? undefined : t('quality.number.wrong')}
            >
              {(field) => (
                <LightInput
                  {...field}
                  dir="ltr"
                  maxLength={40}
                  value={value[part]}
                  onChange={({ target }) => store.set({ [part]: target.value })}
                />
              )}
            </Labelled>
          ))}
        </div>
      </Section>
      <Section title={t('quality.capaTemplates')}>
        <p className={css['quiet']}>{t('quality.capaTemplates.hint')}</p>
        <Suspense fallback={<Loading />}>
          <CapaTemplates store={store} value={value} />
        </Suspense>
      </Section>
      <Section title={t('quality.certificate')}>
        <Suspense fallback={<Loading />}>
          <Certificate store={store} value={value} />
        </Suspense>
      </Section>
      <p className={css['quiet']}>
        {t('quality.plans')} <Link to={plansPath}>{t('page.inspectionPlans')}</Link>
      </p>
    </Page>
  );
});
