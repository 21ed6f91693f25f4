declare module 'linebreak' {
  /** Where a line may end, by UAX 14. */
  export default class LineBreaker {
    constructor(text: string);
    /** `position`: the line may end before this index of the text. */
    nextBreak(): { position: number; required: boolean } | null;
  }
}
