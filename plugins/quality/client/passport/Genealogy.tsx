import type { Passport } from '@sinter/sdk/contract/quality/passport';
import { currentLanguage, directionOf, formatNumber } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import { useNavigate, useTexts } from '@sinter/sdk/ui';
import { box, genealogyOf, type GenealogyEdge, type GenealogyNode } from './genealogy.ts';
import { passportPath } from './paths.ts';
import css from './passport.module.css';

const margin = 4;
const longest = 20;
const short = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

/** How the pieces came about, as a picture; each box can be reached by keyboard and is read out. */
export function Genealogy({ passport }: { passport: Passport }) {
  const t = useTexts();
  const { nodes, edges, width, height } = genealogyOf(passport);
  const mirrored = directionOf(currentLanguage()) === 'rtl';
  const left = ({ x }: GenealogyNode): number => margin + (mirrored ? width - x - box.width : x);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={css['picture']} role="region" aria-label={t('passport.genealogy')} tabIndex={0}>
      <svg
        width={width + 2 * margin}
        height={height + 2 * margin}
        viewBox={`0 ${-margin} ${width + 2 * margin} ${height + 2 * margin}`}
        role="list"
        aria-label={t('passport.genealogy')}
      >
        <g aria-hidden="true">
          {edges.map((edge) => (
            <Edge key={edge.id} edge={edge} byId={byId} left={left} mirrored={mirrored} />
          ))}
        </g>
        {nodes.map((node) => (
          <Node key={node.id} node={node} x={left(node)} told={toldOf(t, node, edges, byId)} />
        ))}
      </svg>
    </div>
  );
}

function Edge({
  edge: { from, to, how },
  byId,
  left,
  mirrored,
}: {
  edge: GenealogyEdge;
  byId: ReadonlyMap<string, GenealogyNode>;
  left: (node: GenealogyNode) => number;
  mirrored: boolean;
}) {
  const [one, other] = [byId.get(from), byId.get(to)];
  if (!one || !other) return null;
  const [y1, y2] = [one.y + box.height / 2, other.y + box.height / 2];
  const along = mirrored ? -1 : 1;
  const begin = (node: GenealogyNode) => left(node) + (mirrored ? box.width : 0);
  const end = (node: GenealogyNode) => left(node) + (mirrored ? 0 : box.width);
  let path = `M ${end(one)} ${y1} C ${end(one) + along * 28} ${y1} ${begin(other) - along * 28} ${y2} ${begin(other)} ${y2}`;
  if (one.x === other.x) {
    // Within a column: steps one below the other, lots beside themselves.
    const middle = left(one) + box.width / 2;
    path =
      one.kind === 'STEP'
        ? `M ${middle} ${one.y + box.height} L ${middle} ${other.y}`
        : `M ${begin(one)} ${y1} C ${begin(one) - along * 40} ${y1} ${begin(other) - along * 40} ${y2} ${begin(other)} ${y2}`;
  }
  return <path d={path} className={`${css['edge']} ${css[how]}`} />;
}

function Node({ node, x, told }: { node: GenealogyNode; x: number; told: ReturnType<typeof toldOf> }) {
  const navigate = useNavigate();
  const { lotId, own } = node;
  const opens = node.kind === 'LOT' && !own && lotId !== undefined ? () => navigate(passportPath(lotId)) : undefined;
  return (
    <g
      role="listitem"
      aria-label={told.whole}
      tabIndex={0}
      className={`${css['node']} ${css[node.kind]} ${own && node.kind === 'LOT' ? css['own'] : ''} ${opens ? css['opens'] : ''}`}
      transform={`translate(${x} ${node.y})`}
      onClick={opens}
      onKeyDown={(event) => {
        if (event.key === 'Enter') opens?.();
      }}
    >
      <title>{told.whole}</title>
      <rect width={box.width} height={box.height} rx="6" />
      <text x={box.width / 2} y="19" textAnchor="middle" aria-hidden="true">
        {short(told.name)}
      </text>
      <text x={box.width / 2} y="35" textAnchor="middle" className={css['detail']} aria-hidden="true">
        {short(told.detail)}
      </text>
    </g>
  );
}

/** What a box says, and with what it is linked. */
function toldOf(
  t: PluginHost['t'],
  node: GenealogyNode,
  edges: readonly GenealogyEdge[],
  byId: ReadonlyMap<string, GenealogyNode>,
) {
  const name = nameOf(t, node);
  const { quantity, good, machine } = node.detail;
  const detail =
    machine ??
    (good === undefined
      ? quantity === undefined
        ? ''
        : t('passport.count', { count: quantity })
      : t('passport.goodCount', { good: formatNumber(good) }));
  const from = edges
    .filter(({ to, how }) => to === node.id && how !== 'FLOW')
    .flatMap(({ from: id, how }) => {
      const other = byId.get(id);
      return other ? [t(`passport.from.${how}`, { from: nameOf(t, other) })] : [];
    });
  return {
    name,
    detail,
    whole: [`${t(`passport.node.${node.kind}`)}: ${name}`, detail, ...from].filter(Boolean).join(', '),
  };
}

function nameOf(t: PluginHost['t'], { kind, name, lotId, detail }: GenealogyNode): string {
  if (kind === 'LOT') return t('passport.lotNamed', { id: lotId ?? 0 });
  if (kind === 'STEP') return name || t(`passport.kind.${detail.stepKind ?? 'POST'}`);
  return name;
}
