import { taggedKinds } from '@sinter/sdk/contract/admin/facilityTags';
import * as jobTags from '@sinter/sdk/contract/scheduling/tags';
import { contractOf } from '@sinter/sdk/contract/contract';
import * as calendar from '@sinter/sdk/contract/scheduling/calendar';
import { planningRules } from '@sinter/sdk/contract/scheduling/planningRules';
import * as chart from '@sinter/sdk/contract/scheduling/chart';
import * as downtime from '@sinter/sdk/contract/scheduling/downtime';
import * as events from '@sinter/sdk/contract/scheduling/events';
import * as priorities from '@sinter/sdk/contract/scheduling/priorities';
import * as jobs from '@sinter/sdk/contract/scheduling/jobs';
import { areaTexts, auditNames, defineServer, facilityUse, fileRelations, type ServerHost } from '@sinter/sdk/server';
import { machineJobs } from '@sinter/sdk/contract/catalog/machineJobs';
import { capacity } from '@sinter/sdk/contract/scheduling/capacity';
import { rulesOfCalendar, saveCalendar, showCalendar } from './calendar.ts';
import { roomInSchedules } from './capacity/capacity.ts';
import { chartJobs, enterpriseChart, facilityChart } from './chart.ts';
import { clockJob, onClock } from './clock.ts';
import { planJob } from './create.ts';
import { seedDemo } from './demo.ts';
import { changeDowntime, endDowntime, planDowntime } from './downtime.ts';
import { activeJobs } from './facilityUse.ts';
import { jobFiles } from './fileRelations.ts';
import { jobWork } from '@sinter/sdk/contract/scheduling/jobWork';
import { fireOnJob } from './fire.ts';
import { jobStands } from './job.ts';
import { machineBuilds } from '@sinter/sdk/contract/scheduling/machineBuilds';
import { buildsOfMachines } from './machineBuilds.ts';
import { jobsOnMachines } from './machineJobs.ts';
import { merge } from './merge.ts';
import * as jobTables from './migrations/001_jobs.ts';
import * as schedulerTables from './migrations/002_scheduler.ts';
import * as scheduled from './migrations/003_scheduled.ts';
import * as prioritized from './migrations/004_priorities.ts';
import * as mayExceed from './migrations/005_surplus.ts';
import { moveAll, moveOne } from './move.ts';
import { adviseSlot } from './nextSlot.ts';
import { addLabel, changeLabel, listLabels, labelOrder, labelOrders, removeLabel } from './priorities.ts';
import { list, readJob, readJobs, statusOfFiles } from './read.ts';
import { rerun } from './rerun.ts';
import { findJobs } from './search.ts';
import { say } from './texts.ts';
import { changeJob } from './update.ts';
import { knownTags, tagMany } from './tags.ts';
import { jobsByName } from './auditNames.ts';
import { firstCalls } from './firstCalls.ts';

export default defineServer({
  id: 'scheduling',
  contract: contractOf(jobs, jobTags, chart, downtime, calendar, priorities, events),
  after: ['admin', 'orders'],
  migrations: {
    '001_jobs': jobTables,
    '002_scheduler': schedulerTables,
    '003_scheduled': scheduled,
    '004_priorities': prioritized,
    '005_surplus': mayExceed,
  },
  demo: seedDemo,
  firstCalls,
  setup(server) {
    server.contribute(areaTexts, say);
    server.contribute(auditNames, jobsByName);
    server.contribute(taggedKinds, 'JOB');
    server.contribute(facilityUse, activeJobs);
    server.contribute(fileRelations, jobFiles);
    server.contribute(machineJobs, jobsOnMachines);
    server.contribute(capacity, roomInSchedules);
    server.provide(planningRules, rulesOfCalendar);
    server.provide(machineBuilds, buildsOfMachines);
    server.provide(jobWork, { fire: fireOnJob, plan: planJob, stands: jobStands });
    handleJobs(server);
    handleChart(server);
    handleDowntime(server);
    server.handle(calendar.readCalendar, showCalendar);
    server.handle(calendar.updateCalendar, saveCalendar);
    server.handle(priorities.listPriorities, listLabels);
    server.handle(priorities.createPriority, addLabel);
    server.handle(priorities.updatePriority, changeLabel);
    server.handle(priorities.deletePriority, removeLabel);
    server.handle(priorities.prioritizeOrder, labelOrder);
    server.handle(priorities.prioritizeOrders, labelOrders);
  },
});

function handleJobs(server: ServerHost): void {
  server.handle(jobs.listJobs, list);
  server.handle(jobs.readJob, (context, { params }) => readJob(context, params.id));
  server.handle(jobs.createJob, async (context, { body }) => readJob(context, await planJob(context, body)));
  server.handle(jobs.updateJob, async (context, { body }) => readJob(context, await changeJob(context, body)));
  server.handle(jobs.fireJobEvent, async (context, { params, body }) => {
    await fireOnJob(context, params.id, body);
    return readJob(context, params.id);
  });
  server.handle(jobTags.listJobTags, knownTags);
  server.handle(jobTags.tagJobs, tagMany);
  server.handle(jobs.fileJobStatus, (context, { body }) => statusOfFiles(context, body));
  server.handle(jobs.nextSlot, adviseSlot);
}

function handleChart(server: ServerHost): void {
  server.handle(chart.searchJobs, enterpriseChart);
  server.handle(chart.facilityJobs, facilityChart);
  server.handle(chart.pickJobs, findJobs);
  server.handle(chart.moveJob, async (context, { params, body }) => {
    await moveOne(context, params.id, body);
    const [job] = await chartJobs(context, [params.id]);
    if (!job) throw new Error('A job that was moved is not to be found.');
    return job;
  });
  server.handle(chart.shiftJobs, async (context, { body }) => {
    await moveAll(context, body);
    return chartJobs(
      context,
      body.jobs.map(({ id }) => id),
    );
  });
  server.handle(chart.mergeJobs, async (context, { params, body }) => {
    await merge(context, params.id, body);
    return readJob(context, body.intoJobId);
  });
  server.handle(chart.rerunJob, async (context, { params, body }) =>
    readJob(context, await rerun(context, params.id, body.eventId)),
  );
}

function handleDowntime(server: ServerHost): void {
  server.job(clockJob, onClock);
  server.handle(downtime.createDowntime, async (context, { body }) => ({
    jobDTOS: await readJobs(context, await planDowntime(context, body)),
  }));
  server.handle(downtime.updateDowntime, async (context, { params, body }) => {
    await changeDowntime(context, params.id, body);
    return readJob(context, params.id);
  });
  server.handle(downtime.cancelDowntime, async (context, { params, body }) => {
    await endDowntime(context, params.id, body);
    return readJob(context, params.id);
  });
}
