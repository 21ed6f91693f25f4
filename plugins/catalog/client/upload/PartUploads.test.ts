import { CallError } from '@sinter/sdk/contract/errors';
import { addPart, addPartRevision } from '@sinter/sdk/contract/catalog/parts';
import { buyerUser, fakeFiles, fakeHost, fakeStorage, readyPart } from '@sinter/sdk/testing';
import { describe, expect, it, vi } from 'vitest';
import { partOf } from '../testing.ts';
import { PartUploads } from './PartUploads.ts';

function opened() {
  const fake = fakeHost({ id: 'catalog', user: buyerUser() });
  const { files, all } = fakeFiles();
  const storage = fakeStorage();
  const uploads = new PartUploads(fake.host, files, storage);
  const stop = uploads.start();
  const bring = (...names: string[]) => {
    uploads.answer(false);
    uploads.bring(names.map((name) => new File(['x'], name)));
  };
  const end = (index: number, fileId: number) => all.get()[index]?.state.set(readyPart(fileId));
  return { ...fake, files, all, storage, uploads, stop, bring, end };
}

describe('files brought into the inventory', () => {
  it('are taken once it is said whether they are export controlled, and it is asked anew for the next', async () => {
    const { uploads, all, host, files, storage } = opened();
    uploads.bring([new File(['x'], 'early.stl')]);
    expect(uploads.lines).toEqual([]);
    uploads.answer(true);
    uploads.bring([new File(['x'], 'seeker.stl')]);
    expect(all.get().map(({ itar }) => itar)).toEqual([true]);
    const again = new PartUploads(host, files, storage);
    again.start();
    expect(again.exportControlled).toBe(true);
    const [line] = uploads.lines;
    if (line) uploads.remove(line);
    expect(uploads.exportControlled).toBeNull();
  });

  it('whose upload was paused go on with the same file only', () => {
    const { uploads, bring } = opened();
    bring('gear.stl');
    const [line] = uploads.lines;
    line?.file.resume(new File(['y'], 'lever.stl'));
    expect(line?.file.wrongFile).toBe('lever.stl');
    line?.file.resume(new File(['x'], 'gear.stl'));
    expect(line?.file.wrongFile).toBeNull();
  });

  it('become parts once they are named', async () => {
    const { uploads, api, bring, end, all } = opened();
    api.answer(addPart, ({ body }) => ({ part: partOf(9, { name: body.name }), duplicateOf: null }));
    bring('gear wheel.step', 'lever.stl');
    expect(uploads.newParts.map(({ name }) => name)).toEqual(['gear wheel', 'lever']);
    end(0, 1);
    const [line] = uploads.newParts;
    if (!line) throw new Error('There is no line.');
    line.setName(' Gear ');
    line.setPartNumber('G-1');
    await uploads.add(line);
    expect(api.sent(addPart)).toMatchObject([
      { body: { name: 'Gear', partNumber: 'G-1', originalFileId: 1, fileId: 1001, units: 'MM', evenIfThere: false } },
    ]);
    expect([uploads.added?.name, uploads.newParts.map(({ name }) => name), all.get().length]).toEqual([
      'Gear',
      ['lever'],
      1,
    ]);
  });

  it('that are there already are shown, and added only when that is wanted', async () => {
    const { uploads, api, bring, end } = opened();
    const duplicateOf = { partId: 4, name: 'Lever', revision: 'B' };
    api.answer(addPart, ({ body }) =>
      body.evenIfThere ? { part: partOf(9), duplicateOf: null } : { part: null, duplicateOf },
    );
    bring('a.stl', 'b.stl');
    end(0, 1);
    end(1, 2);
    await uploads.addAll();
    expect(uploads.newParts.map(({ duplicate }) => duplicate)).toEqual([duplicateOf, duplicateOf]);
    expect(uploads.addable).toEqual([]);
    const [line] = uploads.newParts;
    if (!line) throw new Error('There is no line.');
    await uploads.add(line, true);
    expect(uploads.newParts).toHaveLength(1);
  });

  it('for a part that is there become its next revision by themselves', async () => {
    const { uploads, api, end } = opened();
    api.answer(addPartRevision, partOf(7, { revisionCount: 2 }));
    uploads.bringRevision(new File(['x'], 'new.stl'), false, { id: 7, name: 'Lever' });
    expect([uploads.newParts, uploads.revisionsOf(7).length, uploads.revisionsOf(8).length]).toEqual([[], 1, 0]);
    end(0, 3);
    await vi.waitFor(() => expect(uploads.added?.id).toBe(7));
    expect(api.sent(addPartRevision)).toMatchObject([{ params: { id: 7 }, body: { originalFileId: 3, fileId: 1003 } }]);
    expect(uploads.lines).toEqual([]);
  });

  it('that are refused stay, with the reason', async () => {
    const { uploads, api, end } = opened();
    api.answer(addPartRevision, CallError.received({ code: 'CONFLICT', message: 'Revision A is this file already.' }));
    uploads.bringRevision(new File(['x'], 'same.stl'), false, { id: 7, name: 'Lever' });
    end(0, 3);
    await vi.waitFor(() => expect(uploads.revisionsOf(7)[0]?.saving.problem).toBe('Revision A is this file already.'));
    expect(api.sent(addPartRevision)).toHaveLength(1);
  });

  it('are there again after a reload, as they were named; files of other screens are not', () => {
    const { uploads, host, files, storage, bring, stop } = opened();
    bring('gear.stl');
    files.start(new File(['x'], 'of the shop.stl'), 'ORDER');
    uploads.newParts[0]?.setName('Gear');
    stop();
    const again = new PartUploads(host, files, storage);
    again.start();
    expect(again.lines.map(({ name }) => name)).toEqual(['Gear']);
    expect(again.lines[0]?.eventId).toBe(uploads.lines[0]?.eventId);
  });
});
