import type { ComponentType } from 'react';
import type { Dispose, Readable, Slot, SlotContribution } from '@sinter/sdk/plugin';
import { createStore } from './store.ts';
import type { Store } from './store.ts';

/** A contribution as the screen with the slot sees it. */
export interface Contribution<Props> {
  pluginId: string;
  id: string;
  order: number;
  /** Translation key in the plugin's own texts. */
  label: string | undefined;
  load(): Promise<{ default: ComponentType<Props> }>;
}

export interface SlotRegistry {
  add<Props>(pluginId: string, slot: Slot<Props>, contribution: SlotContribution<Props>): Dispose;
  read<Props>(slot: Slot<Props>): Readable<readonly Contribution<Props>[]>;
  /**
   * Tells that the plugin runs now. Its contributions are drawn only from then on, so the slot notifies its listeners
   * again.
   */
  started(pluginId: string): void;
  /** Ids of the slots that are shown now. */
  shown(): readonly string[];
}

const defaultOrder = 100;

/** A contribution whose props are not known. */
type AnyContribution = Omit<Contribution<never>, 'load'> & { load(): Promise<{ default: unknown }> };

interface Place {
  contributions: Store<readonly AnyContribution[]>;
  readable: Readable<readonly AnyContribution[]>;
  viewers: number;
}

/** `onShown` is called when a slot is first shown, which is when the plugins that fill it start. */
export function createSlotRegistry(onShown: (slotId: string) => void): SlotRegistry {
  const places = new Map<string, Place>();

  function placeOf(slotId: string): Place {
    const known = places.get(slotId);
    if (known) return known;
    const contributions = createStore<readonly AnyContribution[]>([]);
    const place: Place = {
      contributions,
      viewers: 0,
      readable: {
        get: contributions.get,
        subscribe(listener) {
          const unsubscribe = contributions.subscribe(listener);
          place.viewers++;
          if (place.viewers === 1) onShown(slotId);
          let open = true;
          return () => {
            if (open) place.viewers--;
            open = false;
            unsubscribe();
          };
        },
      },
    };
    places.set(slotId, place);
    return place;
  }

  return {
    add(pluginId, slot, { id, order = defaultOrder, label, load }) {
      const { contributions } = placeOf(slot.id);
      if (contributions.get().some((other) => other.pluginId === pluginId && other.id === id)) {
        throw new Error(`${pluginId} fills ${slot.id} twice with ${id}.`);
      }
      const added: AnyContribution = { pluginId, id, order, label, load };
      const key = (one: AnyContribution): string => `${one.pluginId}/${one.id}`;
      contributions.set(
        [...contributions.get(), added].sort(
          (one, other) => one.order - other.order || (key(one) < key(other) ? -1 : 1),
        ),
      );
      return () => contributions.set(contributions.get().filter((other) => other !== added));
    },
    // Slots are compared by id across bundles. The version in the id guarantees that equal ids have equal props.
    read: <Props>(slot: Slot<Props>) => placeOf(slot.id).readable as Readable<readonly Contribution<Props>[]>,
    started(pluginId) {
      for (const { contributions } of places.values()) {
        const present = contributions.get();
        if (present.some((one) => one.pluginId === pluginId)) contributions.set([...present]);
      }
    },
    shown: () => [...places].filter(([, { viewers }]) => viewers > 0).map(([id]) => id),
  };
}
