import { say } from '../../texts.ts';
import type { OpenDriver } from '../driver.ts';

/** What programs beside the machines bring as files of readings (`connectivity.drop`), or put into the connector's folder. */
export const openFileDrop: OpenDriver = (link) => {
  let last = Number(link.cursor);
  let wrong: string | null = null;
  return {
    cursor: () => String(last),
    async read() {
      const dropped = await link.dropped(last);
      ({ last, wrong } = dropped);
      return dropped.readings;
    },
    trouble: () => (wrong === null ? null : say('fileWrong', { file: wrong })),
  };
};
