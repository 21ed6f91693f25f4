export default {
  partsLeft: 'Only {{left}} of {{name}} are left to schedule.',
} as const;
