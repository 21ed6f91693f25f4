import { addTexts } from '@sinter/sdk/i18n/host';
import texts from './locales/en_US.json';

// They come with the page.
addTexts('host', texts);
