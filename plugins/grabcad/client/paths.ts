/** The screens of the tray tool (specification 2.4). */
export const selectPartsPath = '/grabcad/grabcad-select-parts';
export const jobsPath = '/grabcad/grabcad-jobs-scheduled';
export const createJobPath = '/grabcad/grabcad-create-job';
export const jobPath = '/grabcad/grabcad-job';
