import type { CallResult } from '@sinter/sdk/contract/call';
import type { readInspectionPlan } from '@sinter/sdk/contract/quality/inspectionPlans';

/** A plan as released, and what plans can be for. */
export type PlanAnswer = CallResult<typeof readInspectionPlan>;
