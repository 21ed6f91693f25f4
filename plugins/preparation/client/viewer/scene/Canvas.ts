import { WebGLRenderer, type Color } from 'three';

/** The part stands still when it has not moved for this long. */
const settleMs = 180;
/**
 * A picture that waits longer than this for its turn is late. After so many late pictures in a row the computer
 * counts as slow.
 */
const lateMs = 80;
const latePictures = 2;

/** What a canvas needs of the scene that it draws. */
interface Painter {
  paint(renderer: WebGLRenderer): void;
  resized(width: number, height: number): void;
  /** The graphics context was lost, or is back. */
  lost(lost: boolean): void;
}

/** A canvas that draws only when something has changed. */
export class Canvas {
  readonly element: HTMLCanvasElement;
  /** The user is moving the part. */
  moving = false;
  /** Several pictures in a row came late: this computer draws slowly. */
  slow = false;
  readonly #container: HTMLElement;
  readonly #painter: Painter;
  readonly #renderer: WebGLRenderer;
  readonly #observer: ResizeObserver;
  readonly #listeners = new Set<() => void>();
  readonly #ending = new AbortController();
  #request = 0;
  #requested = 0;
  #late = 0;
  /** How long the last picture waited for its turn, ms. */
  #waited = 0;
  #settling: ReturnType<typeof setTimeout> | undefined;

  /** Throws an Error when the browser has no WebGL. */
  constructor(container: HTMLElement, painter: Painter) {
    this.#container = container;
    this.#painter = painter;
    this.#renderer = new WebGLRenderer({
      antialias: true,
      alpha: true,
      stencil: true,
      powerPreference: 'high-performance',
    });
    this.#renderer.setClearColor(0x000000, 0);
    this.#renderer.localClippingEnabled = true;
    this.#renderer.autoClear = false;
    this.element = this.#renderer.domElement;
    this.element.setAttribute('aria-hidden', 'true');
    container.append(this.element);
    this.#observer = new ResizeObserver(() => this.#resize());
    const { signal } = this.#ending;
    // The renderer registers its listener first: it asks for the context to come back, and has restored everything when
    // it is back.
    this.element.addEventListener('webglcontextlost', () => painter.lost(true), { signal });
    this.element.addEventListener(
      'webglcontextrestored',
      () => {
        // The background is that of the page.
        this.#renderer.setClearColor(0x000000, 0);
        painter.lost(false);
        this.draw();
      },
      { signal },
    );
  }

  /** From now on the picture follows the size of its container. */
  open(): void {
    this.#observer.observe(this.#container);
    this.#resize();
  }

  /** Calls the listener after every picture. */
  onFrame(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  draw(): void {
    if (this.#request !== 0) return;
    this.#requested = performance.now();
    this.#request = requestAnimationFrame(() => this.#render());
  }

  /** The part moves: the picture may be rough until it stands still. */
  move(): void {
    this.moving = true;
    clearTimeout(this.#settling);
    // A slow computer gets more time for the next picture.
    this.#settling = setTimeout(() => this.#settle(), settleMs + 2 * this.#waited);
    this.draw();
  }

  async screenshot(background: Color): Promise<Blob> {
    this.#settle();
    this.#renderer.setClearColor(background, 1);
    this.#render();
    const taken = new Promise<Blob>((resolve, reject) =>
      this.element.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('No picture came of the canvas.'))),
        'image/png',
      ),
    );
    this.#renderer.setClearColor(0x000000, 0);
    this.draw();
    return taken;
  }

  dispose(): void {
    this.#ending.abort();
    cancelAnimationFrame(this.#request);
    clearTimeout(this.#settling);
    this.#observer.disconnect();
    this.#listeners.clear();
    this.#renderer.dispose();
    // Browsers allow few contexts, so this one is released now and not when memory is collected.
    this.#renderer.forceContextLoss();
    this.element.remove();
  }

  #render(): void {
    if (this.#request !== 0) this.#watch(performance.now() - this.#requested);
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#painter.paint(this.#renderer);
    for (const listener of this.#listeners) listener();
  }

  #settle(): void {
    clearTimeout(this.#settling);
    this.moving = false;
    this.#sharpen();
    this.draw();
  }

  #watch(waited: number): void {
    if (!this.moving) return;
    this.#waited = Math.min(waited, 1000);
    if (this.slow) return;
    this.#late = waited > lateMs ? this.#late + 1 : 0;
    this.slow = this.#late >= latePictures;
    if (this.slow) this.#sharpen();
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#container;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#sharpen();
    this.#renderer.setSize(clientWidth, clientHeight);
    this.#painter.resized(clientWidth, clientHeight);
    // Draws at once, because a resized canvas is empty.
    this.#render();
  }

  /** Uses all pixels of the screen, and fewer while a slow computer turns the part. */
  #sharpen(): void {
    const ratio = Math.min(window.devicePixelRatio, 2) * (this.moving && this.slow ? 0.5 : 1);
    if (ratio !== this.#renderer.getPixelRatio()) this.#renderer.setPixelRatio(ratio);
  }
}
