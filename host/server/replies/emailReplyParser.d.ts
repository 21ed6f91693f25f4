declare module 'email-reply-parser' {
  /** Tells what somebody has written from what they quote and sign with, by the words of many languages. */
  export default class EmailReplyParser {
    read(text: string): { getVisibleText(): string };
  }
}
