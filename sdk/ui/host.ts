/** For the hosts: what a page needs once, and what surrounds the screens of a plugin. */
import { addTexts } from '../i18n/translate.ts';
import texts from './locales/en_US.json';
import './theme/tokens.css';

addTexts('ui', texts);

export { PluginProvider, useUiTexts } from './plugin/PluginContext.tsx';
export { entriesGivenUp, FormHostContext, useFormHost } from './plugin/useUnsaved.ts';
export type { FormHost } from './plugin/useUnsaved.ts';
export { isPlainClick } from './plugin/Link.tsx';
export { SlotProvider } from './plugin/Slot.tsx';
export type { SlotItem, SlotSource } from './plugin/Slot.tsx';
export { Toasts } from './feedback/toast.tsx';
export { NoticeIcon } from './feedback/NoticeIcon.tsx';
export { activeTheme, applyTheme } from './theme/activeTheme.ts';
export { appearance, chooseAppearance, lendAppearance, startAppearance } from './theme/appearance.ts';
