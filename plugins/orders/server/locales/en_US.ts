export default {
  pricesMissing: 'Please give a price for every part.',
  quoteClosed: 'This quote is no longer open.',
  quoteExpired: 'This quote has expired. Ask for a new one.',
  notYourFile: 'This file is not of your company: upload it to order it.',
  notMadeOfIt: 'This was not made from the uploaded file.',
  notPrepared: 'This file has not been prepared yet.',
  otherProcess: 'This material does not belong to the process.',
  noEstimate: 'This part is not prepared yet, or no machine makes it in this material.',
  notAwarded: 'Part {{part}} does not belong to an order awarded to this facility.',
} as const;
