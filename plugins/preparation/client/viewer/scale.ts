/** Thinner than the minimum. No other colour of the scale is similar, also for colour-blind users. */
export const thinColor = '#d55e00';
/** From the minimum upwards: cividis, which gets darker for all users. */
export const thickColors = ['#fee838', '#bcaf6f', '#7d7c78', '#414d6b', '#00224e'] as const;
/** No wall was measured here. */
export const unknownColor = '#b9bec6';
