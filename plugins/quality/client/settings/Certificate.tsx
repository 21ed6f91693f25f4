import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { documentLanguageSchema } from '@sinter/sdk/contract/orders/documents';
import { previewCertificate } from '@sinter/sdk/contract/quality/quality';
import {
  certificateSectionSchema,
  certificateTokens,
  type CertificateTemplate,
  type QualitySettings,
} from '@sinter/sdk/contract/quality/settings';
import { LightInput, LightSelect, usePlugin, useTexts } from '@sinter/sdk/ui';
import { Labelled } from '@sinter/sdk/ui/versions';
import { wrongToken } from '../../shared/certificate.ts';
import type { QualityStore } from './QualityStore.ts';
import { Ticks } from './Ticks.tsx';
import css from './settings.module.css';

const languages = documentLanguageSchema.options;

/** What certificates of conformity say, language by language, and what they would look like. */
export default observer(function Certificate({ store, value }: { store: QualityStore; value: QualitySettings }) {
  const t = useTexts();
  const { problems } = store.editor;
  const { certificate } = value;
  const [language, setLanguage] = useState<(typeof languages)[number]>('en_US');
  const set = (part: Partial<CertificateTemplate>) => store.set({ certificate: { ...certificate, ...part } });
  const statement = certificate.statements[language] ?? '';
  const token = wrongToken(statement);
  const allowed = t('quality.statement.hint', { tokens: certificateTokens.map((each) => `{${each}}`).join(' ') });
  return (
    <>
      <Ticks
        legend={t('quality.certificateSections')}
        all={certificateSectionSchema.options}
        selected={certificate.sections}
        text={(each) => t(`quality.certificateSection.${each}`)}
        problem={undefined}
        onChange={(sections) => set({ sections })}
      />
      <div className={css['fields']}>
        <Labelled label={t('quality.certificateLanguage')}>
          {(field) => (
            <LightSelect
              {...field}
              value={language}
              onChange={({ target }) => setLanguage(documentLanguageSchema.parse(target.value))}
            >
              {languages.map((each) => (
                <option key={each} value={each}>
                  {t(`quality.language.${each}`)}
                </option>
              ))}
            </LightSelect>
          )}
        </Labelled>
        <Labelled
          wide
          label={t('quality.statement')}
          hint={allowed}
          problem={
            token === null
              ? problems[`certificate.statements.${language}`]
              : `${t('quality.statement.wrong', { token })} ${allowed}`
          }
        >
          {(field) => (
            <textarea
              {...field}
              dir="auto"
              rows={4}
              maxLength={2000}
              className={css['area']}
              value={statement}
              onChange={({ target }) => set({ statements: { ...certificate.statements, [language]: target.value } })}
            />
          )}
        </Labelled>
        <Labelled
          wide
          label={t('quality.certificateText')}
          hint={t('quality.certificateText.hint')}
          problem={problems['certificateText']}
        >
          {(field) => (
            <textarea
              {...field}
              dir="auto"
              rows={4}
              maxLength={2000}
              className={css['area']}
              value={value.certificateText}
              onChange={({ target }) => store.set({ certificateText: target.value })}
            />
          )}
        </Labelled>
        <Preview language={language} />
      </div>
    </>
  );
});

/** Of the newest shipment, or of the one whose number is typed. */
function Preview({ language }: { language: (typeof languages)[number] }) {
  const t = useTexts();
  const { api } = usePlugin();
  const [typed, setTyped] = useState('');
  const shipmentId = /^#?\d{1,12}$/.test(typed.trim()) ? Number(typed.trim().replace('#', '')) : undefined;
  const wrong = typed.trim() !== '' && !shipmentId;
  return (
    <Labelled
      label={t('quality.previewOf')}
      hint={t('quality.previewOf.hint')}
      problem={wrong ? t('quality.previewOf.wrong') : undefined}
    >
      {(field) => (
        <span className={css['buttons']}>
          <LightInput
            {...field}
            inputMode="numeric"
            dir="ltr"
            maxLength={13}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          {!wrong && (
            <a
              className={css['preview']}
              href={api.href(previewCertificate, { query: { language, ...(shipmentId && { shipmentId }) } })}
              target="_blank"
              rel="noopener"
            >
              {t('quality.preview')}
            </a>
          )}
        </span>
      )}
    </Labelled>
  );
}
