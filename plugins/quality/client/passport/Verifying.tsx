import { documentLanguageSchema } from '@sinter/sdk/contract/orders/documents';
import { readPassportKey, readPassportVerifier } from '@sinter/sdk/contract/quality/passport';
import { currentLanguage } from '@sinter/sdk/i18n';
import { CopyButton, usePlugin, useTexts } from '@sinter/sdk/ui';
import css from './passport.module.css';

/** In groups of four, as people compare it; its link is where it is published. */
export function Fingerprint({ keyId }: { keyId: string }) {
  const t = useTexts();
  const { api } = usePlugin();
  return (
    <span className={css['fingerprint']}>
      <a href={api.href(readPassportKey, { params: { keyId } })} target="_blank" rel="noopener" dir="ltr">
        {keyId.match(/.{4}/g)?.join(' ')}
      </a>
      <CopyButton label={t('passport.key')} text={keyId} />
    </span>
  );
}

/** What verifies a file without this server. */
export function VerifierLinks() {
  const t = useTexts();
  const { api } = usePlugin();
  const language = documentLanguageSchema.safeParse(currentLanguage()).data;
  return (
    <p className={css['links']}>
      <a href={api.href(readPassportVerifier, { params: { form: 'page' }, query: { language } })} download>
        {t('passport.verifyPage')}
      </a>
      <a href={api.href(readPassportVerifier, { params: { form: 'command' }, query: {} })} download>
        {t('passport.verifyCommand')}
      </a>
    </p>
  );
}
