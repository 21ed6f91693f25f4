import { keptBy, notKept, typedInto } from '../../scripts/lint/forms.ts';
import { readSources } from '../../scripts/lint/imports.ts';
import { forms } from './forms.ts';
import { expect, test } from './test.ts';

/** Drawn for vendors' apps, and behind a link to one task: the demo company has none of either. Nothing is typed into a choice alone. */
const apart = [
  'host/shell/apps/AppForm.tsx',
  'host/shell/screens/public/GuestTask.tsx',
  'plugins/admin/client/tags/MergeDrawer.tsx',
  'plugins/marketplace/client/review/Decision.tsx',
];
const keeps = /<(?:Form|FormDrawer)\b/;

test('every form of the product is among those that are typed into', { tag: '@host' }, () => {
  const found = [...readSources(process.cwd())]
    .filter(
      ([file, source]) =>
        file.endsWith('.tsx') &&
        !file.endsWith('.test.tsx') &&
        !file.startsWith('sdk/') &&
        (keeps.test(source) || typedInto.test(source)),
    )
    .map(([file]) => file)
    .filter((file) => !(file in notKept));
  const wanted = [...new Set([...found, ...Object.keys(keptBy)])].filter((file) => !apart.includes(file));
  expect(Object.keys(forms).toSorted()).toEqual(wanted.toSorted());
});
