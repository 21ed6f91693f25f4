export default {
  partsLeft: 'Only {{left}} of {{name}} are left to schedule.',
  addressUsed: 'This address has expired or was used already.',
} as const;
