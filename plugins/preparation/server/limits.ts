/** Pixels of a part's picture, both ways: twice the largest place where lists and forms show one. */
export const pictureSize = 256;
/** Above this a viewer first shows a lighter mesh. */
export const previewFacets = 150_000;
/** Above this a browser is not asked to show every facet. */
export const mostFacetsShown = 12_000_000;
