import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import type { Figure, Table } from './figure.ts';
import { type Done, type Errand, doneSchema } from './geometry/errand.ts';
import { writeDamaged, writeSound, writeText } from './geometry/models.ts';
import { bundle, emptyFolder } from './program.ts';
import { inRounds, median } from './statistics.ts';

const sizes = [1e3, 1e4, 1e5, 1e6, 1e7];
const million = 1e6;
/** What a model of ten millions may take: its files read, and room to work on them. */
const bytesPerFacet = 600;
/** Smaller models measure the start of admesh, and memory that is not the model's. */
const comparable = 1e5;

interface Measured {
  read: number;
  verify: number;
  repair: number;
  /** Nothing where admesh is missing. */
  admeshVerify?: number;
  admeshRepair?: number;
  verifyBytes: number;
  repairBytes: number;
}

/** VERIFY and REPAIR of models up to `largest` triangles beside admesh and the bare read, on the same files. */
export async function geometry(rounds: number, largest: number): Promise<Table[]> {
  const folder = emptyFolder('geometry');
  const program = await bundle('geometry/kernel');
  const admesh = spawnSync('admesh', ['--version']).status === 0;
  const notes = [
    admesh
      ? 'floor: admesh on the same file (its start included, as ours is warm).'
      : 'admesh is not installed (Debian package "admesh"), so nothing is compared with it.',
  ];
  const measured = new Map<number, Measured>();
  try {
    for (const facets of sizes.filter((size) => size <= largest)) {
      if (freemem() < facets * bytesPerFacet) {
        notes.push(`${label(facets)} triangles left out: too little memory is free.`);
        continue;
      }
      measured.set(facets, await measure(program, folder, facets, facets > million ? 2 : rounds, admesh));
    }
    const text = await measureText(program, folder, rounds, admesh);
    const note = `${rounds} rounds, the middle one. Binary STL, a closed tube; damaged: holes, reversed and repeated facets, facets without area, seams. ${notes.join(' ')}`;
    return [
      { subject: 'VERIFY', note, figures: verifyFigures(measured) },
      { subject: 'REPAIR of a damaged model, output written', note, figures: repairFigures(measured) },
      { subject: 'VERIFY of a text STL', note: notes.join(' '), figures: [text] },
      { subject: 'Growth and memory', note: 'time per triangle, how it grows, and memory', figures: growth(measured) },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  program: string,
  folder: string,
  facets: number,
  rounds: number,
  admesh: boolean,
): Promise<Measured> {
  const sound = join(folder, 'sound.stl');
  const damaged = join(folder, 'damaged.stl');
  const output = join(folder, 'repaired.stl');
  writeSound(sound, facets);
  writeDamaged(damaged, facets);
  const times = { read: [] as number[], verify: [] as number[], repair: [] as number[] };
  const theirs = { verify: [] as number[], repair: [] as number[] };
  const verifyBytes = await peakBytes(program, folder, { work: 'VERIFY', file: sound, output });
  const repairBytes = await peakBytes(program, folder, { work: 'REPAIR', file: damaged, output });
  const kernel = new Kernel(program);
  try {
    await kernel.warmUp(folder);
    await inRounds(
      rounds + 1, // the first one grows the arrays
      async () => times.read.push((await kernel.run({ work: 'READ', file: sound, output })).ms),
      async () => times.verify.push(soundMs(await kernel.run({ work: 'VERIFY', file: sound, output }))),
      async () => admesh && theirs.verify.push(admeshMs('--exact', '-c', sound)),
      async () => times.repair.push(soundMs(await kernel.run({ work: 'REPAIR', file: damaged, output }))),
      async () => admesh && theirs.repair.push(admeshMs(`--write-binary-stl=${output}`, damaged)),
    );
  } finally {
    kernel.end();
  }
  return {
    read: median(times.read.slice(1)),
    verify: median(times.verify.slice(1)),
    repair: median(times.repair.slice(1)),
    ...(admesh && { admeshVerify: median(theirs.verify.slice(1)), admeshRepair: median(theirs.repair.slice(1)) }),
    verifyBytes,
    repairBytes,
  };
}

async function measureText(program: string, folder: string, rounds: number, admesh: boolean): Promise<Figure> {
  const file = join(folder, 'text.stl');
  writeText(file, million);
  const ours: number[] = [];
  const theirs: number[] = [];
  const kernel = new Kernel(program);
  try {
    await kernel.warmUp(folder);
    await inRounds(
      rounds + 1,
      async () => ours.push(soundMs(await kernel.run({ work: 'VERIFY', file, output: '' }))),
      async () => admesh && theirs.push(admeshMs('--exact', '-c', file)),
    );
  } finally {
    kernel.end();
  }
  const floor = admesh ? median(theirs.slice(1)) : undefined;
  return compared('1 M triangles', median(ours.slice(1)), floor, 0.5);
}

/** In a process of its own, which so far has seen a small model only: how far its memory rises. */
async function peakBytes(program: string, folder: string, errand: Errand): Promise<number> {
  const kernel = new Kernel(program);
  try {
    const small = join(folder, 'small.stl');
    writeSound(small, 1000);
    await kernel.run({ ...errand, file: small });
    return (await kernel.run(errand)).grownBytes;
  } finally {
    kernel.end();
  }
}

function verifyFigures(measured: ReadonlyMap<number, Measured>): Figure[] {
  return [...measured].flatMap(([facets, { read, verify, admeshVerify }]) => [
    compared(
      `${label(facets)} beside admesh`,
      verify,
      admeshVerify,
      facets === million ? 0.5 : facets >= comparable ? 1 : undefined,
    ),
    compared(
      `${label(facets)} beside the bare read`,
      verify,
      read,
      facets === million ? 3 : facets >= comparable ? 6 : undefined,
    ),
  ]);
}

function repairFigures(measured: ReadonlyMap<number, Measured>): Figure[] {
  return [...measured].map(([facets, { repair, admeshRepair }]) =>
    compared(label(facets), repair, admeshRepair, facets >= comparable ? 1 : undefined),
  );
}

function growth(measured: ReadonlyMap<number, Measured>): Figure[] {
  let smaller: { facets: number; one: Measured } | undefined;
  return [...measured].flatMap(([facets, one]) => {
    const figures = (['verify', 'repair'] as const).flatMap((work): Figure[] => {
      const each = (one[work] / facets) * 1e6;
      const before = smaller && (smaller.one[work] / smaller.facets) * 1e6;
      const name = `${label(facets)} ${work.toUpperCase()}`;
      const bytes = (work === 'verify' ? one.verifyBytes : one.repairBytes) / facets;
      const limit = work === 'verify' ? { target: { atMost: 200 } } : {};
      return [
        {
          name: `${name}: ns per triangle; floor: at the size before`,
          unit: '',
          measured: each,
          ...(before !== undefined && { floor: before, ratio: each / before }),
        },
        ...(facets >= comparable
          ? [
              {
                name: `${name}: bytes per triangle at the peak, file included`,
                unit: '' as const,
                measured: bytes,
                ...limit,
              },
            ]
          : []),
      ];
    });
    smaller = { facets, one };
    return figures;
  });
}

function compared(name: string, measured: number, floor: number | undefined, atMost: number | undefined): Figure {
  return {
    name,
    unit: 'ms',
    measured,
    ...(floor !== undefined && { floor, ratio: measured / floor, ...(atMost !== undefined && { target: { atMost } }) }),
  };
}

const label = (facets: number): string => (facets >= million ? `${facets / million} M` : `${facets / 1000} k`);

function soundMs({ ms, sound }: Done): number {
  if (!sound) throw new Error('The model is not sound afterwards: its time would mean nothing.');
  return ms;
}

function admeshMs(...args: string[]): number {
  const begun = performance.now();
  const { status } = spawnSync('admesh', args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`admesh ${args.join(' ')} ended with code ${status}.`);
  return performance.now() - begun;
}

/** The geometry kernel in a process of its own. */
class Kernel {
  readonly #child: ChildProcess;

  constructor(program: string) {
    this.#child = fork(program, { stdio: 'inherit' });
  }

  run(errand: Errand): Promise<Done> {
    return new Promise((done, failed) => {
      this.#child.once('message', (message) => {
        this.#child.removeAllListeners('exit');
        done(doneSchema.parse(message));
      });
      this.#child.once('exit', (code) => failed(new Error(`The kernel ended with code ${code}.`)));
      this.#child.send(errand);
    });
  }

  /** Runs everything often enough to be compiled. */
  async warmUp(folder: string): Promise<void> {
    const sound = join(folder, 'warm.stl');
    const damaged = join(folder, 'warm-damaged.stl');
    const output = join(folder, 'warm-repaired.stl');
    writeSound(sound, comparable);
    writeDamaged(damaged, comparable);
    for (let i = 0; i < 4; i++) {
      await this.run({ work: 'VERIFY', file: sound, output });
      await this.run({ work: 'REPAIR', file: damaged, output });
    }
  }

  end(): void {
    this.#child.removeAllListeners('exit');
    this.#child.kill();
  }
}
