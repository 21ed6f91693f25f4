/** The screens of a job (specification 2.4). */
export const createJobPath = '/grabcad/grabcad-create-job';
export const jobPath = '/grabcad/grabcad-job';
