import { listThemeRevisions, readThemeConfig, saveThemeConfig } from '@sinter/sdk/contract/admin/theme';
import { publishedThemes, type ServerHost } from '@sinter/sdk/server';
import { prepareTheme } from './prepare.ts';

const shownRevisions = 50;

export function handleTheme({ handle }: ServerHost): void {
  handle(readThemeConfig, ({ get, facilityId }) => get(publishedThemes).read(facilityId));

  handle(saveThemeConfig, async (context, { body }) => {
    const theme = await prepareTheme(body, context);
    await context.get(publishedThemes).publish(context, theme);
    return theme;
  });

  handle(listThemeRevisions, ({ get, facilityId }) => get(publishedThemes).revisions(facilityId, shownRevisions));
}
