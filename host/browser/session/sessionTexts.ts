import { addTexts } from '@sinter/sdk/i18n/host';
import texts from './locales/en_US.json';

// Most people never see these: they are loaded with the screens that show them.
addTexts('host', texts);
