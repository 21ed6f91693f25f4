import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import { storedFiles, type FileRecord, type NewFile, type StoredFiles } from '@sinter/sdk/server';
import { FolderStore } from '../files/folder.ts';
import { hostDb } from '../allTables.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';
import { createStoredFiles } from './storedFiles.ts';
import { removeUnusedContents } from './unused.ts';

let server: TestServer;
let buyer: TestClient;
let third: TestClient;
let files: StoredFiles;
beforeAll(async () => {
  server = await testServer();
  [buyer, third] = await Promise.all([server.client('buyer'), server.client('third')]);
  files = server.services.get(storedFiles);
});
afterAll(() => server.stop());

async function uploaded(client: TestClient): Promise<FileRecord> {
  const response = await client.send('/api/v1/files', 'part.stl', randomBytes(500));
  const file = await files.byId(fileDtoSchema.parse(await response.json()).id);
  if (!file) throw new Error('nothing was kept');
  return file;
}

async function content(controlled: boolean): Promise<Pick<NewFile, 'sha256' | 'size' | 'controlled'>> {
  async function* bytes() {
    yield randomBytes(500);
  }
  return { ...(await server.services.files.write(bytes(), { controlled, maxBytes: 1000 })), controlled };
}

async function made(owner: NewFile['owner'], sources: readonly FileRecord[], controlled = false): Promise<FileRecord> {
  const written = await content(controlled);
  const sourceFileIds = sources.map(({ id }) => id);
  return server.services.write((unit) =>
    files.add(unit, { ...written, fileName: 'made.stl', createdBy: null, owner, sourceFileIds }),
  );
}

const restrict = (...ids: number[]) => server.services.write((unit) => files.restrict(unit, ids));
const statusFor = async (client: TestClient, { id }: FileRecord) =>
  (await client.fetch(`/api/v1/files/${id}/content`)).status;
const isControlled = async ({ id }: FileRecord) => (await files.byId(id))?.controlled;
const inStore = (sha256: string) =>
  (['files', 'controlled'] as const).filter((store) =>
    existsSync(join(server.dataDir, store, sha256.slice(0, 2), sha256)),
  );
const company = () => ({ companyId: server.world.buyerCompanyId });
const facility = () => ({ facilityId: server.world.rootFacilityId });

describe('a file made of others', () => {
  it("belongs with the upload it was made of when that is its maker's own", async () => {
    const upload = await uploaded(buyer);
    expect((await made(company(), [upload])).rootFileId).toBe(upload.id);
  });

  it("of several uploads is its maker's alone, however one of them is shared", async () => {
    const [one, other] = [await uploaded(buyer), await uploaded(buyer)];
    const packed = await made(company(), [one, other]);
    expect(packed.rootFileId).toBe(packed.id);
    const planner = await server.client('planner');
    await server.services.write((unit) => files.share(unit, [one.id], { facilityIds: [server.world.rootFacilityId] }));
    expect([await statusFor(planner, one), await statusFor(planner, packed)]).toEqual([200, 404]);
    expect(await statusFor(buyer, packed)).toBe(200);
  });

  it('by somebody who was given it is theirs alone', async () => {
    const upload = await uploaded(buyer);
    const both = { facilityIds: [server.world.rootFacilityId, server.world.secondFacilityId] };
    await server.services.write((unit) => files.share(unit, [upload.id], both));
    const repaired = await made(facility(), [upload]);
    const [planner, rival] = await Promise.all([server.client('planner'), server.client('admin2')]);
    expect(await statusFor(rival, upload)).toBe(200);
    expect(await statusFor(planner, repaired)).toBe(200);
    expect([await statusFor(rival, repaired), await statusFor(buyer, repaired)]).toEqual([404, 404]);
  });

  it('is export controlled as soon as one of its sources is, and so is all that was made of it', async () => {
    const [one, other] = [await uploaded(buyer), await uploaded(third)];
    const packed = await made(company(), [one, other]);
    const shown = await made(facility(), [packed]);
    await restrict(other.id);
    expect(await Promise.all([one, other, packed, shown].map(isControlled))).toEqual([false, true, true, true]);
    expect(inStore(packed.sha256)).toContain('controlled');
    expect(await statusFor(buyer, packed)).toBe(403);
  });

  it('is refused when the mark was changed since its content was written, and nothing of it stays', async () => {
    const upload = await uploaded(buyer);
    const written = await content(false);
    await restrict(upload.id);
    const late = { ...written, fileName: 'late.stl', createdBy: null, owner: {}, madeFromFileId: upload.id };
    await expect(server.services.write((unit) => files.add(unit, late))).rejects.toThrow(/changed meanwhile/);
    await files.discard([written]);
    expect(inStore(written.sha256)).toEqual([]);
  });

  it('waits for a change of the mark that is under way', async () => {
    const upload = await uploaded(buyer);
    const written = await content(false);
    const late = { ...written, fileName: 'late.stl', createdBy: null, owner: {}, madeFromFileId: upload.id };
    let adding: Promise<unknown> = Promise.resolve();
    await server.services.write(async (unit) => {
      await files.restrict(unit, [upload.id]);
      adding = server.services.write((other) => files.add(other, late));
      adding.catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 200));
    });
    await expect(adding).rejects.toThrow(/changed meanwhile/);
  });
});

