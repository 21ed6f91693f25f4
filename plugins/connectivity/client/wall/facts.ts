import type { LiveMachine } from '@sinter/sdk/contract/connectivity/machines';
import { formatDateTime, formatDuration, formatNumber } from '@sinter/sdk/i18n';
import type { useTexts } from '@sinter/sdk/ui';

export interface Fact {
  key: string;
  label: string;
  value: string;
}

/** What a machine says of its print and of itself, as people read it. */
export function factsOf(machine: LiveMachine, t: ReturnType<typeof useTexts>): Fact[] {
  const { layer, layers, secondsLeft, temperatures, material, seenAt, state } = machine;
  const facts: Fact[] = [];
  if (layer !== null) {
    const known = { layer: formatNumber(layer), layers: formatNumber(layers ?? 0) };
    facts.push({
      ...{ key: 'layer', label: t('wall.layer') },
      value: layers === null ? known.layer : t('wall.layerOf', known),
    });
  }
  if (secondsLeft !== null) {
    facts.push({ key: 'left', label: t('wall.left'), value: formatDuration(Math.ceil(secondsLeft / 60)) });
  }
  for (const { name, actual, target } of temperatures.slice(0, 3)) {
    const now = { actual: formatNumber(actual, 0), target: formatNumber(target ?? 0, 0) };
    const value = t(target === null || target === 0 ? 'wall.degrees' : 'wall.degreesOf', now);
    facts.push({ key: `temperature ${name}`, label: name, value });
  }
  if (material !== null) facts.push({ key: 'material', label: t('wall.material'), value: material });
  if (state === 'OFFLINE' && seenAt !== null) {
    facts.push({ key: 'seen', label: t('wall.seen'), value: formatDateTime(seenAt) });
  }
  return facts;
}
