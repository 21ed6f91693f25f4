/** Pixels of a part's picture, both ways: twice the largest place where lists and forms show one. */
export const pictureSize = 256;
