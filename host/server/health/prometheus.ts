/** Behind a file of its own, so that the library can be loaded when figures are first asked for. */
export { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
