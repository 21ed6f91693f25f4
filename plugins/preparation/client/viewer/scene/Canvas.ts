import { WebGLRenderer, type Color } from 'three';

/** How long after the last movement the part stands still. */
const SETTLE_MS = 180;
/** A picture that waits longer than this for its turn is late; so many in a row are no accident. */
const LATE_MS = 80;
const LATE_PICTURES = 2;

/** What a canvas asks of whose picture it is. */
interface Painter {
  paint(renderer: WebGLRenderer): void;
  resized(width: number, height: number): void;
  /** The graphics processor has forgotten everything, or has it again. */
  lost(lost: boolean): void;
}

/** A canvas that draws when something has changed, and at no other time. */
export class Canvas {
  readonly element: HTMLCanvasElement;
  /** Somebody is moving the part. */
  moving = false;
  /** Pictures have come late again and again: this computer draws slowly. */
  slow = false;
  private readonly container: HTMLElement;
  private readonly painter: Painter;
  private readonly renderer: WebGLRenderer;
  private readonly observer: ResizeObserver;
  private readonly listeners = new Set<() => void>();
  private readonly ending = new AbortController();
  private request = 0;
  private requested = 0;
  private late = 0;
  /** How long the last picture waited for its turn, in milliseconds. */
  private waited = 0;
  private settling: ReturnType<typeof setTimeout> | undefined;

  /** Throws when the browser has no WebGL. */
  constructor(container: HTMLElement, painter: Painter) {
    this.container = container;
    this.painter = painter;
    this.renderer = new WebGLRenderer({
      antialias: true,
      alpha: true,
      stencil: true,
      powerPreference: 'high-performance',
    });
    this.renderer.setClearColor(0x000000, 0);
    this.renderer.localClippingEnabled = true;
    this.renderer.autoClear = false;
    this.element = this.renderer.domElement;
    this.element.setAttribute('aria-hidden', 'true');
    container.append(this.element);
    this.observer = new ResizeObserver(() => this.resize());
    const { signal } = this.ending;
    // The renderer listens first: it asks for the context to come back, and has made everything anew when it has.
    this.element.addEventListener('webglcontextlost', () => painter.lost(true), { signal });
    this.element.addEventListener(
      'webglcontextrestored',
      () => {
        // What is behind the part is the page's.
        this.renderer.setClearColor(0x000000, 0);
        painter.lost(false);
        this.draw();
      },
      { signal },
    );
  }

  /** From now on the picture follows the size of its place. */
  open(): void {
    this.observer.observe(this.container);
    this.resize();
  }

  /** Calls after every picture. */
  onFrame(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  draw(): void {
    if (this.request !== 0) return;
    this.requested = performance.now();
    this.request = requestAnimationFrame(() => this.render());
  }

  /** The part moves: what is drawn may be rough until it stands still. */
  move(): void {
    this.moving = true;
    clearTimeout(this.settling);
    // Whoever draws slowly is given the time for the next picture.
    this.settling = setTimeout(() => this.settle(), SETTLE_MS + 2 * this.waited);
    this.draw();
  }

  async screenshot(background: Color): Promise<Blob> {
    this.settle();
    this.renderer.setClearColor(background, 1);
    this.render();
    const taken = new Promise<Blob>((resolve, reject) =>
      this.element.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('No picture came of the canvas.'))),
        'image/png',
      ),
    );
    this.renderer.setClearColor(0x000000, 0);
    this.draw();
    return taken;
  }

  dispose(): void {
    this.ending.abort();
    cancelAnimationFrame(this.request);
    clearTimeout(this.settling);
    this.observer.disconnect();
    this.listeners.clear();
    this.renderer.dispose();
    // Browsers keep few contexts; this one is given back now and not when memory is.
    this.renderer.forceContextLoss();
    this.element.remove();
  }

  private render(): void {
    if (this.request !== 0) this.watch(performance.now() - this.requested);
    cancelAnimationFrame(this.request);
    this.request = 0;
    this.painter.paint(this.renderer);
    for (const listener of this.listeners) listener();
  }

  private settle(): void {
    clearTimeout(this.settling);
    this.moving = false;
    this.sharpen();
    this.draw();
  }

  private watch(waited: number): void {
    if (!this.moving) return;
    this.waited = Math.min(waited, 1000);
    if (this.slow) return;
    this.late = waited > LATE_MS ? this.late + 1 : 0;
    this.slow = this.late >= LATE_PICTURES;
    if (this.slow) this.sharpen();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.container;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.sharpen();
    this.renderer.setSize(clientWidth, clientHeight);
    this.painter.resized(clientWidth, clientHeight);
    // At once: a resized canvas is empty, and must not be seen so.
    this.render();
  }

  /** As many pixels as the screen has; fewer while a slow computer turns the part. */
  private sharpen(): void {
    const ratio = Math.min(window.devicePixelRatio, 2) * (this.moving && this.slow ? 0.5 : 1);
    if (ratio !== this.renderer.getPixelRatio()) this.renderer.setPixelRatio(ratio);
  }
}
