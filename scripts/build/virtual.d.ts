/** Made by the build from the folders in `plugins/`. */
declare module 'virtual:plugin-servers' {
  import type { ServerPlugin } from '@sinter/sdk/server';

  const servers: readonly ServerPlugin[];
  export default servers;
}
