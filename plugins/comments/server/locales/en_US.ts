export default {
  notYourFile: 'This file is not yours: upload it to attach it.',
  controlledFile: 'An export-controlled file can be attached only to what is export controlled.',
  noComments: 'This takes no comments',
  pinElsewhere: 'The pin must be on a mesh of this part',
  tooMany: 'There are {{most}} comments here already: more are not kept.',
  requestUsed: 'This request id was used for another comment.',
  notChangeable: 'A comment can be changed by its author for 15 minutes.',
  notDeletable: 'A comment can be deleted by its author for 15 minutes.',
} as const;
