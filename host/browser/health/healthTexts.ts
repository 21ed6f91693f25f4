import { addTexts } from '@sinter/sdk/i18n/host';
import texts from './locales/en_US.json';

// Only those who look after a server ever see these.
addTexts('host', texts);
