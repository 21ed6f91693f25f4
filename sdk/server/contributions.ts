import type { QueryExecutorProvider } from 'kysely';
import { createToken } from '../plugin/token.ts';
import type { EventAudience } from './defineServer.ts';

/** What a facility has of something that its enterprise is shown and that keeps the facility from being closed. */
export interface FacilityUse {
  kind: 'MACHINES' | 'ACTIVE_JOBS' | 'OPEN_ORDERS';
  /** How many each of these facilities has; those with none may be left out. */
  count(db: QueryExecutorProvider, facilityIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
}
export const facilityUse = createToken<FacilityUse>('admin/FacilityUse@1');

/** What an area knows of stored files beyond their owners. Asks for no rights. */
export interface FileRelations {
  /** Who sees these files because of something that the area holds. */
  holders(db: QueryExecutorProvider, fileIds: readonly number[]): Promise<readonly FileHolders[]>;
  /** Files that hang on something made of these uploads: they become export controlled with them. */
  attached(db: QueryExecutorProvider, fileIds: readonly number[]): Promise<readonly number[]>;
}
export interface FileHolders extends EventAudience {
  fileId: number;
}
export const fileRelations = createToken<FileRelations>('host/FileRelations@1');

/** Jobs on machines, for who changes machines. Downtime of a machine that is not used anyway is in nobody's way. */
export interface MachineJobs {
  /** Of those of these machines that ever had a job: how many have not ended. */
  count(db: QueryExecutorProvider, equipmentIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** How many jobs of a machine that have not ended are built of each material. */
  materials(db: QueryExecutorProvider, equipmentId: number): Promise<ReadonlyMap<number, number>>;
}
export const machineJobs = createToken<MachineJobs>('catalog/MachineJobs@1');
