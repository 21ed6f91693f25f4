/** How much a screen may load: Brotli bytes of all its scripts and style sheets, and the number of requests. */
export interface Budget {
  name: string;
  /** Specifiers of the import map, or source files of screens that are loaded on demand. */
  entries: string[];
  maxKb: number;
  maxRequests: number;
}

export const screenBudgets: Budget[] = [
  { name: 'sign-in', entries: ['@sinter/host/shell'], maxKb: 220, maxRequests: 8 },
  {
    name: 'first work screen',
    entries: [
      '@sinter/host/shell',
      'host/shell/App.tsx',
      'plugin:preparation',
      'plugin:orders',
      'plugins/orders/client/part-orders/PartOrdersPage.tsx',
    ],
    maxKb: 430,
    maxRequests: 25,
  },
  {
    name: 'GrabCAD in the minimal host',
    entries: [
      '@sinter/host/minimal',
      'host/minimal/App.tsx',
      'plugin:grabcad',
      'plugins/grabcad/client/select-parts/SelectPartsPage.tsx',
    ],
    maxKb: 250,
    maxRequests: 25,
  },
  {
    name: 'store front',
    entries: [
      '@sinter/host/shell',
      'host/shell/App.tsx',
      'plugin:preparation',
      'plugin:orders',
      'plugins/orders/client/store-front/StoreFrontPage.tsx',
    ],
    maxKb: 570,
    maxRequests: 25,
  },
  {
    name: 'scheduler view',
    entries: [
      '@sinter/host/shell',
      'host/shell/App.tsx',
      'plugin:scheduling',
      'plugins/scheduling/client/scheduler-view/SchedulerPage.tsx',
      'plugins/scheduling/client/board/BoardChart.tsx',
    ],
    maxKb: 620,
    maxRequests: 25,
  },
];