describe('sharing', () => {
  it('a file that was made of an upload shares it with what was made of it, and not the upload', async () => {
    const upload = await uploaded(buyer);
    const reduced = await made(company(), [upload]);
    const written = await content(false);
    const picture = await server.services.write((unit) =>
      files.add(unit, { ...written, fileName: 'p.png', createdBy: null, owner: {}, madeFromFileId: reduced.id }),
    );
    const planner = await server.client('planner');
    const audience = { facilityIds: [server.world.rootFacilityId] };
    await server.services.write((unit) => files.share(unit, [reduced.id], audience));
    const statuses = () => Promise.all([upload, reduced, picture].map((file) => statusFor(planner, file)));
    expect(await statuses()).toEqual([404, 200, 200]);
    await server.services.write((unit) => files.unshare(unit, [reduced.id], audience));
    expect(await statuses()).toEqual([404, 404, 404]);
    await server.services.write((unit) => files.share(unit, [upload.id], audience));
    expect(await statuses()).toEqual([200, 200, 200]);
  });
});

class StoreTwoHoursLater extends FolderStore {
  override isOlder(...[sha256, age, placement]: Parameters<FolderStore['isOlder']>) {
    return super.isOlder(sha256, age - 2 * 3_600_000, placement);
  }
}

describe('contents', () => {
  it('that are to be marked are copied before the transaction, which then copies none', async () => {
    const upload = await uploaded(buyer);
    let copied = 0;
    class CountingStore extends FolderStore {
      override write(...given: Parameters<FolderStore['write']>) {
        copied += 1;
        return super.write(...given);
      }
    }
    const counting = new CountingStore({
      folder: join(server.dataDir, 'files'),
      controlledFolder: join(server.dataDir, 'controlled'),
    });
    const counted = createStoredFiles(hostDb(server.services.db), counting);
    await counted.prepareRestrict([upload.id]);
    expect(copied).toBe(1);
    expect(inStore(upload.sha256)).toEqual(['files', 'controlled']);
    await server.services.write((unit) => counted.restrict(unit, [upload.id]));
    expect(copied).toBe(1);
    expect(await isControlled(upload)).toBe(true);
  });

  it('that no file has are removed after an hour, all others stay', async () => {
    const folder = join(server.dataDir, 'elsewhere');
    const place = { folder, controlledFolder: join(folder, 'controlled') };
    const upload = await uploaded(buyer);
    const lost = createHash('sha256').update('lost').digest('hex');
    for (const hash of [upload.sha256, lost]) {
      await mkdir(join(folder, hash.slice(0, 2)), { recursive: true });
      await writeFile(join(folder, hash.slice(0, 2), hash), 'x');
    }
    const db = hostDb(server.services.db);
    expect(await removeUnusedContents(db, new FolderStore(place))).toBe(0);
    const later = new StoreTwoHoursLater(place);
    expect(await removeUnusedContents(db, later)).toBe(1);
    expect(existsSync(join(folder, upload.sha256.slice(0, 2), upload.sha256))).toBe(true);
    expect(existsSync(join(folder, lost.slice(0, 2), lost))).toBe(false);
  });
});
