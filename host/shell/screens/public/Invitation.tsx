import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { newPasswordSchema, registerWithoutVerification } from '@sinter/sdk/contract/host/account';
import type { CallResult } from '@sinter/sdk/contract/call';
import { readInvitation } from '@sinter/sdk/contract/host/invitation';
import { formatDate } from '@sinter/sdk/i18n';
import { LightButton, Loading, messageOf, toast } from '@sinter/sdk/ui';
import type { Browser } from '#host/browser/browser.ts';
import { Field } from '#host/browser/session/Field.tsx';
import { NewPasswordField } from '#host/browser/session/NewPasswordField.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { SplitPage } from '../SplitPage.tsx';
import css from '../signIn.module.css';
import { FormStore } from './FormStore.ts';
import { Outcome } from './Outcome.tsx';
import { bind, PublicForm } from './PublicForm.tsx';
import { linkOver } from './ResetPassword.tsx';

type Invited = CallResult<typeof readInvitation>;
type State = 'reading' | 'expired' | 'joined' | { error: unknown } | { invited: Invited };

/** `/invitation/:token`: who invited, and how to follow. */
export const Invitation = observer(function Invitation({ browser, secret }: { browser: Browser; secret: string }) {
  const t = useHostTexts();
  const { api } = browser;
  const [state, setState] = useState<State>('reading');
  const [read] = useState(() => () => {
    setState('reading');
    api.call(readInvitation, { query: { token: secret } }).then(
      (invited) => setState({ invited }),
      (error: unknown) => setState(linkOver(error) ? 'expired' : { error }),
    );
  });
  useEffect(() => read(), [read]);
  return (
    <SplitPage title={t('invitation.title')}>
      {state === 'reading' && <Loading />}
      {state === 'expired' && (
        <Outcome kind="danger" headline={t('public.expired')}>
          <p>{t('invitation.expired')}</p>
          <a className={css['primaryLink']} href="/custom-login">
            {t('public.signIn')}
          </a>
        </Outcome>
      )}
      {state === 'joined' && (
        <Outcome kind="success" headline={t('public.success')}>
          <p>{t(browser.session.user ? 'invitation.joined.known' : 'invitation.joined')}</p>
          <a className={css['primaryLink']} href="/">
            {t(browser.session.user ? 'verified.goOn' : 'public.signIn')}
          </a>
        </Outcome>
      )}
      {typeof state === 'object' && 'error' in state && (
        <Outcome kind="danger" headline={t('public.error')}>
          <p>{messageOf(state.error)}</p>
          <LightButton onClick={read}>{t('retry', { ns: 'ui' })}</LightButton>
        </Outcome>
      )}
      {typeof state === 'object' && 'invited' in state && (
        <Answer
          browser={browser}
          token={secret}
          invited={state.invited}
          onJoined={() => setState('joined')}
          onExpired={() => setState('expired')}
        />
      )}
    </SplitPage>
  );
});

interface AnswerProps {
  browser: Browser;
  token: string;
  invited: Invited;
  onJoined: () => void;
  onExpired: () => void;
}

const Answer = observer(function Answer({ browser, token, invited, onJoined, onExpired }: AnswerProps) {
  const t = useHostTexts();
  const { api } = browser;
  const { email, companyName, validUntil, known } = invited;
  const [form] = useState(
    () =>
      new FormStore({
        initial: { firstName: '', lastName: '', password: '' },
        schema: z.object({
          firstName: z.string().trim().min(1, t('person.firstName.required')).max(100),
          lastName: z.string().trim().min(1, t('person.lastName.required')).max(100),
          password: newPasswordSchema,
        }),
        submit: async (values) => {
          try {
            await api.call(registerWithoutVerification, { body: { token, ...values } });
            onJoined();
          } catch (error) {
            if (!linkOver(error)) throw error;
            onExpired();
          }
        },
      }),
  );
  const text = (
    <p>
      {t('invitation.text', { companyName, email })} {t('invitation.until', { date: formatDate(validUntil) })}
    </p>
  );
  if (known) {
    return <Known browser={browser} token={token} invited={invited} text={text} onJoined={onJoined} />;
  }
  return (
    <PublicForm form={form} submit={t('invitation.submit')}>
      {text}
      <Field label={t('person.email')} value={email} onChange={() => {}} readOnly autoComplete="username" />
      <div className={css['pair']}>
        <Field
          {...bind(form, 'firstName')}
          label={t('person.firstName')}
          autoComplete="given-name"
          maxLength={100}
          autoFocus
        />
        <Field {...bind(form, 'lastName')} label={t('person.lastName')} autoComplete="family-name" maxLength={100} />
      </div>
      <NewPasswordField {...bind(form, 'password')} label={t('signIn.password')} />
    </PublicForm>
  );
});

type KnownProps = Omit<AnswerProps, 'onExpired'> & { text: ReactNode };

/** For an address that has an account: when it is signed in, one click joins the team. */
const Known = observer(function Known({ browser, token, invited, text, onJoined }: KnownProps) {
  const t = useHostTexts();
  const { user } = browser.session;
  const [busy, setBusy] = useState(false);
  const { email, companyName } = invited;
  const isThem = user?.email.toLowerCase() === email.toLowerCase();
  const join = async () => {
    if (!user) return;
    setBusy(true);
    try {
      // Name and password are for new people; those of this account stay as they are.
      const { firstName, lastName } = user;
      const body = { token, firstName, lastName, password: crypto.randomUUID() };
      await browser.api.call(registerWithoutVerification, { body });
      onJoined();
    } catch (error) {
      toast.error(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Outcome kind="info" headline={t('invitation.known')}>
      {text}
      {isThem ? (
        <LightButton kind="primary" size="large" loading={busy} onClick={() => void join()}>
          {t('invitation.join', { companyName })}
        </LightButton>
      ) : (
        <>
          <p>{t(user ? 'invitation.known.switch' : 'invitation.known.text', { email })}</p>
          <a
            className={css['primaryLink']}
            href={user ? '/logout' : `/custom-login?returnTo=${encodeURIComponent(`/invitation/${token}`)}`}
          >
            {t(user ? 'invitation.signOut' : 'public.signIn')}
          </a>
        </>
      )}
    </Outcome>
  );
});
