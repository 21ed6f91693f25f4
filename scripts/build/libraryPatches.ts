import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { TaskError } from '../taskError.ts';

/**
 * What must be different in the libraries that we share. Each replacement must be found as often as stated, so that a
 * new version of a library that moved the place breaks the build and not the product.
 */
interface Patch {
  file: RegExp;
  replace: [from: string, to: string, times: number][];
}

/** The page's nonce. The content of the attribute is hidden from selectors and style sheets, the property is not. */
const pageNonce = `document.querySelector('[nonce]')?.nonce`;

/** Trusted Types refuse `innerHTML`; the scroll-bar measure and the modal's scroll lock forget the nonce. */
const styleElements: Patch['replace'] = [
  ['styleNode.innerHTML = css', 'styleNode.textContent = css', 1],
  ['existNode.innerHTML !== css', 'existNode.textContent !== css', 1],
  ['existNode.innerHTML = css', 'existNode.textContent = css', 1],
];

const patches: Patch[] = [
  {
    file: /@rc-component[\\/]util[\\/]es[\\/]Dom[\\/]dynamicCSS\.js$/,
    replace: [
      ...styleElements,
      [
        'if (csp?.nonce) {\n    styleNode.nonce = csp?.nonce;\n  }',
        `styleNode.nonce = csp?.nonce ?? ${pageNonce} ?? '';`,
        1,
      ],
    ],
  },
  {
    file: /@ant-design[\\/]icons[\\/]es[\\/]cssUtils\.js$/,
    replace: [
      ...styleElements,
      [
        'if (csp?.nonce) {\n    styleNode.nonce = csp.nonce;\n  }',
        `styleNode.nonce = csp?.nonce ?? ${pageNonce} ?? '';`,
        1,
      ],
    ],
  },
  {
    // What has arrived is shown at once. React keeps it back until something in its place has stood for 300 ms.
    file: /react-dom[\\/]cjs[\\/]react-dom-client\.production\.js$/,
    replace: [
      ['globalMostRecentFallbackTime + 300 - now()', '0', 1],
      ['300 > now() - globalMostRecentFallbackTime', 'false', 1],
    ],
  },
  {
    // Every language's messages: 30 kB.
    file: /zod[\\/]v4[\\/]classic[\\/]external\.js$/,
    replace: [['export * as locales from "../locales/index.js";\n', '', 1]],
  },
];

function patched(path: string, patch: Patch): string {
  let text = readFileSync(path, 'utf8');
  for (const [from, to, times] of patch.replace) {
    const parts = text.split(from);
    if (parts.length - 1 !== times) {
      throw new TaskError(
        `${path}: expected ${times} of \`${from}\`, found ${parts.length - 1}. See libraryPatches.ts.`,
      );
    }
    text = parts.join(to);
  }
  return text;
}

/**
 * csv-stringify touches node's `Buffer` to accept options in that form. Its own build for browsers brings a whole
 * `Buffer` along, 9 kB instead of 3; our options are texts.
 */
export const csvWithoutBuffer: Plugin = {
  name: 'csv-without-buffer',
  setup(build) {
    build.onLoad({ filter: /csv-stringify[\\/]lib[\\/].*\.js$/ }, ({ path }) => ({
      contents: `const Buffer = { from: (bytes) => bytes, isBuffer: () => false };\n${readFileSync(path, 'utf8')}`,
    }));
  },
};

const prefetch = 'return shouldPrefetch && !isAbsolute ?';

/** Links that could fetch pages of the router's own framework ahead bring that along: 1.5 kB. */
export const linksWithoutPrefetch: Plugin = {
  name: 'links-without-prefetch',
  setup(build) {
    let [loaded, found] = [0, 0];
    build.onLoad({ filter: /react-router[\\/]dist[\\/].*\.mjs$/ }, ({ path }) => {
      const parts = readFileSync(path, 'utf8').split(prefetch);
      loaded += 1;
      found += parts.length - 1;
      return { contents: parts.join('return false ?') };
    });
    build.onEnd(() => {
      if (loaded > 0 && found === 0) throw new TaskError(`react-router has no \`${prefetch}\`. See libraryPatches.ts.`);
    });
  },
};

export function libraryPatches(root: string): Plugin {
  const library = (path: string) => join(root, 'node_modules', path);
  return {
    name: 'library-patches',
    setup(build) {
      for (const patch of patches) {
        build.onLoad({ filter: patch.file }, ({ path }) => ({
          contents: patched(path, patch),
          resolveDir: dirname(path),
        }));
      }
      // antd's pickers speak moment: one date library in the page, and no dayjs.
      build.onResolve({ filter: /^@rc-component\/picker\/generate\/dayjs$/ }, () => ({
        path: library('@rc-component/picker/es/generate/moment.js'),
      }));
      // Every schema object carries a JSON Schema writer: 6 kB that only the server uses.
      build.onLoad({ filter: /zod[\\/]v4[\\/]core[\\/]json-schema-processors\.js$/ }, () => ({ contents: '' }));
      build.onLoad({ filter: /zod[\\/]v4[\\/]core[\\/]to-json-schema\.js$/ }, () => ({
        contents: `const absent = () => { throw new Error('JSON Schema is not part of the shared zod.'); };
          export { absent as initializeContext, absent as handleUnrepresentable, absent as processSchema };
          export { absent as process, absent as extractDefs, absent as finalize };
          export const createToJSONSchemaMethod = () => absent;
          export const createStandardJSONSchemaMethod = () => absent;`,
      }));
      build.onResolve({ filter: /^tslib$/ }, () => ({ path: library('tslib/tslib.es6.mjs'), sideEffects: false }));
      build.onResolve({ filter: /^moment$/ }, () => ({ path: library('moment/dist/moment.js') }));
    },
  };
}
