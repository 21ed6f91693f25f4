import { findings } from './axe.ts';
import { speakMarked, untranslatedTexts } from './markedTexts.ts';
import { openScreen, screens } from './screens.ts';
import { settled } from './settled.ts';
import { expect, show, test } from './test.ts';

/**
 * Every screen once: no text bypasses translation, and nothing is found by the checker of accessibility, in light and in
 * dark.
 */
test.describe.configure({ mode: 'parallel' });

for (const screen of screens) {
  const name = [screen.path, `as ${screen.as}`, ...(screen.what === undefined ? [] : [screen.what])].join(', ');
  test(name, { tag: `@${screen.area}` }, async ({ visitors }) => {
    const page = await visitors.open(screen.as);
    const said = await speakMarked(page);
    await openScreen(page, screen);
    await settled(page);
    const untranslated = await untranslatedTexts(page, said, name);
    expect([...untranslated, ...(await findings(page, name))]).toEqual([]);
    await show(page, `screen-${name.replace(/[^\w]+/g, '-')}`);
    await page.close();
  });
}
