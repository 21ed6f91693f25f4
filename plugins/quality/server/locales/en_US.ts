export default {
  twice: '{{key}} is already in the list.',
  noParent: 'The defect above this one is no longer in the list.',
  circle: 'A defect cannot be below itself.',
} as const;
