/** What a repair did to a mesh; every counter is 0 when nothing was wrong. */
export interface RepairChanges {
  /** Facets with impossible coordinates left out on reading. */
  nonFiniteRemoved: number;
  /** Facets without area removed. */
  degenerateRemoved: number;
  /** Copies of facets removed. */
  duplicatesRemoved: number;
  /** Facets of loose fins removed. */
  finsRemoved: number;
  /** Vertices merged with a near neighbour along open edges. */
  verticesMerged: number;
  /** Open edges divided at a vertex that lay on them. */
  edgesSplit: number;
  /** Facets whose winding was reversed to agree with their neighbours. */
  facetsFlipped: number;
  /** Whole shells turned inside out. */
  shellsFlipped: number;
  holesFilled: number;
  /** Facets added to fill the holes. */
  facetsAdded: number;
}

export function noChanges(): RepairChanges {
  return {
    nonFiniteRemoved: 0,
    degenerateRemoved: 0,
    duplicatesRemoved: 0,
    finsRemoved: 0,
    verticesMerged: 0,
    edgesSplit: 0,
    facetsFlipped: 0,
    shellsFlipped: 0,
    holesFilled: 0,
    facetsAdded: 0,
  };
}
