import { observer } from 'mobx-react-lite';
import {
  emailFrameKind,
  emailFrameSchema,
  type EmailFrame,
  type EmailToken,
} from '@sinter/sdk/contract/host/emailTemplates';
import { ErrorNotice, Loading, Section, useStore, useTexts } from '@sinter/sdk/ui';
import { VersionBar } from '@sinter/sdk/ui/versions';
import { EditedEmail } from './EditedEmail.ts';
import type { EmailTemplatesStore } from './EmailTemplatesStore.ts';
import { frameFacts, tokenProblem } from './facts.ts';
import { TokenField } from './TokenField.tsx';
import { Trial } from './Trial.tsx';
import css from './templates.module.css';

interface FrameEditorProps {
  store: EmailTemplatesStore;
  language: string;
  tokens: readonly EmailToken[];
  /** An event to show it with. */
  event: string;
}

/** What stands above and below every email in one language. */
export default observer(function FrameEditor({ store, language, tokens, event }: FrameEditorProps) {
  const t = useTexts();
  const known = tokens.map(({ id }) => id);
  const edited = useStore(
    (host) =>
      new EditedEmail<EmailFrame>(
        host,
        {
          kind: emailFrameKind,
          elementId: language,
          schema: emailFrameSchema,
          facts: (value) => frameFacts(t, value),
        },
        {
          ...{ store, event },
          asked: (frame) =>
            tokenProblem(t, `${frame.header}\n${frame.footer}`, known) === undefined
              ? { event, language, text: null, frame }
              : null,
        },
      ),
  );
  const { editor } = edited;
  const { value, problems } = editor;
  if (editor.reading.error !== null && !value) {
    return <ErrorNotice subject={t('templates.frame')} error={editor.reading.error} onRetry={editor.reading.retry} />;
  }
  if (!value) return <Loading />;
  const field = (name: keyof EmailFrame, most: number, rows: number) => (
    <TokenField
      label={t(`templates.${name}`)}
      hint={t(`templates.${name}.hint`)}
      problem={tokenProblem(t, value[name], known) ?? problems[name]}
      tokens={tokens}
      most={most}
      rows={rows}
      value={value[name]}
      onChange={(text) => editor.change({ ...value, [name]: text })}
    />
  );
  return (
    <div className={css['editor']}>
      <VersionBar editor={editor} />
      <div className={css['columns']}>
        <Section title={t('templates.frame')}>
          <div className={css['fields']}>
            {field('header', 1000, 3)}
            {field('footer', 2000, 5)}
          </div>
        </Section>
        <Trial store={store} edited={edited} />
      </div>
    </div>
  );
});
