import type { ReactNode } from 'react';
import { ConfigProvider } from 'antd';
import { useTranslation } from 'react-i18next';
import { currentLanguage, directionOf } from '../../i18n/index.ts';
import { i18n } from '../../i18n/translate.ts';
import { activeTheme, appearance, useReadable } from '../index.ts';
import { antdTexts } from './antdTexts.ts';
import { antdTheme } from './antdTheme.ts';

const nonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce || undefined;

const readVariable = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name);

/**
 * Look, language and nonce for one React root. Every root of the page needs one, because contexts do not cross roots.
 */
export function UiRoot({ children }: { children: ReactNode }) {
  const mode = useReadable(appearance);
  // Reads the theme, so that this root is drawn again when another theme changes the variables.
  useReadable(activeTheme);
  useTranslation('ui', { i18n });
  return (
    <ConfigProvider
      theme={antdTheme(mode, readVariable)}
      locale={useReadable(antdTexts)}
      direction={directionOf(currentLanguage())}
      csp={{ nonce: nonce() }}
      button={{ autoInsertSpace: false }}
    >
      {children}
    </ConfigProvider>
  );
}
