/** Width and height of a part's picture in pixels: twice the largest size that lists and forms use. */
export const pictureSize = 256;
/** A viewer first shows a lighter mesh of parts with more facets than this. */
export const previewFacets = 150_000;
/** Browsers are not asked to show every facet of parts with more than this. */
export const mostFacetsShown = 12_000_000;
