import { makeStore } from '@sinter/sdk/state';
import { runInAction } from 'mobx';
import type { Spot } from '../scene/PartScene.ts';
import { distance, type Vec } from '../scene/vectors.ts';
import { circleThrough } from './circle.ts';
import type { Feature } from './features.ts';

export const measuringTools = ['DISTANCE', 'EDGE', 'RADIUS', 'WALL'] as const;
export type MeasuringTool = (typeof measuringTools)[number];

/** What measuring needs of a scene. */
export interface Measurable {
  /** The corner or edge near the spot that the user most likely meant, or the spot itself. */
  snap(spot: Spot): Spot;
  edgeAt(spot: Spot): Feature | null;
  wallAt(spot: Spot): Promise<number | null>;
}

export interface Measurement {
  id: number;
  kind: MeasuringTool;
  /** mm */
  value: number;
  /** For a radius: largest distance of the edge from the circle, mm. */
  deviation: number;
  /** For a distance: its parts along x, y and z, mm. */
  parts: Vec | null;
  path: readonly Vec[];
  component: number;
}

/** Measures with points that the user marks on the part. */
export class Measuring {
  tool: MeasuringTool | null = null;
  /** Points of the measurement that is not complete. */
  marks: readonly Spot[] = [];
  results: readonly Measurement[] = [];
  /** Text key of the message when nothing could be measured. */
  hint: string | null = null;
  /** What the next click would mark. */
  aim: Spot | null = null;
  #count = 0;

  constructor() {
    makeStore(this);
  }

  choose(tool: MeasuringTool | null): void {
    this.tool = tool;
    this.marks = [];
    this.hint = null;
    this.aim = null;
  }

  /** Called when the pointer moves: the spot on the part under it, or `null`. */
  hover(spot: Spot | null, part: Measurable): void {
    this.aim = spot && this.tool === 'DISTANCE' ? part.snap(spot) : null;
  }

  /** Called for a click beside the part. */
  miss(): void {
    this.hint = 'viewer.measure.noPart';
  }

  /** What the note was about is over. */
  forgetHint(): void {
    this.hint = null;
  }

  async mark(spot: Spot, part: Measurable): Promise<void> {
    const { tool } = this;
    this.hint = null;
    if (tool === 'DISTANCE') return this.#markDistance(part.snap(spot));
    if (tool === 'EDGE') return this.#markEdge(spot, part);
    if (tool === 'RADIUS') return this.#markRadius(spot, part);
    if (tool !== 'WALL') return;
    const wall = await part.wallAt(spot);
    runInAction(() => {
      if (wall === null) return void (this.hint = 'viewer.measure.noWall');
      const [x, y, z] = spot.position;
      const [nx, ny, nz] = spot.normal;
      const far: Vec = [x - nx * wall, y - ny * wall, z - nz * wall];
      this.#add('WALL', wall, [spot.position, far], spot.component);
    });
  }

  remove(id: number): void {
    this.results = this.results.filter((one) => one.id !== id);
  }

  clear(): void {
    this.results = [];
    this.marks = [];
  }

  /** Removes the last point, or else the last measurement. */
  undo(): void {
    if (this.marks.length > 0) this.marks = this.marks.slice(0, -1);
    else this.results = this.results.slice(0, -1);
  }

  #markDistance(spot: Spot): void {
    const [from] = this.marks;
    if (!from) return void (this.marks = [spot]);
    const [a, b] = [from.position, spot.position];
    const parts: Vec = [Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2])];
    this.#add('DISTANCE', distance(a, b), [a, b], spot.component, { parts });
    this.marks = [];
  }

  #markEdge(spot: Spot, part: Measurable): void {
    const edge = part.edgeAt(spot);
    if (!edge) return void (this.hint = 'viewer.measure.noEdge');
    this.#add('EDGE', edge.length, edge.points, spot.component);
  }

  /** A round edge gives the radius at once, else three points do. */
  #markRadius(spot: Spot, part: Measurable): void {
    const edge = this.marks.length === 0 ? part.edgeAt(spot) : null;
    if (edge?.circle) {
      const { radius, deviation } = edge.circle;
      return this.#add('RADIUS', radius, edge.points, spot.component, { deviation });
    }
    const marks = [...this.marks, part.snap(spot)];
    const [a, b, c] = marks;
    if (!a || !b || !c) {
      this.marks = marks;
      return;
    }
    this.marks = [];
    const circle = circleThrough(a.position, b.position, c.position);
    if (!circle) return void (this.hint = 'viewer.measure.straight');
    this.#add('RADIUS', circle.radius, [a.position, b.position, c.position], spot.component);
  }

  #add(
    kind: MeasuringTool,
    value: number,
    path: readonly Vec[],
    component: number,
    more: { deviation?: number; parts?: Vec } = {},
  ): void {
    const { deviation = 0, parts = null } = more;
    this.results = [...this.results, { id: ++this.#count, kind, value, path, component, deviation, parts }];
  }
}
