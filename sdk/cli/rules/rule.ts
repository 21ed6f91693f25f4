import type { Descriptor } from '../../../registry/descriptor.ts';
import type { Bundle } from '../../../scripts/build/bundle.ts';
import type { Kit } from '../kit.ts';
import type { Source } from '../source.ts';

/** Something that a reviewer would send back. */
export interface Problem {
  /** In the plugin's folder. */
  file: string;
  line?: number;
  /** What is wrong, as a sentence. */
  text: string;
  /** What its author does about it. */
  mend: string;
}

/** What the rules look at. Later parts are there only where the earlier ones could be read. */
export interface Subject {
  kit: Kit;
  source: Source;
  descriptor: Descriptor;
  /** Own browser sources by path, without tests. */
  texts: ReadonlyMap<string, string>;
  /** Language to the texts of its file. */
  locales: ReadonlyMap<string, Readonly<Record<string, string>>>;
  bundle: Bundle;
}

/** One rule; `docs/rules/<id>.md` explains it. */
export interface Rule {
  id: string;
  check(subject: Subject): Problem[] | Promise<Problem[]>;
}

/** Every match of a pattern in the own sources, with its place. */
export function* found(
  texts: Subject['texts'],
  pattern: RegExp,
): Generator<{ file: string; line: number; match: RegExpExecArray }> {
  for (const [file, text] of texts) {
    const code = text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
    for (const match of code.matchAll(pattern))
      yield { file, line: code.slice(0, match.index).split('\n').length, match };
  }
}
