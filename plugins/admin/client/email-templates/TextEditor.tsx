import { observer } from 'mobx-react-lite';
import {
  emailTextId,
  emailTextKind,
  emailTextSchema,
  type EmailEvent,
  type EmailText,
} from '@sinter/sdk/contract/host/emailTemplates';
import { ErrorNotice, LightButton, Loading, Section, useStore, useTexts } from '@sinter/sdk/ui';
import { VersionBar } from '@sinter/sdk/ui/versions';
import { EditedEmail } from './EditedEmail.ts';
import type { EmailTemplatesStore } from './EmailTemplatesStore.ts';
import { textFacts, tokenProblem } from './facts.ts';
import { TokenField } from './TokenField.tsx';
import { Trial } from './Trial.tsx';
import css from './templates.module.css';

interface TextEditorProps {
  store: EmailTemplatesStore;
  event: EmailEvent;
  language: string;
  /** What is sent while the facility has no text of its own. */
  ours: EmailText;
}

/** What the facility says of one event in one language. */
export default observer(function TextEditor({ store, event, language, ours }: TextEditorProps) {
  const t = useTexts();
  const known = event.tokens.map(({ id }) => id);
  const edited = useStore(
    (host) =>
      new EditedEmail<EmailText>(
        host,
        {
          kind: emailTextKind,
          elementId: emailTextId(event.id, language),
          schema: emailTextSchema,
          facts: (value) => textFacts(t, value),
        },
        {
          ...{ store, event: event.id },
          asked: (text) =>
            tokenProblem(t, `${text.subject}\n${text.body}`, known) === undefined
              ? { event: event.id, language, text, frame: null }
              : null,
        },
      ),
  );
  const { editor } = edited;
  const { value, problems } = editor;
  if (editor.reading.error !== null && !value) {
    return (
      <ErrorNotice subject={t('page.emailTemplates')} error={editor.reading.error} onRetry={editor.reading.retry} />
    );
  }
  if (!value) return <Loading />;
  const change = (part: Partial<EmailText>) => editor.change({ ...value, ...part });
  const wrong = {
    subject: tokenProblem(t, value.subject, known),
    body: tokenProblem(t, value.body, known),
  };
  const empty = value.subject === '' && value.body === '';
  return (
    <div className={css['editor']}>
      <VersionBar editor={editor} />
      <div className={css['columns']}>
        <Section title={t('templates.text')}>
          <div className={css['fields']}>
            {empty && (
              <p className={css['quiet']}>
                {t('templates.empty')}{' '}
                <LightButton size="small" onClick={() => change(ours)}>
                  {t('templates.begin')}
                </LightButton>
              </p>
            )}
            <TokenField
              label={t('templates.subject')}
              problem={wrong.subject ?? problems['subject']}
              tokens={event.tokens}
              most={150}
              placeholder={ours.subject}
              value={value.subject}
              onChange={(subject) => change({ subject })}
            />
            <TokenField
              label={t('templates.body')}
              hint={t('templates.body.hint', { button: '[…]({{link}})' })}
              problem={wrong.body ?? problems['body']}
              tokens={event.tokens}
              most={5000}
              rows={9}
              placeholder={ours.body}
              value={value.body}
              onChange={(body) => change({ body })}
            />
          </div>
        </Section>
        <Trial store={store} edited={edited} />
      </div>
    </div>
  );
});
