export { FileLine } from './files/FileLine.ts';
export { FileLines } from './files/FileLines.ts';
export type { FileLinesOptions } from './files/FileLines.ts';
