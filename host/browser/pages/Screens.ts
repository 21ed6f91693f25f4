/** The plugin pages on the screen now, so that they can be taken down before their plugin stops. */
export class Screens {
  readonly #shown = new Map<object, { pluginId: string; takeDown: () => Promise<void> }>();

  /** Returns a function that forgets it. */
  add(pluginId: string, takeDown: () => Promise<void>): () => void {
    const key = {};
    this.#shown.set(key, { pluginId, takeDown });
    return () => void this.#shown.delete(key);
  }

  async drain(pluginId: string): Promise<void> {
    const own = [...this.#shown.values()].filter((screen) => screen.pluginId === pluginId);
    await Promise.all(own.map(({ takeDown }) => takeDown()));
  }
}
