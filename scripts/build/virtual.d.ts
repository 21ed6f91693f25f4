/** Made by the build from the folders in `plugins/`. */
declare module 'virtual:plugin-servers' {
  import type { ServerPlugin } from '@sinter/sdk/server';

  const servers: readonly ServerPlugin[];
  export default servers;
}

/** Made by the build from the folders in `sdk/contract/`. */
declare module 'virtual:contract-areas' {
  import type { Contract } from '@sinter/sdk/contract';

  const areas: Contract;
  export default areas;
}
