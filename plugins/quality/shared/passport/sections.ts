import type { Passport, PassportCopy } from '@sinter/sdk/contract/quality/passport';

/** The sections of a passport, in the order in which they stand in its file; of lots, the one with `/<lot>` after its name. */
export function sectionsOf(passport: Passport): { name: string; content: unknown }[] {
  const { steps, ledger, ...single } = passport;
  return [
    ...(['lot', 'order', 'part', 'material', 'builds'] as const).map((name) => ({ name, content: single[name] })),
    ...steps.map((each) => ({ name: `steps/${each.lotId}`, content: each.steps })),
    ...ledger.map((each) => ({ name: `ledger/${each.lotId}`, content: each.moves })),
    ...(['inspections', 'checklists', 'lineage', 'nonConformances', 'internal', 'shipments', 'people'] as const).map(
      (name) => ({
        name,
        content: single[name],
      }),
    ),
  ];
}

const open = new Set(['lot', 'lineage', 'shipments']);
/** What stays in the facility. */
const inHouse = new Set(['internal', 'checklists']);

/** Which sections a copy leaves out. */
export function leavesOut(copy: PassportCopy, names: boolean): (section: string) => boolean {
  if (copy === 'FULL') return () => false;
  if (copy === 'OPEN') return (section) => !open.has(section);
  return (section) => inHouse.has(section) || section.startsWith('ledger/') || (section === 'people' && !names);
}
