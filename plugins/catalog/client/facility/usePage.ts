import { useState } from 'react';
import { defaultPageSize } from '@sinter/sdk/ui';

/** A list that is there as a whole, shown in pages. */
export function usePage<Row>(all: readonly Row[]) {
  const [wanted, setWanted] = useState(0);
  // The last row of the last page may have gone.
  const page = Math.max(0, Math.min(wanted, Math.ceil(all.length / defaultPageSize) - 1));
  const from = page * defaultPageSize;
  return { rows: all.slice(from, from + defaultPageSize), total: all.length, page, onPage: setWanted };
}
