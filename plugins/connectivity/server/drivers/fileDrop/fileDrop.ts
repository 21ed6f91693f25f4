import type { OpenDriver } from '../driver.ts';

/** What programs beside the machines bring as files of readings (`connectivity.drop`). */
export const openFileDrop: OpenDriver = (link) => {
  let last = Number(link.cursor);
  return {
    cursor: () => String(last),
    async read() {
      const dropped = await link.dropped(last);
      last = dropped.last;
      return dropped.readings;
    },
  };
};
