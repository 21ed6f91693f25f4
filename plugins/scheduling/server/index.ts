import { pickJobs } from '@sinter/sdk/contract/jobs';
import * as contract from '@sinter/sdk/contract/scheduling';
import { defineServer } from '@sinter/sdk/server';
import { seedDemo } from './demo.ts';
import { changeJob, fireOnJob, planJob } from './jobs.ts';
import * as jobs from './migrations/001_jobs.ts';
import { findJobs } from './search.ts';
import { list, nextFreeSlot, readOne, searchChart, statusOfFiles } from './queries.ts';

export default defineServer({
  id: 'scheduling',
  after: ['orders'],
  migrations: { '001_jobs': jobs },
  demo: seedDemo,
  setup(server) {
    server.handle(contract.listJobs, list);
    server.handle(contract.readJob, (context, { params }) => readOne(context, params.id));
    server.handle(contract.createJob, async (context, { body }) => readOne(context, await planJob(context, body)));
    server.handle(contract.updateJob, async (context, { body }) => readOne(context, await changeJob(context, body)));
    server.handle(contract.fireJobEvent, async (context, { params, body }) => {
      await fireOnJob(context, params.id, body);
      return readOne(context, params.id);
    });
    server.handle(contract.fileJobStatus, (context, { body }) => statusOfFiles(context, body));
    server.handle(contract.nextSlot, (context, { query }) => nextFreeSlot(context, query));
    server.handle(contract.searchJobs, searchChart);
    server.handle(pickJobs, findJobs);
  },
});
