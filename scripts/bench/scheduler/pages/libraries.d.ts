/** What the bench uses of libraries that only it installs, when it runs. */
declare module 'echarts' {
  interface CustomApi {
    value(dimension: number): number;
    coord(point: [number, number]): [number, number];
  }
  export interface Chart {
    setOption(option: object): void;
    dispatchAction(action: { type: string; batch: object[] }): void;
    on(event: 'rendered', then: () => void): void;
  }
  export type RenderItem = (params: object, api: CustomApi) => object | null;
  export function init(place: HTMLElement, theme: null, options: { renderer: 'canvas' }): Chart;
}

declare module 'dhtmlx-gantt' {
  export interface Gantt {
    config: Record<string, unknown>;
    templates: Record<string, (start: Date, end: Date, task: { id: number }) => string>;
    init(place: HTMLElement): void;
    parse(data: { data: object[]; links: object[] }): void;
    render(): void;
    refreshTask(id: number): void;
    scrollTo(x: number | null, y: number | null): void;
    getScrollState(): { x: number };
    posFromDate(date: Date): number;
  }
  export const gantt: Gantt;
}

declare module 'vis-timeline/standalone' {
  export class DataSet {
    constructor(items: object[]);
    update(item: object): void;
  }
  export class Timeline {
    constructor(place: HTMLElement, items: DataSet, groups: DataSet, options: object);
    setWindow(from: number, to: number, options: { animation: false }): void;
    on(event: 'changed', then: () => void): void;
  }
}
