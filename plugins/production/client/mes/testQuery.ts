import type { CallInput } from '@sinter/sdk/contract/call';
import { lotNumberFault, printsSchema, type MesSettings } from '@sinter/sdk/contract/production/mes';
import type { testPrint } from '@sinter/sdk/contract/production/travellers';

type Query = Omit<CallInput<typeof testPrint>['query'], 'of'>;

/** What a test print is asked with; `null` while something that is entered cannot be printed. */
export function testQuery({ prints, lotNumber }: MesSettings): Query | null {
  if (!printsSchema.safeParse(prints).success || lotNumberFault(lotNumber) !== null) return null;
  const { code, paper, label } = prints;
  const said = (on: boolean) => (on ? 'true' : 'false');
  return {
    ...{ code, paper, lotNumber, ...label },
    picture: said(prints.picture),
    checks: said(prints.checks),
    notes: said(prints.notes),
    signatures: said(prints.signatures),
  };
}
