import * as z from 'zod';
import { scopeOf } from '../../contract/scopes.ts';
import type { AnyCall } from '../../contract/call.ts';
import { importedFromContract } from './imported.ts';
import type { Problem, Rule } from './rule.ts';

const callSchema = z.custom<AnyCall>(
  (value) =>
    z
      .object({ id: z.string(), owner: z.string(), method: z.string(), path: z.string(), guard: z.unknown() })
      .safeParse(value).success,
);

/** The calls that the sources import need scopes; those that are declared are needed. */
export const scopes: Rule = {
  id: 'scopes',
  async check(subject) {
    const { descriptor } = subject;
    const declared = descriptor.scopes.map(({ scope }) => scope);
    const needed = new Set<string>();
    const problems: Problem[] = [];
    for await (const { file, line, name, value } of importedFromContract(subject)) {
      const call = callSchema.safeParse(value);
      if (!call.success) continue;
      const scope = scopeOf(call.data);
      if (scope === null) continue;
      if (scope === 'never') {
        problems.push({
          file,
          line,
          text: `The server refuses "${name}" to every plugin: it is about people, rights or how the enterprise is set up.`,
          mend: 'Leave it out. docs/scopes.md says what plugins may.',
        });
        continue;
      }
      needed.add(scope);
      if (!declared.includes(scope))
        problems.push({
          file,
          line,
          text: `"${name}" needs the scope ${scope}, which plugin.json does not ask for.`,
          mend: `Add { "scope": "${scope}", "reason": "<key of a text>" } to scopes of plugin.json.`,
        });
    }
    // The vendor's own server makes calls that are not seen here.
    if (!descriptor.backend) {
      for (const scope of declared.filter((one) => !needed.has(one)))
        problems.push({
          file: 'plugin.json',
          text: `It asks for the scope ${scope} and uses no call that needs it.`,
          mend: 'Take it out: administrators grant what is needed, and nothing more.',
        });
    }
    return problems;
  },
};
