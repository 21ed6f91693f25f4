import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { TaskError } from '../taskError.ts';

const foreign = "    if (url.indexOf(baseOrigin + '/'))\n";
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
 * Browsers may forbid storage to a frame inside a page of another site: asking for it throws. What would be kept there then lasts as
 * long as the page.
 */
const storage = `
// A sandboxed frame has none, and is told so.
if (self.origin !== 'null') ['localStorage', 'sessionStorage'].forEach(function (name) {
  try { window[name].length; } catch (forbidden) {
    var kept = new Map();
    Object.defineProperty(window, name, { value: {
      length: 0,
      getItem: function (key) { return kept.get(key) || null; },
      setItem: kept.set.bind(kept),
      removeItem: kept.delete.bind(kept),
      clear: kept.clear.bind(kept)
    } });
  }
});
`;

/**
 * A pack holds several modules: each says its address, then registers. A module of a pack is asked for by asking for
 * its pack. Written in front of the loader's own way to fetch a script.
 */
const instantiation = '  systemJSPrototype.instantiate = function (url, firstParentUrl) {\n    var autoImport';
const mapped = '    for (u in json.integrity || {})\n';
const packs = `
  systemJSPrototype.packing = function (address, script) {
    packing = address && new URL(address, baseUrl).href;
    if (packing && script && packOf[packing] !== script) throw Error(script + ' does not hold ' + address + '.');
  };
  systemJSPrototype.registerWorker = function (address, scope) {
    return navigator.serviceWorker.register(trustedAddress(address), { scope: scope });
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
 * Plugins share a realm with the host, but not the loader: a module of a plugin imports its own files and what the host shares,
 * never what is the host's alone nor another plugin, and it gets names to read, not the module that others read from.
 */
const linked = '            if (setter) {\n              depLoad.i.push(setter);\n';
const imported = '          return loader.import(importId, id, meta);\n';
const views = `
  function folderOf (url) {
    var found = url && /^(.*?\\/plugins\\/[^/]+\\/)/.exec(url);
    return found ? found[1] : undefined;
  }
  function viewOf (ns) {
    return Object.freeze(Object.assign(Object.create(null), ns));
  }
  function viewing (setter) {
    return function (ns) { setter(viewOf(ns)); };
  }
`;
const walls = `
(function () {
  var prototype = System.constructor.prototype;
  var resolve = prototype.resolve;
  var hostOnly = /^@sinter\\/host\\/|^@sinter\\/sdk\\/(ui|i18n)\\/host$|^@plugins\\//;
  prototype.resolve = function (id, parent) {
    var url = resolve.apply(this, arguments);
    var parentUrl = typeof parent === 'string' ? parent : undefined;
    var folder = /^(.*?\\/plugins\\/[^/]+\\/)/.exec(parentUrl || '');
    var own = folder && url.slice(0, folder[1].length) === folder[1];
    if (folder && !own && (hostOnly.test(id) || !/^[@a-z][^:]*$/i.test(id)))
      throw Error(id + ' is not for plugins: ' + parentUrl + ' may import its own files and what the host shares.');
    return url;
  };
  // A script says what it holds while it runs: nobody else gives the loader modules, or puts one in the place of another.
  var running = typeof document === 'undefined' ? undefined : Object.getOwnPropertyDescriptor(Document.prototype, 'currentScript').get;
  var register = prototype.register;
  var packing = prototype.packing;
  function check () {
    if (running && !running.call(document)) throw Error('Modules are registered by the script that holds them.');
  }
  prototype.register = function () {
    check();
    return register.apply(this, arguments);
  };
  prototype.packing = function (address) {
    check();
    return packing.call(this, address, running && running.call(document).src);
  };
})();
`;

/**
 * SystemJS with our loading rules, inside its own file because it starts before a next script could run: a script
 * without a digest in an import map is never asked for, and Trusted Types accept only addresses that passed that rule.
 * `system.js` and not `s.js`: the loader's retry needs `System.delete`.
 */
export async function systemLoader(root: string): Promise<Buffer> {
  const source = readFileSync(join(root, 'node_modules/systemjs/dist/system.js'), 'utf8').replaceAll('\r\n', '\n');
  if (![foreign, assignment, digest, instantiation, mapped, linked, imported].every((text) => source.includes(text)))
    throw new TaskError('SystemJS has changed: see systemLoader.ts.');
  const changed = source
    .replace(
      digest,
      `    if (!integrity) throw Error('Refused to load ' + url + ': no import map gives its integrity.');
    script.integrity = integrity;\n`,
    )
    .replace(linked, `            if (setter && folderOf(id) && !folderOf(depId)) setter = viewing(setter);\n${linked}`)
    .replace(
      imported,
      `          return loader.import(importId, id, meta).then(function (ns) { return folderOf(id) && importId[0] !== '.' ? viewOf(ns) : ns; });\n`,
    )
    // A frame has no origin, whatever its address says: to it every script is another's.
    .replace(foreign, "    if (self.origin === 'null' || url.indexOf(baseOrigin + '/'))\n")
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
  function trustedAddress (url) { return policy ? policy.createScriptURL(url) : url; }
${views}`,
    );
  const { code } = await transform(storage + changed + joined + walls, {
    minify: true,
    target: 'es2022',
    legalComments: 'inline',
  });
  return Buffer.from(code);
}
