import { observer } from 'mobx-react-lite';
import {
  addProjectOrders,
  listProjectOrders,
  removeProjectOrder,
  type ProjectOrder,
} from '@sinter/sdk/contract/projects/contents';
import type { OrderPhase } from '@sinter/sdk/contract/orders/orderPhases';
import { formatDate } from '@sinter/sdk/i18n';
import { Link, StatusPill, useStore, useTexts, type DataColumn, type Tone } from '@sinter/sdk/ui';
import { moneyText } from '../../money.ts';
import { Contents } from '../Contents.ts';
import { ContentsTable } from '../ContentsTable.tsx';
import type { RoomProps } from '../ProjectStore.ts';

const tones: Record<OrderPhase, Tone> = {
  DRAFT: 'grey',
  QUOTING: 'blue',
  AGREED: 'blue',
  MAKING: 'amber',
  SHIPPED: 'amber',
  DONE: 'green',
  LOST: 'grey',
  ON_HOLD: 'red',
  ARCHIVED: 'grey',
};

/** The project's orders that the person sees. */
export default observer(function Orders({ store, project }: RoomProps) {
  const t = useTexts();
  const contents = useStore(({ api }) => {
    const params = { id: store.id };
    return new Contents<ProjectOrder>(store, {
      page: async (query, signal) => {
        const { orders, totalCount } = await api.call(listProjectOrders, { params, query }, { signal });
        return { rows: orders, total: totalCount };
      },
      take: ({ id }) => api.call(removeProjectOrder, { params: { ...params, orderId: id } }),
      putBack: ({ id }) => api.call(addProjectOrders, { params, body: { orderIds: [id] } }),
      taken: ({ id, title }) => t('project.order.taken', { name: `#${id} ${title}` }),
      failed: 'orders of a project could not be loaded',
    });
  });
  const columns: DataColumn<ProjectOrder>[] = [
    {
      key: 'title',
      title: t('project.order'),
      rank: 'name',
      render: ({ id, title }) => (
        <Link to={`/order-details/${id}`}>
          <bdi>
            #{id} {title}
          </bdi>
        </Link>
      ),
    },
    {
      key: 'phase',
      title: t('project.order.status'),
      render: ({ phase }) => <StatusPill tone={tones[phase]}>{t(`phase.${phase}`)}</StatusPill>,
    },
    { key: 'customer', title: t('project.customer'), rank: 'extra', render: ({ customer }) => <bdi>{customer}</bdi> },
    {
      key: 'promised',
      title: t('project.order.promised'),
      rank: 'extra',
      render: ({ promisedOn }) => (promisedOn === null ? '–' : formatDate(promisedOn)),
    },
    ...(project.may.prices
      ? [
          {
            key: 'quote',
            title: t('project.quoted'),
            align: 'right',
            render: ({ quote }) => (quote === null ? '–' : moneyText(quote)),
          } satisfies DataColumn<ProjectOrder>,
        ]
      : []),
  ];
  return (
    <ContentsTable
      contents={contents}
      label={t('project.tab.orders')}
      columns={columns}
      nothing={{ title: t('project.orders.none'), text: t('project.orders.none.text') }}
      takes={project.may.edit ? ({ id, title }) => `#${id} ${title}` : null}
    />
  );
});
