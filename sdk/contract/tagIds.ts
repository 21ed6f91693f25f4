import * as z from 'zod';

/** Ids in an address, divided by commas: rows with any of these. One that was merged means what it became. */
export const tagIdsSchema = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,49}$/)
  .meta({ examples: ['3,8'] });

export const tagIdsOf = (text: string): number[] => text.split(',').map(Number);
