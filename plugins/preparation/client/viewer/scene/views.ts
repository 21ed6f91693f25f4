/** In the order of the keys 1 to 7. */
export const standardViews = ['ISO', 'FRONT', 'BACK', 'LEFT', 'RIGHT', 'TOP', 'BOTTOM'] as const;
export type StandardView = (typeof standardViews)[number];
