import type { Carried, Target } from './pieces.ts';
import type { PlanningStore } from './PlanningStore.ts';

/** A ref: the element can be dragged by the mouse. By keyboard and touch a menu does the same. */
export const draggable =
  (store: PlanningStore, text: string, carried: () => Carried) =>
  (element: HTMLElement | null): (() => void) | undefined => {
    if (!element) return undefined;
    const start = (event: DragEvent) => {
      if (!event.dataTransfer) return;
      event.stopPropagation();
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', text);
      store.carry(carried());
    };
    const end = () => store.carry(null);
    element.addEventListener('dragstart', start);
    element.addEventListener('dragend', end);
    return () => {
      element.removeEventListener('dragstart', start);
      element.removeEventListener('dragend', end);
    };
  };

/** A ref: what is dragged can be dropped there. */
export const dropped =
  (store: PlanningStore, target: Target) =>
  (element: HTMLElement | null): (() => void) | undefined => {
    if (!element) return undefined;
    const over = (event: DragEvent) => {
      if (!store.takes(target)) return;
      event.preventDefault();
      store.hover(target);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) store.hover(null);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      void store.drop(target);
    };
    element.addEventListener('dragover', over);
    element.addEventListener('dragleave', leave);
    element.addEventListener('drop', drop);
    return () => {
      element.removeEventListener('dragover', over);
      element.removeEventListener('dragleave', leave);
      element.removeEventListener('drop', drop);
    };
  };
