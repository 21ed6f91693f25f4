import { addTexts } from '@sinter/sdk/i18n/host';
import texts from './locales/en_US.json';

// They come with the recipes, which are read by people who write programs.
addTexts('host', texts);
