// For what is not started by main.ts.
import 'reflect-metadata/lite';
import type { Logger } from '@sinter/sdk/plugin';
import { Container } from '../container/container.ts';

export const createNodeContainer = (log: Logger): Container =>
  new Container((error) => log.warn('a service could not be disposed of', { error: String(error) }));
