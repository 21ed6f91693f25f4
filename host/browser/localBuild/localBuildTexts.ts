import { addTexts } from '@sinter/sdk/i18n/host';
import texts from './locales/en_US.json';

// Only authors of apps ever see these.
addTexts('host', texts);
