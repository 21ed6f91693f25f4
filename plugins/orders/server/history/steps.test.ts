import { describe, expect, it } from 'vitest';
import { known, ledTo, told, type Entry, type Reader } from './steps.ts';

const facilities = new Map([
  [1, 'Works'],
  [2, 'Rival'],
]);
const buyer: Reader = { matchId: null, facilityId: null, won: false, portal: null };
const works: Reader = { matchId: 10, facilityId: 1, won: true, portal: null };
const rival: Reader = { matchId: 20, facilityId: 2, won: false, portal: null };

let minutes = 0;
const entry = (event: string, more: Partial<Entry>): Entry => ({
  at: new Date(Date.UTC(2026, 0, 1, 0, ++minutes)),
  ...{ matchId: null, matchFacilityId: null, reason: '', userId: null, who: '', byFacilityId: null, status: event },
  event,
  ...more,
});
const ofWorks = { matchId: 10, matchFacilityId: 1 };
const ofRival = { matchId: 20, matchFacilityId: 2 };
const bente = { userId: 7, who: 'Bente Hansen' };
const paul = { userId: 8, who: 'Paul Lindner', byFacilityId: 1 };

const read = (entries: readonly Entry[], reader: Reader) =>
  known(entries, reader).map((each) => told(each, reader, facilities));

describe('what a side may know of an order', () => {
  it('keeps a facility from what others did, and from their people', () => {
    const accepted = entry('ACCEPT_AWARD', { ...ofWorks, ...paul });
    const lost = entry('LOSE', { ...ofRival, ...paul, reason: 'Their note', at: accepted.at });
    expect(read([accepted, lost], rival)).toMatchObject([
      { event: 'LOSE', side: 'SYSTEM', who: '', facility: 'Rival', reason: '' },
    ]);
    expect(read([accepted, lost], works)).toMatchObject([{ event: 'ACCEPT_AWARD', side: 'FACILITY', who: paul.who }]);
  });

  it('tells the buyer who quotes and who does not, and why', () => {
    const declined = entry('DECLINE', { ...ofRival, userId: 9, who: 'Rita Rival', reason: 'No capacity' });
    const approved = entry('APPROVE', ofWorks);
    expect(read([approved, declined], buyer)).toMatchObject([
      { event: 'DECLINE', side: 'FACILITY', facility: 'Rival', reason: 'No capacity' },
    ]);
    expect(read([declined], works)).toEqual([]);
  });

  it('strips reasons that were not written for the other side', () => {
    const finished = entry('FINISH_PRINTING', { ...paul, reason: 'Second try, after the jam' });
    expect(read([finished], buyer)).toMatchObject([{ facility: 'Works', who: paul.who, reason: '' }]);
    const archived = entry('ARCHIVE', { ...bente, reason: 'Lost interest' });
    expect(read([archived], buyer)[0]?.reason).toBe('Lost interest');
    expect(read([archived], works)).toEqual([]);
  });

  it('tells an order that followed its facility once, and a hold by the buyer as the buyer’s', () => {
    const held = entry('HOLD', { ...paul, reason: 'Machine down' });
    const both = [{ ...held, ...ofWorks }, held];
    expect(read(both, buyer)).toMatchObject([{ event: 'HOLD', facility: 'Works', reason: 'Machine down' }]);
    const byBuyer = entry('HOLD', { ...bente, reason: 'Drawing changes' });
    expect(read([byBuyer, { ...byBuyer, ...ofWorks }], buyer)).toMatchObject([{ side: 'BUYER', facility: null }]);
    expect(read([byBuyer, { ...byBuyer, ...ofWorks }], works)).toMatchObject([
      { side: 'BUYER', who: bente.who, reason: 'Drawing changes' },
    ]);
  });

  it('tells a facility that the order was withdrawn, instead of lost to somebody', () => {
    const withdrawn = entry('WITHDRAW', { ...bente, reason: 'Not needed' });
    const lost = entry('LOSE', { ...ofRival, ...bente, at: withdrawn.at });
    expect(read([withdrawn, lost], rival)).toMatchObject([{ event: 'WITHDRAW', who: bente.who, reason: 'Not needed' }]);
  });
});

describe('what led to the present status', () => {
  it('is everything since it was reached, and what was before as far as there is room', () => {
    const steps = ['DRAFT', 'SUBMITTED', 'MATCHED', 'DISTRIBUTED'].map((status) => entry(status, { status }));
    const quoted = entry('SUBMIT_QUOTE', { ...ofWorks, status: 'BID_SUBMITTED' });
    const led = ledTo([...steps, quoted], buyer).map(({ event }) => event);
    expect(led).toEqual(['DRAFT', 'SUBMITTED', 'MATCHED', 'DISTRIBUTED', 'SUBMIT_QUOTE']);
  });

  it('stays short, with the step that reached it and the latest', () => {
    const before = entry('SHIP', { status: 'SHIPPED' });
    const reached = entry('ACCEPT_CLAIM', { status: 'IN_MANUFACTURING' });
    const notes = Array.from({ length: 12 }, (_, index) => entry(`E${index}`, { status: 'IN_MANUFACTURING' }));
    const led = ledTo([before, reached, ...notes], buyer).map(({ event }) => event);
    expect(led).toEqual(['ACCEPT_CLAIM', 'E7', 'E8', 'E9', 'E10', 'E11']);
    expect(ledTo([], buyer)).toEqual([]);
  });
});
