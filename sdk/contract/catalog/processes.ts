import * as z from 'zod';
/** The display name of each process by its key (specification 3.1). The wire and the database carry the keys. */
export const processLabels = {
  DIRECT_METAL_LASER_SINTERING: 'DMLS',
  ELECTRON_BEAM_MELTING: 'EBM',
  SELECTIVE_LASER_MELTING: 'SLM',
  SELECTIVE_LASER_SINTERING: 'SLS',
  SELECTIVE_ABSORPTION_FUSION: 'SAF',
  BINDER_JETTING: 'Binder Jetting',
  FUSED_DEPOSITION_MODELING: 'FDM',
  SHEET_LAMINATION: 'Sheet Lamination',
  DIRECT_ENERGY_DEPOSITION: 'DED',
  WDM: 'Wax Deposition',
  MJ: 'MultiJet/PolyJet',
  SLA: 'SLA',
  HPBJ: 'MJF',
  ADAM: 'ADAM',
  DLS: 'DLS',
  DIRECT_METAL_LASER_MELTING: 'DMLM',
  CNC: 'CNC',
  INJECTION_MOLDING: 'Injection Molding',
  SHEET_METAL: 'Sheet Metal',
  URETHANE_CASTING: 'Urethane Casting',
  POST_PROCESSING_MACHINE: 'Post Processing Machine',
  FIG_4: 'Figure 4',
  VAT_PHOTOPOLYMERIZATION: 'VAT Photopolymerization',
  SELECTIVE_HEAT_SINTERING: 'SHS',
  MATERIAL_JETTING: 'Material Jetting',
  POLYJET_3D: 'Polyjet 3D',
  ISLA: 'ISLA',
  FFF: 'FFF',
  DLP: 'DLP',
  HPS: 'HPS',
  DIGITAL_METAL_CASTING: 'Digital Metal Casting',
  OTHER: 'Other',
} as const satisfies Record<string, string>;

/** A key of `processLabels`. */
export type ProcessKey = keyof typeof processLabels;

const isProcessKey = (key: string): key is ProcessKey => key in processLabels;
/** Accepts the keys of `processLabels` only. */
export const processKeySchema = z.enum(Object.keys(processLabels).filter(isProcessKey));
