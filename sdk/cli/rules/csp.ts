import { found, type Problem, type Rule } from './rule.ts';

const forbidden: { pattern: RegExp; text: string; mend: string }[] = [
  {
    pattern: /\beval\(|\bnew Function\(|\bset(?:Timeout|Interval)\(\s*['"`]/g,
    text: 'Code is made from text, which the page refuses.',
    mend: 'Write it as a function.',
  },
  {
    pattern: /\bdangerouslySetInnerHTML\b|\.(?:inner|outer)HTML\s*=|\binsertAdjacentHTML\(|\bdocument\.write\(/g,
    text: 'Markup is put into the page as text, which the page refuses.',
    mend: 'Draw it with React.',
  },
  {
    pattern: /\bfetch\(|\bnew (?:XMLHttpRequest|WebSocket|EventSource|WebTransport)\b|\bnavigator\.sendBeacon\(/g,
    text: 'A plugin has no network of its own: the page lets nothing through but the calls of the server.',
    mend: 'Use host.api.call for calls of the server. For your own server, declare "backend" in plugin.json and use its proxy.',
  },
  {
    pattern: /\bcreateElement\(\s*(['"])script\1|<script\b|\bimport\(\s*(['"`])https?:/g,
    text: 'Code is loaded from elsewhere, which the page refuses.',
    mend: 'Import it from a package, so that it becomes a part of yours.',
  },
  {
    pattern: /url\(\s*['"]?(?:https?:)?\/\/|@import\s+(?:url\()?['"]?(?:https?:)?\/\/|\bsrc=\{?['"`](?:https?:)?\/\//g,
    text: 'A picture, font or style sheet comes from another address, which the page refuses.',
    mend: 'Put the file into the plugin and import it.',
  },
];

/** What the page's content security policy would refuse. */
export const csp: Rule = {
  id: 'csp',
  check: ({ texts }) =>
    forbidden.flatMap(({ pattern, text, mend }): Problem[] =>
      [...found(texts, pattern)].map(({ file, line }) => ({ file, line, text, mend })),
    ),
};
