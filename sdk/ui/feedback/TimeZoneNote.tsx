import { shownTimeZone } from '../../i18n/index.ts';
import { useUiTexts } from '../plugin/PluginContext.tsx';
import { useReadable } from '../plugin/useReadable.ts';
import css from './notices.module.css';

/** Whose clock the times of a screen follow; nothing where it is the reader's own. */
export function TimeZoneNote() {
  const t = useUiTexts();
  const zone = useReadable(shownTimeZone);
  return zone && <p className={css['zone']}>{t('times.zone', { zone: zone.replaceAll('_', ' ') })}</p>;
}
