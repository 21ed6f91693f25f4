import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** Where the style half of a module lies. */
export const styleNamespace = 'css-module';

/**
 * Class names of `*.module.css` that are unique in the page. esbuild's own are unique within one build only, and a page
 * holds the SDK, a host and every plugin, each of them built by itself.
 */
export function cssModules(root: string): Plugin {
  return {
    name: 'css-modules',
    setup(outer) {
      const styles = new Map<string, string>();
      outer.onLoad({ filter: /\.module\.css$/, namespace: 'file' }, async ({ path }) => {
        const { outputFiles } = await build({
          stdin: { contents: `export { default } from ${JSON.stringify(path)};`, resolveDir: root },
          bundle: true,
          write: false,
          outdir: root,
          format: 'esm',
          external: ['*.svg', '*.png', '*.woff2'],
          target: 'es2022',
          logLevel: 'silent',
        });
        const text = (ending: string) => outputFiles.find((file) => file.path.endsWith(ending))?.text ?? '';
        const place = relative(root, path).replaceAll('\\', '/');
        const hash = createHash('sha256').update(place).update(readFileSync(path)).digest('hex').slice(0, 6);
        const prefix = /([^/]+)\.module\.css$/.exec(place)?.[1]?.replace(/\W/g, '_') ?? '';
        // esbuild puts the file's name before each local name; the hash goes in between.
        const unique = (source: string) =>
          source.replace(new RegExp(`(?<![\\w-])${prefix}_`, 'g'), `${prefix}_${hash}_`);
        styles.set(path, unique(text('.css')));
        return {
          contents: `import ${JSON.stringify(`${styleNamespace}:${path}`)};\n${unique(text('.js'))}`,
          resolveDir: dirname(path),
          watchFiles: [path],
        };
      });
      outer.onResolve({ filter: new RegExp(`^${styleNamespace}:`) }, ({ path }) => ({
        path: path.slice(styleNamespace.length + 1),
        namespace: styleNamespace,
      }));
      outer.onLoad({ filter: /.*/, namespace: styleNamespace }, ({ path }) => ({
        contents: styles.get(path) ?? '',
        loader: 'css',
        resolveDir: dirname(path),
      }));
    },
  };
}
