import { lotChanged } from '@sinter/sdk/contract/production/lots';
import type { CallResult } from '@sinter/sdk/contract/call';
import {
  listPassportKeys,
  passportIssued,
  rotatePassportKey,
  type PassportKey,
  searchPassports,
  type PassportRow,
} from '@sinter/sdk/contract/quality/passport';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, on, Question, together } from '@sinter/sdk/state';
import { List, textFilters } from '@sinter/sdk/state/lists';

type Host = Pick<PluginHost, 'api' | 'events' | 'location' | 'log' | 'navigate' | 't'>;
type Keys = CallResult<typeof listPassportKeys>;

/** Lots of the facility, and the keys that it signs passports with. */
export class PassportsStore {
  readonly list: List<PassportRow, { q: string }>;
  readonly keys: Question<void, Keys>;
  readonly rotating: Action<[], PassportKey>;

  constructor(host: Host) {
    this.list = new List<PassportRow, { q: string }>(host, {
      filters: textFilters({ q: '' }),
      keyOf: ({ lotId }) => lotId,
      page: async ({ filters, page, size }, signal) => {
        const found = await host.api.call(searchPassports, { query: { ...filters, page, size } }, { signal });
        return { rows: found.rows, total: found.totalCount, more: found.moreThanTotal };
      },
      failed: 'passports could not be loaded',
      refreshOn: [on(passportIssued), on(lotChanged)],
    });
    this.keys = new Question<void, Keys>(host, {
      ask: (_, signal) => host.api.call(listPassportKeys, {}, { signal }),
      failed: 'the keys of passports could not be read',
      refreshOn: [on(passportIssued)],
    });
    this.rotating = new Action(host, {
      run: () => host.api.call(rotatePassportKey, {}),
      onDone: () => this.keys.refresh(),
      failed: 'no new key was made',
    });
  }

  start(): Dispose {
    return together(this.list.start(), this.keys.start());
  }
}
