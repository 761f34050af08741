import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { FolderError, inFolder } from '../../../tools/dev/servers/folder-error';
import { locate } from '../../../tools/dev/servers/locate';

const folder = mkdtempSync(path.join(os.tmpdir(), 'heliograph-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

const failing = (code: string, syscall: string) => () =>
  Promise.reject(Object.assign(new Error(`${code}: ${syscall}`), { code, syscall }));

describe('inFolder', () => {
  const inData = (work: () => Promise<unknown>) => inFolder(folder, 'HELIOGRAPH_DATA_DIR', work);

  it('says that the disk is full, and what to set', async () => {
    // A device of Linux that is always full.
    const full =
      process.platform === 'linux' ? () => writeFile('/dev/full', 'x') : failing('ENOSPC', 'write');
    await expect(inData(full)).rejects.toThrow(
      `The disk of ${folder} is full. Free some space, or set HELIOGRAPH_DATA_DIR to another folder.`,
    );
  });

  it('says that the user may not write there', async () => {
    await expect(inData(failing('EACCES', 'mkdir'))).rejects.toThrow(
      `This user cannot write to ${folder} (EACCES). Change its rights or its owner, or set HELIOGRAPH_DATA_DIR to another folder.`,
    );
    await expect(inFolder(folder, null, failing('EROFS', 'open'))).rejects.toThrow(
      `This user cannot write to ${folder} (EROFS). Change its rights or its owner.`,
    );
  });

  it('keeps the first folder that an error names, and errors that concern no file', async () => {
    const inner = () => inFolder('/else', null, failing('EACCES', 'open'));
    await expect(inData(inner)).rejects.toThrow('This user cannot write to /else');
    await expect(inData(failing('EACCES', 'listen'))).rejects.toThrow('EACCES: listen');
    await expect(inData(failing('ENOENT', 'open'))).rejects.toThrow('ENOENT: open');
  });
});

it('a full disk ends the search for a server, because no source helps against it', async () => {
  const next = jest.fn();
  const search = locate({
    label: 'Thing',
    report: () => undefined,
    waysOut: [],
    sources: [
      {
        name: 'download',
        obtain: () => inFolder(folder, 'HELIOGRAPH_CACHE_DIR', failing('ENOSPC', 'write')),
      },
      { name: 'build', obtain: next },
    ],
  });
  await expect(search).rejects.toThrow(FolderError);
  expect(next).not.toHaveBeenCalled();
});
