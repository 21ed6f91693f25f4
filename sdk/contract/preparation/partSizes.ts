/** Parts up to this size are rare in millimetres and common in inches. The longest side, mm. */
export const likelyInchesMm = 12;
