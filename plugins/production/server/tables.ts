import type { ColumnType, Generated, GeneratedAlways, Transaction } from 'kysely';
import type { DocumentLanguage, Tables, Work } from '@sinter/sdk/server';

type State = 'WAITING' | 'READY' | 'FAILED' | 'CANCELLED';

export type ProductionTables = {
  traveller_print: {
    id: GeneratedAlways<number>;
    user_id: number;
    facility_id: number;
    language: DocumentLanguage;
    grouped: boolean;
    order_ids: number[];
    state: ColumnType<State, State | undefined, State>;
    share: Generated<number>;
    left_out: number;
    pages: Generated<number | null>;
    file_name: string;
    file_id: Generated<number | null>;
    asked_at: Generated<Date>;
    begun_at: Generated<Date | null>;
    kept_until: Date;
  };
};

export const productionDb = ({ db }: Pick<Work, 'db'>): Transaction<Tables & ProductionTables> =>
  db.withTables<ProductionTables>();
