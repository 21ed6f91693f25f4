export default {
  notYourFile: "This file doesn't belong to you. Upload it to attach it.",
  controlledFile: 'An export-controlled file can only be attached to export-controlled content.',
  noComments: "Comments aren't possible here",
  pinElsewhere: 'The pin must be on a mesh of this part',
  tooMany: 'There are already {{most}} comments here, which is the maximum.',
  requestUsed: 'This request ID was used for another comment.',
  notChangeable: 'A comment can be changed by its author for 15 minutes.',
  notDeletable: 'A comment can be deleted by its author for 15 minutes.',
} as const;
