import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import type { PreparedPart } from '@sinter/sdk/contract/preparation/filePreparation';
import { choiceOf } from '../request/choice.ts';
import type { PartLine } from '../request/PartLine.ts';
import type { RequestParts } from '../request/RequestParts.ts';
import { lineOf, same, type Base, type LineContent } from './content.ts';

/** A part as the order has it, without preparing its file again. */
function preparedOf({ originalFileDTO, fileDTO, pngFileDTO, report: { size, ...facts } }: OrderFile): PreparedPart {
  const none = { openEdges: 0, nonManifoldEdges: 0, touchingEdges: 0, flippedEdges: 0, degenerate: 0, duplicate: 0 };
  return {
    original: originalFileDTO,
    processed: fileDTO,
    picture: pngFileDTO,
    repaired: false,
    report: {
      ...facts,
      vertices: 0,
      shells: 1,
      bbox: { min: [0, 0, 0], max: size, size },
      defects: { ...none, nonFinite: 0 },
      warnings: [],
      changes: {},
    },
  };
}

const adopt = (parts: RequestParts, part: OrderFile) =>
  parts.adopt(part.originalFileDTO, part.units, { ...choiceOf(part), lineId: part.id }, preparedOf(part));

/** What is entered in a line; what the server has of it while it is prepared anew. `null`: nothing to keep yet. */
export function contentOf({ ordered, lineId }: PartLine, base: Base | null): LineContent | null {
  if (ordered) {
    const {
      units = 'MM',
      finishId = null,
      color = '',
      tolerance = 'STANDARD',
      inspection = 'STANDARD',
      notes = '',
    } = ordered;
    return { ...ordered, units, finishId, color, tolerance, inspection, notes };
  }
  return base?.lines.find(([id]) => id === lineId)?.[1] ?? null;
}

/**
 * Brings the parts of another machine in. What only they changed is taken; what both changed stays as it is here. Answers
 * whether anything was taken, and whether both changed the same part.
 */
export function mergeLines(parts: RequestParts, base: Base | null, theirs: readonly OrderFile[]) {
  const known = new Map(base?.lines ?? []);
  let taken = false;
  let conflict = false;
  for (const part of theirs) {
    const before = known.get(part.id);
    const line = parts.shown.find(({ lineId }) => lineId === part.id);
    const changedThere = before === undefined || !same(lineOf(part), before);
    if (!line) {
      // Taken out here: it stays out unless somebody changed it meanwhile.
      if (!changedThere) continue;
      adopt(parts, part);
      taken = true;
      continue;
    }
    const mine = contentOf(line, base);
    if (!changedThere || same(mine, lineOf(part))) continue;
    if (before !== undefined && !same(mine, before)) conflict = true;
    else {
      taken = true;
      if (mine?.fileId === part.fileDTO.id) line.take({ ...choiceOf(part), lineId: part.id });
      else {
        parts.forget([line]);
        adopt(parts, part);
      }
    }
  }
  const there = new Set(theirs.map(({ id }) => id));
  for (const line of parts.lines) {
    if (line.lineId === null || there.has(line.lineId)) continue;
    // Taken out there: what was changed here comes back as a part of its own.
    const unchanged = same(contentOf(line, base), known.get(line.lineId));
    line.lineId = null;
    if (!unchanged) continue;
    parts.forget([line]);
    taken = true;
  }
  return { taken, conflict };
}
