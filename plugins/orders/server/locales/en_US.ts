export default {
  pricesMissing: 'Please enter a price for every part.',
  quoteClosed: 'This quote is no longer open.',
  quoteExpired: 'This quote has expired. Request a new one.',
  reasonMissing: 'Please enter a reason. The other side will see it.',
  piecesMissing: 'Please enter how many pieces of which part, no more than were ordered.',
  cancelAsked: 'The customer asked to cancel order #{{order}}. Answer that first.',
  notYourFile: "This file doesn't belong to your company. Upload it to order it.",
  notMadeOfIt: 'This was not made from the uploaded file.',
  notPrepared: "This file isn't prepared yet.",
  otherProcess: "This material doesn't match the process.",
  noEstimate: "This part isn't prepared yet, or no machine makes it in this material.",
  notAwarded: 'Part {{part}} does not belong to an order awarded to this facility.',
} as const;
