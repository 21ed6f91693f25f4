import { saidSchema, type Said } from '@sinter/sdk/contract/said';

/** Why something failed: the English sentence, and what it is made from. */
export interface Failure {
  message: string;
  said?: Said | undefined;
}

/** Its columns. */
export const stored = ({ message, said }: Failure) => ({ message, said: said ? JSON.stringify(said) : null });

/** A stored failure as it travels. Rows of earlier versions have only the English sentence. */
export const told = ({ message, said }: { message: string | null; said: unknown }): Partial<Failure> => ({
  ...(message !== null && { message }),
  ...(said !== null && { said: saidSchema.parse(said) }),
});
