import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { termsFileAddress } from '@sinter/sdk/contract/host/storeFront';
import { FileDropZone, LightButton, Link, messageOf, useOpens, useTexts } from '@sinter/sdk/ui';
import { languageName } from './facts.ts';
import { Field, NumberField } from './Field.tsx';
import type { StoreFrontStore } from './StoreFrontStore.ts';
import css from './storeFront.module.css';

interface PartProps {
  store: StoreFrontStore;
}

/** What customers may upload, and what is priced without a person. */
export const Limits = observer(function Limits({ store }: PartProps) {
  const t = useTexts();
  const opens = useOpens();
  const { value, problems } = store.editor;
  if (!value) return null;
  const { upload, instant } = value;
  return (
    <div className={css['fields']}>
      <NumberField
        whole
        label={t('shopConfig.upload.size')}
        hint={t('shopConfig.upload.size.hint')}
        problem={problems['upload.mostMegabytes']}
        value={upload.mostMegabytes}
        onChange={(mostMegabytes) => store.change({ upload: { ...upload, mostMegabytes } })}
      />
      <Formats store={store} />
      <NumberField
        label={t('shopConfig.instant.valueIn', { currency: store.ownCurrency })}
        hint={t('shopConfig.instant.hint')}
        problem={problems['instant.mostValue']}
        value={instant.mostValue === null ? null : instant.mostValue / 100}
        onChange={(most) =>
          store.change({ instant: { ...instant, mostValue: most === null ? null : Math.round(most * 100) } })
        }
      />
      <NumberField
        whole
        label={t('shopConfig.instant.pieces')}
        problem={problems['instant.mostPieces']}
        value={instant.mostPieces}
        onChange={(mostPieces) => store.change({ instant: { ...instant, mostPieces } })}
      />
      <p className={css['links']}>
        {(['payments', 'delivery'] as const)
          .map((name) => ({ name, to: `/service-provider/settings/${name}` }))
          .filter(({ to }) => opens(to))
          .map(({ name, to }) => (
            <Link key={name} to={to}>
              {t(`shopConfig.to.${name}`)}
            </Link>
          ))}
      </p>
    </div>
  );
});

const listed = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,;.]+/)
    .filter(Boolean);

/** Extensions as a list; what is being typed stays as it is typed. */
const Formats = observer(function Formats({ store }: PartProps) {
  const t = useTexts();
  const { value, problems } = store.editor;
  const { upload } = value ?? {};
  const shown = upload?.formats?.join(', ') ?? '';
  const [typed, setTyped] = useState(shown);
  if (!upload) return null;
  const isSame = listed(typed).join(', ') === shown;
  const [problem] = Object.entries(problems).flatMap(([path, said]) =>
    path.startsWith('upload.formats') ? [said] : [],
  );
  return (
    <Field
      label={t('shopConfig.upload.formats')}
      hint={t('shopConfig.upload.formats.hint')}
      problem={problem}
      value={isSame ? typed : shown}
      placeholder="stl, step, 3mf"
      onChange={(text) => {
        setTyped(text);
        const formats = listed(text);
        store.change({ upload: { ...upload, formats: formats.length === 0 ? null : formats } });
      }}
    />
  );
});

/** The terms in the language that is edited. */
export const Terms = observer(function Terms({ store }: PartProps) {
  const t = useTexts();
  const { language, sending, editor } = store;
  if (!editor.value) return null;
  const { terms } = editor.value;
  const document = terms?.documents[language];
  const problem = editor.problems[`terms.documents.${language}.fileId`];
  const isPublished = editor.published?.value.terms?.documents[language]?.fileId === document?.fileId;
  return (
    <div className={css['fields']}>
      <p className={css['hint']}>{t('shopConfig.terms.intro')}</p>
      {terms && (
        <Field
          label={t('shopConfig.terms.version')}
          value={terms.version}
          problem={editor.problems['terms.version']}
          maxLength={40}
          onChange={(version) => store.change({ terms: { ...terms, version } })}
        />
      )}
      {terms && document ? (
        <>
          <Field
            label={`${t('shopConfig.terms.title')} (${languageName(language)})`}
            value={document.title}
            problem={editor.problems[`terms.documents.${language}.title`]}
            maxLength={120}
            onChange={(title) =>
              store.change({
                terms: { ...terms, documents: { ...terms.documents, [language]: { ...document, title } } },
              })
            }
          />
          <p className={css['links']}>
            <a
              href={isPublished ? termsFileAddress(document.fileId) : `/api/v1/files/${document.fileId}/content`}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('shopConfig.terms.open')}
            </a>
            <LightButton size="small" onClick={() => store.removeTerms()}>
              {t('shopConfig.terms.remove')}
            </LightButton>
          </p>
        </>
      ) : (
        <FileDropZone
          extensions={['pdf']}
          multiple={false}
          title={t('shopConfig.terms.drop', { language: languageName(language) })}
          disabled={sending.busy}
          onFiles={([file]) => file && void sending.run(file)}
        />
      )}
      {(problem || sending.error !== null) && (
        <p role="alert" className={css['problem']}>
          {problem ?? messageOf(sending.error)}
        </p>
      )}
    </div>
  );
});

/** What prices say about tax, and how customers reach somebody. */
export const Words = observer(function Words({ store }: PartProps) {
  const t = useTexts();
  const { language, editor } = store;
  if (!editor.value) return null;
  const { taxText, contact } = editor.value;
  const named = (name: string) => `${t(`shopConfig.${name}`)} (${languageName(language)})`;
  return (
    <div className={css['fields']}>
      <Field
        label={named('tax')}
        hint={t('shopConfig.tax.hint')}
        value={taxText[language] ?? ''}
        placeholder={taxText['en_US']}
        problem={editor.problems[`taxText.${language}`]}
        maxLength={300}
        onChange={(words) => store.change({ taxText: store.withWords(taxText, words) })}
      />
      <Field
        label={t('shopConfig.contact.email')}
        value={contact.email}
        problem={editor.problems['contact.email']}
        maxLength={200}
        inputMode="email"
        onChange={(email) => store.change({ contact: { ...contact, email } })}
      />
      <Field
        label={t('shopConfig.contact.phone')}
        value={contact.phone}
        problem={editor.problems['contact.phone']}
        maxLength={40}
        inputMode="tel"
        onChange={(phone) => store.change({ contact: { ...contact, phone } })}
      />
      <Field
        label={named('contact.text')}
        hint={t('shopConfig.contact.hint')}
        value={contact.text[language] ?? ''}
        placeholder={contact.text['en_US']}
        problem={editor.problems[`contact.text.${language}`]}
        maxLength={300}
        onChange={(words) => store.change({ contact: { ...contact, text: store.withWords(contact.text, words) } })}
      />
    </div>
  );
});
