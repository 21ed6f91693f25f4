import { found, type Rule } from './rule.ts';

/** The pages of `plugin.json` are those that `setup` registers. */
export const pages: Rule = {
  id: 'pages',
  check({ descriptor, texts }) {
    const registered = [...found(texts, /\.page\(\s*(['"])([\w-]+)\1/g)];
    const ids = registered.map(({ match }) => match[2]);
    const declared = descriptor.contributes.pages.map(({ id }) => id);
    return [
      ...declared
        .filter((id) => !ids.includes(id))
        .map((id) => ({
          file: 'plugin.json',
          text: `The page "${id}" is not registered: whoever opens it sees a failure.`,
          mend: `Register it in client/index.ts: host.page('${id}', () => import('./…Page.tsx')).`,
        })),
      ...registered
        .filter(({ match }) => !declared.includes(match[2] ?? ''))
        .map(({ file, line, match }) => ({
          file,
          line,
          text: `The page "${match[2]}" is not in plugin.json, and the host refuses it.`,
          mend: 'Add it to contributes.pages of plugin.json.',
        })),
    ];
  },
};
