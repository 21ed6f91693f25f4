import { observer } from 'mobx-react-lite';
import type { StoreFrontPreview } from '@sinter/sdk/contract/host/storeFront';
import { activeTheme, LightSelect, useReadable, useTexts } from '@sinter/sdk/ui';
import { hostText, languageName } from './facts.ts';
import type { StoreFrontStore } from './StoreFrontStore.ts';
import css from './storeFront.module.css';

type Shown = StoreFrontPreview['header'][number];

/** The store front as a customer will see it with this draft, in the language that is chosen. */
export const Preview = observer(function Preview({ store }: { store: StoreFrontStore }) {
  const t = useTexts();
  const { title } = useReadable(activeTheme);
  const { editor, language, seen, ownCurrency } = store;
  if (!editor.value || !seen.answer) return null;
  const { currency, contact, terms, taxText } = editor.value;
  const { header, profile } = seen.answer;
  const words = (texts: Readonly<Record<string, string>>) =>
    texts[language] ?? texts['en_US'] ?? Object.values(texts)[0];
  const document = terms && (terms.documents[language] ?? Object.values(terms.documents)[0]);
  const listed = currency.list.filter(({ enabled, rate }) => enabled && rate !== null).map((each) => each.currency);
  const nameOf = ({ label, text, texts }: Shown) => texts?.[language] ?? text ?? hostText(label);
  const [footer, tax] = [words(contact.text), words(taxText)];
  return (
    <section className={css['preview']} aria-label={t('shopConfig.preview')}>
      <p className={css['hint']}>{t('shopConfig.preview.text', { language: languageName(language) })}</p>
      <div className={css['shop']}>
        <header>
          <strong>{title}</strong>
          <nav aria-label={t('shopConfig.header')}>
            {header.map((entry) => (
              <span key={entry.id}>
                <bdi>{nameOf(entry)}</bdi>
                {entry.badge && <Badge badge={entry.badge} />}
              </span>
            ))}
          </nav>
          {currency.show && (
            <LightSelect
              className={css['picker']}
              aria-label={t('shopConfig.currencies')}
              disabled={!currency.enable}
              defaultValue={currency.usual}
              key={currency.usual}
            >
              {(listed.length > 0 ? listed : [ownCurrency]).map((key) => (
                <option key={key}>{key}</option>
              ))}
            </LightSelect>
          )}
        </header>
        <div className={css['middle']}>
          <div>
            <p className={css['hint']}>{t('shopConfig.profile')}</p>
            <ul>
              {profile.map((entry) => (
                <li key={entry.id}>
                  <bdi>{nameOf(entry)}</bdi> {entry.badge && <Badge badge={entry.badge} />}
                </li>
              ))}
            </ul>
          </div>
          <div>
            <p className={css['hint']}>{t('shopConfig.preview.order')}</p>
            {tax && <p dir="auto">{tax}</p>}
            {terms && document && (
              <p>{t('shopConfig.preview.terms', { title: document.title, version: terms.version })}</p>
            )}
            {!tax && !terms && <p>{t('shopConfig.preview.nothing')}</p>}
          </div>
        </div>
        {(footer || contact.email || contact.phone || document) && (
          <footer>
            {footer && <span dir="auto">{footer}</span>}
            {contact.email && <span>{contact.email}</span>}
            {contact.phone && <span dir="ltr">{contact.phone}</span>}
            {document && <span dir="auto">{document.title}</span>}
          </footer>
        )}
      </div>
    </section>
  );
});

const known = ['beta', 'new', 'historical'];
const Badge = ({ badge }: { badge: string }) => (
  <em className={css['badge']}>{known.includes(badge) ? hostText(`badge.${badge}`) : badge}</em>
);
