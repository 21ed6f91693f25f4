import * as z from 'zod';
import type { JobStatus } from './scheduling.ts';

/** The rest of the specification's enumerations (3.1): those that no area declares beside its own calls. */

/** How a process is written, by its key. The keys are what the wire and the database carry. */
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
export type ProcessKey = keyof typeof processLabels;

const isProcessKey = (key: string): key is ProcessKey => key in processLabels;
export const processKeySchema = z.enum(Object.keys(processLabels).filter(isProcessKey));

/** Labels of job statuses (specification 4.3). */
export const jobStatusLabels: Record<JobStatus, string> = {
  IN_PROGRESS: 'In Progress',
  QUEUED: 'Queued',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
  PAUSED: 'Paused',
  WAITING: 'Waiting',
  MERGED: 'Merged',
};

export const trayCommandSchema = z.enum([
  'INSERT_MODELS',
  'LOGIN',
  'SAVE_JOB',
  'INSERT_JOB',
  'JOB_SUBMITTED_SUCCESS',
  'REQUEST_DATA',
  'FROM_DATE',
  'CLEAR_TRAY',
]);
export type TrayCommand = z.infer<typeof trayCommandSchema>;

export const schedulingModeSchema = z.enum(['MANUAL', 'AUTO', 'MACHINE_CONNECTIVITY']);

export const materialRoleSchema = z.enum([
  'DEFAULT',
  'PRIMARY',
  'SUPPORT',
  'PRINT_SHEET',
  'FUSING_AGENT',
  'DETAILING_AGENT',
]);
export type MaterialRole = z.infer<typeof materialRoleSchema>;

export const navigationItemTypeSchema = z.enum(['TOP_NAV_LINK', 'ICON_BUTTON']);

/** Types of configuration records. */
export const configTypeSchema = z.enum([
  'WORKPLAN',
  'SCHEDULING',
  'ANALYTICS',
  'QMS_CONFIG',
  'QR_CODE',
  'QMS_DASHBOARD_CONFIG',
  'QMS_REPORT_CONFIG',
  'PAYMENT_OPTIONS',
  'QUOTE_RULE_ENGINE_ENABLED',
  'EMAIL_CONFIG',
  'STORE_FRONT_CONFIG',
  'MULTI_RFQ_CONFIG',
  'CURRENCY_CONFIG',
  'STORE_FRONT_UI_CONFIG',
  'STORE_FRONT_MENU_CONFIG',
  'THEME_CONFIG',
  'FAVICON_ICO_CONFIG',
  'MACHINE_FINISH_TYPE',
  'ITAR',
  'WEBHOOK_CONFIG_ENABLED',
  'MAGICS_CONFIG',
  'CUSTOMER_CONFIG',
  'QUICKBOOKS_CONFIG',
  'MATERIAL_MANAGEMENT_CONFIG',
  'PRODUCTION_PLANNING',
  'PRODUCTION_SCHEDULE',
  'CHECKLIST_CONFIG',
  'ENTERPRISE_SCHEDULER_CONFIG',
  'ORDER_CONFIG',
]);
export type ConfigType = z.infer<typeof configTypeSchema>;

export const primaryUseCaseSchema = z.enum([
  'FUNCTIONAL_TESTING',
  'DESIGN_TESTING',
  'MECHANICAL_TESTING',
  'END_USE_PART',
  'SHOW_PIECE',
  'PROCESS_REPEATABILITY',
  'CONCEPT_MODEL',
  'FUNCTIONAL_PROTOTYPE',
  'JIG_AND_FIXTURE',
  'PRODUCTION_TOOL',
  'SPARE_PART',
  'REPLACEMENT_PART',
  'BENCHMARK',
  'COMPONENT_TESTING',
  'MATERIAL_EVALUATION',
  'DIMENSIONAL_EVALUATION',
  'FINISHED_END_USE_COMPONENT',
  'GIVEAWAY',
  'OTHER',
]);
export type PrimaryUseCase = z.infer<typeof primaryUseCaseSchema>;

/** What a comment, a file or an audit entry belongs to. */
export const objectKindSchema = z.enum([
  'RFQ',
  'MATCH',
  'PROJECT',
  'TASK',
  'FILE',
  'VENDOR',
  'MATCH_FILE',
  'PROJECT_FILE',
  'MESSAGE',
  'JOB',
  'ENGINEER',
  'SERVICE_PROVIDER',
  'RFQ_WORKPLAN_ITEM',
  'RFQ_ORDER',
  'COMMENT',
  'ANSWER',
  'MARKETING',
  'MARKETING_URL',
  'TRAINING_MODULE',
  'TRAINING_MODULE_USER_RELATION_ID',
  'POST_POSTPROCESSING',
  'RFQ_WORKPLAN',
  'QMS_NCR',
  'QMS_NCR_MRB',
  'WORKPLAN_LOT',
  'RFQ_ORDER_FILE',
  'SUPPORT_DOCUMENT_ID',
  'ORDER_QUOTATION',
]);
export type ObjectKind = z.infer<typeof objectKindSchema>;

export const vendorRelationSchema = z.enum(['INTERNAL', 'PRIVATE', 'BLACK_LISTED', 'MATCHED']);
export const sourcingTypeSchema = z.enum(['LINK3D', 'INTERNAL_FACILITY', 'APPROVED_VENDORS']);
/** The shorter of the specification's two sets of length units. */
export const displayUnitSchema = z.enum(['MM', 'IN']);
export const orientationModeSchema = z.enum(['DEFAULT', 'OPTIMAL_Z', 'MANUAL']);
export const shipmentActionSchema = z.enum(['SHIP']);
export const documentTypeSchema = z.enum(['TERM_AND_CONDITION']);
export const storefrontModeSchema = z.enum(['store-front', 'normal']);

/** What lists can be filtered by. `WORKPLAN_STATUESES` is the specification's spelling. */
export const filterTypeSchema = z.enum([
  'SEARCH_STRING',
  'MACHINE',
  'GENERAL_MATERIAL',
  'SPECIFIC_MATERIAL',
  'AM_PROCESS',
  'ID',
  'INDUSTRY_FOCUS',
  'PRIMARY_USE_CASE',
  'WORKPLAN_STATUESES',
  'WORK_CENTERS',
  'POST_PROCESSING',
  'ORDER_STATUS',
  'MATERIAL_COMPOUND',
  'USER_ASSIGNED',
  'THIRD_PARTY_ORDER_ID',
  'MATERIALS',
  'TAGS',
  'NCR_STATUSES',
  'SEVERITY',
  'QUOTE_DUE_DATE',
  'ESTIMATED_DELIVERY_DATE',
  'ASSIGNED_USER',
  'NCR_DISPOSITIONS',
  'NCR_TYPE',
  'CAPA_TYPE',
  'ORDER_ID',
  'CAD_FILE_ID',
  'CUSTOMER_ID',
  'BUSINESS_UNIT',
  'CREATE_DATE',
  'MODIFY_DATE',
  'EQUIPMENTS',
]);
export type FilterType = z.infer<typeof filterTypeSchema>;
