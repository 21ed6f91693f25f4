/** Thinner than the minimum; no other colour of the scale comes near it, whatever the eye. */
export const thinColor = '#d55e00';
/** From the minimum upwards: cividis, which everybody sees as ever darker. */
export const thickColors = ['#fee838', '#bcaf6f', '#7d7c78', '#414d6b', '#00224e'] as const;
/** Where no wall was measured. */
export const unknownColor = '#b9bec6';
