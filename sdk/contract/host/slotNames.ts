/**
 * Every slot that our own screens have, by name and version. `sdk/docs/slots/` has a page for each. A slot of another vendor
 * begins with that vendor's plugin id and is not listed.
 */
export const slotNames: readonly string[] = [
  'admin/FacilityProfile@1',
  'admin/SettingsCard@1',
  'admin/TeamMember@1',
  'catalog/PartActions@1',
  'catalog/PartDrawer@1',
  'orders/HomeTiles@1',
  'orders/ListColumns@1',
  'orders/Messages@1',
  'orders/OrderActions@1',
  'orders/OrderPartActions@1',
  'orders/OrderTabs@1',
  'orders/ShipmentPage@1',
  'orders/StoreFrontLine@1',
  'preparation/PartThreads@1',
  'preparation/PartViewer@1',
  'preparation/PlateViewer@1',
  'production/LotActions@1',
  'production/LotSections@1',
  'production/PoolActions@1',
  'quality/InspectionPage@1',
  'scheduling/JobActions@1',
  'scheduling/JobDrawer@1',
  'scheduling/JobMarks@1',
  'scheduling/JobOutcome@1',
  'scheduling/RowBadge@1',
  'shell/Commands@1',
  'shell/Gate@1',
  'shell/Profile@1',
  'shell/Search@1',
];

/** Whether nobody has this slot: it is not ours, and no vendor's either. */
export const isUnknownSlot = (id: string): boolean =>
  !slotNames.includes(id) && !/^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*\//.test(id);

/** At most three slots that are written nearly like this one, the nearest first. */
export function nearSlots(id: string): string[] {
  return slotNames
    .map((name) => ({ name, distance: distanceOf(id.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= name.length / 2)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** How many characters have to be put in, left out or changed. */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (const [place, other] of [...to].entries()) {
      const [above = 0, before = 0, left = 0] = [row[place + 1], row[place], next[place]];
      next.push(Math.min(above + 1, left + 1, before + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
