import { observer } from 'mobx-react-lite';
import {
  addProjectParts,
  listProjectParts,
  removeProjectPart,
  type ProjectPart,
} from '@sinter/sdk/contract/projects/contents';
import { formatNumber } from '@sinter/sdk/i18n';
import { Link, usePlugin, useStore, useTexts, type DataColumn } from '@sinter/sdk/ui';
import { Contents } from '../Contents.ts';
import { ContentsTable } from '../ContentsTable.tsx';
import type { RoomProps } from '../ProjectStore.ts';

const inventories = ['/service-provider/part-inventory', '/engineer/part-inventory', '/digital-part-inventory'];

/** The project's parts that the person sees. */
export default observer(function Parts({ store, project }: RoomProps) {
  const t = useTexts();
  const host = usePlugin();
  const inventory = inventories.find((path) => host.opens(path)) ?? '/digital-part-inventory';
  const contents = useStore(({ api }) => {
    const params = { id: store.id };
    return new Contents<ProjectPart>(store, {
      page: async (query, signal) => {
        const { parts, totalCount } = await api.call(listProjectParts, { params, query }, { signal });
        return { rows: parts, total: totalCount };
      },
      take: ({ id }) => api.call(removeProjectPart, { params: { ...params, partId: id } }),
      putBack: ({ id }) => api.call(addProjectParts, { params, body: { partIds: [id] } }),
      taken: ({ name }) => t('project.part.taken', { name }),
      failed: 'parts of a project could not be loaded',
    });
  });
  const columns: DataColumn<ProjectPart>[] = [
    {
      key: 'name',
      title: t('project.part'),
      rank: 'name',
      render: ({ id, name }) => (
        <Link to={`${inventory}?part=${id}`}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    { key: 'number', title: t('project.part.number'), render: ({ partNumber }) => <bdi>{partNumber || '–'}</bdi> },
    {
      key: 'revisions',
      title: t('project.part.revisions'),
      align: 'right',
      rank: 'extra',
      render: ({ revisionCount }) => formatNumber(revisionCount),
    },
  ];
  return (
    <ContentsTable
      contents={contents}
      label={t('project.tab.parts')}
      columns={columns}
      nothing={{ title: t('project.parts.none'), text: t('project.parts.none.text') }}
      takes={project.may.edit ? ({ name }) => name : null}
    />
  );
});
