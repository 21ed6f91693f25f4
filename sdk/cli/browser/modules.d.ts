declare module 'plugin:entry' {
  import type { Plugin } from '@sinter/sdk/plugin';
  const plugin: Plugin;
  export default plugin;
}
declare module 'plugin:texts' {
  const texts: Record<string, string>;
  export default texts;
}
