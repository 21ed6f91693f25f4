import { Checkbox } from 'antd';
import { observer } from 'mobx-react-lite';
import { say } from '@sinter/sdk/i18n/said';
import { choose, shareOf } from './chosen.ts';
import type { EventTree } from './WebhooksStore.ts';
import css from './webhooks.module.css';

interface EventsProps {
  tree: EventTree;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Somebody looks at this one. */
  onLook: (type: string) => void;
}

/** What a webhook hears, as a tree of boxes: one of a group stands for everything in it. */
export const Events = observer(function Events({ tree, chosen, onChange, onLook }: EventsProps) {
  const branch = (nodes: EventTree) => (
    <ul className={css['tree']}>
      {nodes.map((node) => {
        const share = shareOf(node, chosen);
        const isLeaf = node.children.length === 0;
        return (
          <li key={node.id}>
            <Checkbox
              checked={share === 'all'}
              indeterminate={share === 'some'}
              onFocus={() => isLeaf && onLook(node.id)}
              onMouseEnter={() => isLeaf && onLook(node.id)}
              onChange={({ target }) => onChange(choose(tree, chosen, node, target.checked))}
            >
              {say(node.label, node.said)}
            </Checkbox>
            {!isLeaf && branch(node.children)}
          </li>
        );
      })}
    </ul>
  );
  return branch(tree);
});
