import { defaultTheme } from '@sinter/sdk/contract/host/appearance';
import { type ShopFacts, termsFileAddress } from '@sinter/sdk/contract/host/storeFront';
import { currentLanguage } from '@sinter/sdk/i18n';
import { useReadable } from '@sinter/sdk/ui';
import { activeTheme } from '@sinter/sdk/ui/host';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import css from './shell.module.css';

/**
 * Contact and terms, where the theme wants them (specification 2.3); what the shop itself says of both stands in place of the
 * theme's links.
 */
export function Footer({ shop }: { shop: ShopFacts | null }) {
  const t = useHostTexts();
  const theme = useReadable(activeTheme);
  const isWanted = theme['show-materialise-info'];
  const { email = '', phone = '', text = {} } = shop?.contact ?? {};
  const document = shop?.terms && inLanguage(shop.terms.documents);
  const words = inLanguage(text);
  const hasContact = Boolean(email || phone || words);
  const contact = hasContact ? null : isWanted && (theme['contact-url'] || defaultTheme['contact-url']);
  const terms = document
    ? termsFileAddress(document.fileId)
    : isWanted && (theme['terms-url'] || defaultTheme['terms-url']);
  if (!hasContact && !contact && !terms) return null;
  return (
    <footer className={css['footer']}>
      {words && <span dir="auto">{words}</span>}
      {email && <a href={`mailto:${email}`}>{email}</a>}
      {phone && (
        <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} dir="ltr">
          {phone}
        </a>
      )}
      {contact && <Outside href={contact}>{t('shell.contact')}</Outside>}
      {terms && <Outside href={terms}>{document ? document.title : t('shell.terms')}</Outside>}
    </footer>
  );
}

const Outside = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer" dir="auto">
    {children}
  </a>
);

/** In the reader's language, else in English, else in the first one that is given. */
function inLanguage<T>(given: Readonly<Record<string, T>>): T | null {
  return given[currentLanguage()] ?? given['en_US'] ?? Object.values(given)[0] ?? null;
}
