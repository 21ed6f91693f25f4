declare module 'occt-import-js' {
  export interface OcctModule {
    ReadStepFile(content: Uint8Array, parameters: object): unknown;
    ReadIgesFile(content: Uint8Array, parameters: object): unknown;
    ReadBrepFile(content: Uint8Array, parameters: object): unknown;
  }
  export default function load(options: { print(): void; printErr(): void }): Promise<OcctModule>;
}
