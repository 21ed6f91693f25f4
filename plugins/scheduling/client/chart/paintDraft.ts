import type { ChartStore } from './ChartStore.ts';
import type { Draft } from './EditStore.ts';
import { barCorner, barHeight, barTop } from './paintBars.ts';
import type { Palette } from './palette.ts';
import type { Planner } from './Planner.ts';
import { fills } from './rowMarks.ts';
import { keyOfMachine } from './rows.ts';
import { toneOf } from '../status.ts';
import type { Stage } from './Stage.ts';

/** What is being moved, with its times at both ends. */
export function paintDraft(stage: Stage, planner: Planner, palette: Palette, timeOf: (time: number) => string): void {
  const { draft, clashes } = planner.edit;
  const box = draft && boxOf(planner.chart, draft);
  if (!draft || !box) return;
  const { context } = stage;
  const color = clashes ? palette.warn : palette.cursor;
  context.save();
  context.beginPath();
  stage.round(box.x, box.top, box.width, barHeight, barCorner);
  // What is below shines through, without making the name hard to read.
  context.globalAlpha = 0.78;
  context.fillStyle = palette.surface;
  context.fill();
  context.globalAlpha = 0.25;
  context.fillStyle = color;
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = color;
  context.lineWidth = 2;
  if (clashes) context.setLineDash([6, 3]);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = palette.text;
  stage.write(draft.label, box.x + 8, box.top + barHeight / 2, box.width - 14, `600 12px ${palette.font}`);
  label(stage, palette, [timeOf(draft.from), timeOf(draft.to)], box);
  context.restore();
}

/** Where it was let go, until the server has answered. */
export function paintPending(stage: Stage, { chart, edit }: Planner, palette: Palette): void {
  const { context } = stage;
  for (const draft of edit.pending) {
    const box = boxOf(chart, draft);
    if (!box) continue;
    const fill = draft.job ? fills.indexOf(toneOf[draft.job.jobStatus]) : 0;
    context.beginPath();
    stage.round(box.x, box.top, box.width, barHeight, barCorner);
    context.fillStyle = palette.fill[fill] ?? palette.text;
    context.fill();
    context.fillStyle = stage.stripes(palette.onFill[fill] ?? palette.surface, true);
    context.fill();
  }
}

interface Box {
  x: number;
  top: number;
  width: number;
}

function boxOf(store: ChartStore, { machineId, from, to }: Draft): Box | undefined {
  const place = store.lines.placeOf(keyOfMachine(machineId));
  if (place < 0) return undefined;
  const x = Math.max(store.xOf(from), -20);
  const width = Math.max(Math.min(store.xOf(to), store.width + 20) - x, 3);
  return { x, width, top: store.lines.top(place) - store.scrollTop + barTop };
}

/** Above the bar, or below it where there is no room; in two lines where one is too long. */
function label(stage: Stage, palette: Palette, texts: readonly [string, string], box: Box): void {
  const { context } = stage;
  const font = `600 12px ${palette.font}`;
  const whole = texts.join(' – ');
  const lines = stage.widthOf(whole, font) + 24 > stage.width ? texts : [whole];
  const width = Math.max(...lines.map((line) => stage.widthOf(line, font))) + 16;
  const height = lines.length * 17 + 6;
  const left = Math.min(Math.max(box.x + box.width / 2 - width / 2, 4), stage.width - width - 4);
  const above = box.top - height - 4;
  const top = above >= 2 ? above : box.top + barHeight + 4;
  context.fillStyle = palette.text;
  context.beginPath();
  stage.round(left, top, width, height, 6);
  context.fill();
  context.fillStyle = palette.surface;
  for (const [line, text] of lines.entries()) context.fillText(text, stage.left(left + 8), top + line * 17 + 12);
}
