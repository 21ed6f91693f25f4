import { useTranslation } from 'react-i18next';
import { i18n } from '@sinter/sdk/i18n/host';

/** The translator of the hosts' own texts. */
export const useHostTexts = () => useTranslation('host', { i18n }).t;
