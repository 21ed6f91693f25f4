import { expect, test } from 'vitest';
import { edgesOf, fits, judge, obstaclesOf, type Ability, type Candidate, type WantedPart } from './fit.ts';

const part = (change: Partial<WantedPart> = {}): WantedPart => ({
  processId: 1,
  materialId: 11,
  edges: edgesOf(100, 50, 20),
  finishId: null,
  ...change,
});
const ability = (change: Partial<Ability> = {}): Ability => ({
  processId: 1,
  materialId: 11,
  edges: edgesOf(200, 200, 200),
  ...change,
});
const facility = (id: number, abilities: readonly Ability[], change: Partial<Candidate> = {}): Candidate => ({
  id,
  name: `F${id}`,
  location: '',
  relation: 'MATCHED',
  registered: false,
  abilities,
  finishes: [],
  ...change,
});
const reasonsOf = (wanted: Parameters<typeof judge>[0], candidate: Candidate) => judge(wanted, [candidate])[0]?.reasons;

test('a facility fits that runs the material on a machine of the process with room for the part, whichever way round', () => {
  const wanted = { parts: [part({ edges: edgesOf(20, 300, 50) })], controlled: false };
  expect(reasonsOf(wanted, facility(1, [ability({ edges: edgesOf(310, 60, 25) })]))).toEqual([]);
  expect(reasonsOf(wanted, facility(1, [ability({ edges: null })]))).toEqual([]);
  expect(reasonsOf({ ...wanted, parts: [part({ edges: null })] }, facility(1, [ability()]))).toEqual([]);
});

test('what a facility lacks is told part by part', () => {
  const wanted = {
    parts: [part(), part({ materialId: 12 }), part({ processId: 2 }), part({ edges: edgesOf(300, 1, 1) })],
    controlled: false,
  };
  expect(reasonsOf(wanted, facility(1, [ability()]))).toEqual([
    { reason: 'PROCESS', parts: [2] },
    { reason: 'MATERIAL', parts: [1] },
    { reason: 'SIZE', parts: [3] },
  ]);
});

test('a finish has to be offered too', () => {
  const wanted = { parts: [part(), part({ finishId: 7 })], controlled: false };
  expect(reasonsOf(wanted, facility(1, [ability()], { finishes: [6] }))).toEqual([{ reason: 'FINISH', parts: [1] }]);
  expect(reasonsOf(wanted, facility(1, [ability()], { finishes: [6, 7] }))).toEqual([]);
});

test('room in one material does not help a part in another', () => {
  const small = ability({ edges: edgesOf(10, 10, 10) });
  const large = ability({ materialId: 12 });
  expect(reasonsOf({ parts: [part()], controlled: false }, facility(1, [small, large]))).toEqual([
    { reason: 'SIZE', parts: [0] },
  ]);
});

test('who is black-listed or not registered gets nothing, however able', () => {
  const wanted = { parts: [part()], controlled: true };
  const judged = judge(wanted, [
    facility(1, [ability()], { relation: 'BLACK_LISTED', registered: true }),
    facility(2, [ability()]),
    facility(3, [ability()], { registered: true }),
  ]);
  expect(judged.filter(fits).map(({ candidate }) => candidate.id)).toEqual([3]);
});

test('the buyer is told what stands in the way: by the one who comes nearest, for each part', () => {
  const wanted = {
    parts: [part(), part({ processId: 2 }), part({ edges: edgesOf(500, 500, 500) })],
    controlled: false,
  };
  const judged = judge(wanted, [
    facility(1, [ability({ edges: edgesOf(200, 300, 250) })]),
    facility(2, [ability({ processId: 2, materialId: null }), ability({ edges: edgesOf(10, 10, 10) })]),
  ]);
  expect(obstaclesOf(wanted, judged)).toEqual({
    parts: [
      { part: 1, reason: 'MATERIAL', size: null, largest: null },
      { part: 2, reason: 'SIZE', size: [500, 500, 500], largest: [200, 250, 300] },
    ],
    together: false,
    kept: [],
  });
});

test('parts that only different facilities make, and facilities that are kept away, are told as such', () => {
  const wanted = { parts: [part(), part({ processId: 2, materialId: 21 })], controlled: false };
  const apart = judge(wanted, [facility(1, [ability()]), facility(2, [ability({ processId: 2, materialId: 21 })])]);
  expect(obstaclesOf(wanted, apart)).toEqual({ parts: [], together: true, kept: [] });
  const one = { parts: [part()], controlled: false };
  const kept = judge(one, [facility(1, [ability()], { relation: 'BLACK_LISTED' }), facility(2, [])]);
  expect(obstaclesOf(one, kept)).toEqual({
    parts: [],
    together: false,
    kept: [{ reason: 'BLACK_LISTED', facilities: 1 }],
  });
});
