import type { AreaTexts } from '../contract/texts.ts';
import { createToken } from '../plugin/token.ts';

/** What the server halves say, for browsers that speak another language than English. */
export const areaTexts = createToken<AreaTexts>('host/AreaTexts@1');
