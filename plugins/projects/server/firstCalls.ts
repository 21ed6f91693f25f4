import { readProject, searchProjects } from '@sinter/sdk/contract/projects/projects';
import { firstCall, type FirstCalls, type FirstPlace } from '@sinter/sdk/server';
import { firstFilters, projectSearch } from '../shared/projectSearch.ts';

const list = ({ search }: FirstPlace) =>
  search.size > 0
    ? []
    : [firstCall(searchProjects, { query: { page: 0, size: 15 }, body: projectSearch(firstFilters) })];
const room = ({ params }: FirstPlace) => [firstCall(readProject, { params: { id: Number(params['id']) } })];

export const firstCalls: FirstCalls = {
  projects: list,
  'engineer-projects': list,
  'store-front-projects': list,
  project: room,
  'engineer-project': room,
  'store-front-project': room,
};
