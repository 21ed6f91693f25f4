import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { TaskError } from '../taskError.ts';

const assignment = '    script.src = url;\n';
const digest = '    if (integrity)\n      script.integrity = integrity;\n';

/**
 * A script that does not come cannot be called off, and holds one of the browser's few connections. One that is tried
 * again therefore waits for the request under way instead of making another.
 */
const joined = `
(function () {
  var prototype = System.constructor.prototype;
  var instantiate = prototype.instantiate;
  var underWay = Object.create(null);
  prototype.instantiate = function (url) {
    if (!underWay[url]) {
      var forget = function () { delete underWay[url]; };
      underWay[url] = Promise.resolve(instantiate.apply(this, arguments));
      underWay[url].then(forget, forget);
    }
    return underWay[url];
  };
})();
`;

/**
 * A pack holds several modules: each says its address, then registers. A module of a pack is asked for by asking for
 * its pack. Written in front of the loader's own way to fetch a script.
 */
const instantiation = '  systemJSPrototype.instantiate = function (url, firstParentUrl) {\n    var autoImport';
const mapped = '    for (u in json.integrity || {})\n';
const packs = `
  systemJSPrototype.packing = function (address) {
    packing = address && new URL(address, baseUrl).href;
  };
  var registerAlone = systemJSPrototype.register;
  systemJSPrototype.register = function () {
    if (!packing) return registerAlone.apply(this, arguments);
    packed[packing] = [].slice.call(arguments);
  };
  function fromPack (url, fetchScript) {
    if (packed[url]) return packed[url];
    var pack = packOf[url];
    var forget = function () { delete coming[pack]; };
    if (!coming[pack]) {
      coming[pack] = fetchScript(pack);
      coming[pack].then(forget, forget);
    }
    return coming[pack].then(function () { return packed[url]; });
  }
`;

/**
 * SystemJS with our loading rules, inside its own file because it starts before a next script could run: a script
 * without a digest in an import map is never asked for, and Trusted Types accept only addresses that passed that rule.
 * `system.js` and not `s.js`: the loader's retry needs `System.delete`.
 */
export async function systemLoader(root: string): Promise<Buffer> {
  const source = readFileSync(join(root, 'node_modules/systemjs/dist/system.js'), 'utf8').replaceAll('\r\n', '\n');
  if (![assignment, digest, instantiation, mapped].every((text) => source.includes(text)))
    throw new TaskError('SystemJS has changed: see systemLoader.ts.');
  const changed = source
    .replace(
      digest,
      `    if (!integrity) throw Error('Refused to load ' + url + ': no import map gives its integrity.');
    script.integrity = integrity;\n`,
    )
    .replace(assignment, '    script.src = trustedAddress(url);\n')
    .replace(
      mapped,
      `    for (u in json.packs || {})
      json.packs[u].forEach(function (one) { packOf[resolveUrl(one, baseUrl)] = resolveUrl(u, baseUrl); });\n${mapped}`,
    )
    .replace(
      instantiation,
      `${packs}${instantiation.replace(
        '    var autoImport',
        `    var own = this;
    if (packOf[url]) return fromPack(url, function (pack) { return own.instantiate(pack, firstParentUrl); });
    var autoImport`,
      )}`,
    )
    .replace(
      '(function () {\n',
      `(function () {
  var policy = self.trustedTypes && self.trustedTypes.createPolicy('sinter', { createScriptURL: function (url) { return url; } });
  var packOf = Object.create(null);
  var packed = Object.create(null);
  var coming = Object.create(null);
  var packing;
  function trustedAddress (url) { return policy ? policy.createScriptURL(url) : url; }\n`,
    );
  const { code } = await transform(changed + joined, { minify: true, target: 'es2022', legalComments: 'inline' });
  return Buffer.from(code);
}
