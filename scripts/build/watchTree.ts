import { existsSync, readdirSync, watch as watchFolder, type FSWatcher } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Calls `onEdit` with the files that were written below `folder`, a few milliseconds after the last one. Libraries, and folders whose
 * name begins with a dot, are nobody's sources.
 */
export function watchTree(folder: string, onEdit: (files: string[]) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  const edited = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const add = (path: string) => {
    if (watchers.has(path)) return;
    watchers.set(
      path,
      watchFolder(path, (_event, name) => {
        if (name === null) return;
        edited.add(join(path, name));
        clearTimeout(timer);
        timer = setTimeout(flush, 15);
      }),
    );
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory() && isWatched(entry.name)) add(join(path, entry.name));
    }
  };
  const flush = () => {
    const files = [...edited];
    edited.clear();
    for (const [path, watcher] of watchers) {
      if (existsSync(path)) continue;
      watcher.close();
      watchers.delete(path);
    }
    for (const file of files) if (isWatched(basename(file)) && existsSync(file) && isFolder(file)) add(file);
    onEdit(files);
  };
  if (existsSync(folder)) add(folder);
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}

const isWatched = (name: string): boolean => name !== 'node_modules' && !name.startsWith('.');

const isFolder = (path: string) =>
  readdirSync(join(path, '..'), { withFileTypes: true }).some(
    (entry) => entry.isDirectory() && join(path, '..', entry.name) === path,
  );
