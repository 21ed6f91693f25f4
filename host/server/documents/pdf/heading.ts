import type { Flow } from './flow.ts';
import type { Style } from './lines.ts';
import { heightOf } from './pen.ts';

const heading: Style = { size: 11, bold: true };

/** `room`: what has to follow on the same page. */
export function drawHeading(flow: Flow, text: string | undefined, room: number): void {
  if (!text) return;
  const lines = flow.pen.lines(text, heading, flow.width, 2);
  const height = heightOf(lines, heading) + 3;
  flow.need(height + room);
  flow.pen.write(lines, heading, { start: flow.start, top: flow.top, width: flow.width });
  flow.top += height;
}
