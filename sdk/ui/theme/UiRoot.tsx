import type { ReactNode } from 'react';
import { ConfigProvider } from 'antd';
import enUS from 'antd/locale/en_US';
import { useReadable } from '../plugin/useReadable.ts';
import { antdTheme } from './antdTheme.ts';
import { appearance } from './appearance.ts';

const nonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce || undefined;

/** Look, language and nonce for one React root. Every root of the page has one: contexts do not cross roots. */
export function UiRoot({ children }: { children: ReactNode }) {
  const mode = useReadable(appearance);
  const primary = document.documentElement.style.getPropertyValue('--primary') || undefined;
  return (
    <ConfigProvider
      theme={antdTheme(mode, primary)}
      locale={enUS}
      csp={{ nonce: nonce() }}
      button={{ autoInsertSpace: false }}
    >
      {children}
    </ConfigProvider>
  );
}
