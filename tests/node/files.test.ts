import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadInstance, loadPlan, loadSources, requireWritableFile, requireWritableFolder, saveText } from '../../src/node/files.ts';
import { temporaryName } from '../../src/node/temporary-files.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neo-lrp-files-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const customers = 'id,x,y,demand\nŠiška,3,4,1\n';
const depots = 'id,x,y,capacity\nD,0,0,10\n';
const settings = 'vehicle capacity,5\n';

describe('files', () => {
  it('reads a folder of tables, or the tables by name', async () => {
    const town = join(folder, 'town');
    mkdirSync(town);
    for (const [name, text] of Object.entries({ customers, depots, settings })) write(`town/${name}.csv`, text);
    write('town/notes.txt', 'not a table');
    expect(await loadInstance(town)).toMatchObject({ name: 'town', vehicleCapacity: 5 });
    const pair = `${join(town, 'customers.csv')},${join(town, 'depots.csv')}`;
    expect(await loadInstance(pair, { vehicleCapacity: 9 })).toMatchObject({ vehicleCapacity: 9 });
  });

  it('reads one file whose name holds a comma', async () => {
    const [source] = await loadSources(write('a,b.json', '{}'));
    expect(source.text).toBe('{}');
  });

  it('reads what spreadsheets save: UTF-8 with mark, UTF-16, Windows-1252', async () => {
    const read = async (bytes: Uint8Array) => (await loadSources(write('encoded.csv', bytes)))[0].text.replace('\uFEFF', '');
    const utf8 = new TextEncoder().encode('\uFEFFŠé');
    expect(await read(utf8)).toBe('Šé');
    expect(await read(Uint8Array.from([0xff, 0xfe, 0x60, 0x01, 0xe9, 0x00]))).toBe('Šé');
    expect(await read(Uint8Array.from([0x8a, 0xe9]))).toBe('Šé');
  });

  it.each<[string, () => string, RegExp, string]>([
    ['a missing file', () => join(folder, 'nowhere.dat'), /nowhere\.dat: there is no such file/, 'E_FILE'],
    [
      'a folder with no tables',
      () => {
        mkdirSync(join(folder, 'empty'));
        return join(folder, 'empty');
      },
      /has no CSV files; expected customers\.csv/,
      'E_FILE',
    ],
    ['a binary file', () => write('blob.dat', Uint8Array.from([1, 2, 0, 255])), /blob\.dat: this is a binary file/, 'E_FORMAT_UNKNOWN'],
    ['an empty file', () => write('empty.dat', ''), /empty\.dat: the file is empty/, 'E_FORMAT_UNKNOWN'],
    ['prose', () => write('prose.txt', 'Once upon a time'), /prose\.txt: the content is in none of the known formats/, 'E_FORMAT_UNKNOWN'],
    ['a path through a file', () => join(write('plain.txt', 'x'), 'inner'), /part of the path is a file/, 'E_FILE'],
  ])('refuses %s', async (_, path, message, code) => {
    await expect(loadInstance(path())).rejects.toMatchObject({ message: expect.stringMatching(message), code });
  });

  it('refuses a folder where a plan is expected', async () => {
    await expect(loadPlan(folder)).rejects.toMatchObject({ code: 'E_FILE', message: expect.stringMatching(/this is a folder/) });
  });

  it('replaces a file whole and leaves nothing beside it', async () => {
    const home = join(folder, 'out');
    mkdirSync(home);
    await saveText(join(home, 'a.txt'), 'old');
    await saveText(join(home, 'a.txt'), 'new');
    expect(readFileSync(join(home, 'a.txt'), 'utf8')).toBe('new');
    expect(readdirSync(home)).toEqual(['a.txt']);
  });

  it('keeps the mode, and writes to devices without replacing them', async () => {
    const home = join(folder, 'modes');
    mkdirSync(home);
    const file = join(home, 'file.txt');
    writeFileSync(file, 'old', { mode: 0o600 });
    symlinkSync('/dev/null', join(home, 'null'));
    await saveText(file, 'new');
    await saveText(join(home, 'null'), 'gone');
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'null')).isCharacterDevice()).toBe(true);
    expect(readdirSync(home)).toEqual(['file.txt', 'null']);
  });

  it('does not write through a link, whether it leads to a file or nowhere', async () => {
    const home = join(folder, 'links');
    mkdirSync(home);
    writeFileSync(join(home, 'target.txt'), 'old');
    symlinkSync('target.txt', join(home, 'link.txt'));
    symlinkSync('nowhere.txt', join(home, 'dangling.txt'));
    symlinkSync(home, join(folder, 'to-folder'));
    for (const name of ['link.txt', 'dangling.txt'])
      for (const write of [() => saveText(join(home, name), 'new'), () => requireWritableFile(join(home, name))])
        await expect(write()).rejects.toMatchObject({ code: 'E_FILE', message: expect.stringContaining('symbolic link') });
    expect(readFileSync(join(home, 'target.txt'), 'utf8')).toBe('old');
    await saveText(join(folder, 'to-folder', 'a.txt'), 'new');
    expect(readdirSync(home)).toEqual(['a.txt', 'dangling.txt', 'link.txt', 'target.txt']);
  });

  it('says why it cannot write, and leaves nothing behind', async () => {
    await expect(saveText(join(folder, 'nowhere', 'a.txt'), 'x')).rejects.toMatchObject({
      code: 'E_FILE',
      message: expect.stringMatching(/no such folder/),
    });
    const taken = join(folder, 'taken');
    mkdirSync(join(taken, 'a.txt', 'inner'), { recursive: true });
    await expect(saveText(join(taken, 'a.txt'), 'x')).rejects.toMatchObject({ code: 'E_FILE' });
    expect(readdirSync(taken)).toEqual(['a.txt']);
  });

  it('tells before a run what could not be written after it', async () => {
    const home = join(folder, 'ahead');
    mkdirSync(join(home, 'inner'), { recursive: true });
    writeFileSync(join(home, 'file'), '');
    const refused = (message: RegExp) => expect.objectContaining({ code: 'E_FILE', message: expect.stringMatching(message) });
    await requireWritableFile(join(home, 'new.json'));
    await requireWritableFile(join(home, 'file'));
    await requireWritableFile('/dev/null');
    await requireWritableFolder(join(home, 'not/there/yet'));
    await expect(requireWritableFile(join(home, 'nowhere', 'a.json'))).rejects.toEqual(refused(/no such folder/));
    await expect(requireWritableFile(join(home, 'inner'))).rejects.toEqual(refused(/this is a folder/));
    await expect(requireWritableFile(join(home, 'file', 'a.json'))).rejects.toEqual(refused(/part of the path is a file/));
    await expect(requireWritableFolder(join(home, 'file'))).rejects.toEqual(refused(/there is a file in place of this folder/));
    await expect(requireWritableFolder(join(home, 'file', 'inner'))).rejects.toEqual(refused(/there is a file in place of this folder/));
    expect(readdirSync(home)).toEqual(['file', 'inner']);
  });

  it.skipIf(process.platform !== 'linux')('calls a full disk by its name', async () => {
    await expect(saveText('/dev/full', 'x')).rejects.toMatchObject({
      code: 'E_FILE',
      message: '/dev/full: no space is left on the device',
    });
  });

  it('removes what killed processes left in the folder, and nothing else', async () => {
    const home = join(folder, 'left');
    mkdirSync(home);
    const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
    const named = (pid: number) => temporaryName().replace(`-${process.pid}-`, `-${pid}-`);
    const foreign = named(dead).replace(/^\.neo-lrp-[0-9a-f]{8}/, '.neo-lrp-00000000');
    const [ofDead, ofParent, ofPredecessor, own] = [named(dead), named(process.ppid), temporaryName(), temporaryName()];
    for (const name of [ofDead, ofParent, ofPredecessor, own, foreign, '.mine.tmp']) writeFileSync(join(home, name), '');
    // In a container a process may have the id of an earlier one.
    utimesSync(join(home, ofPredecessor), 1, 1);
    await saveText(join(home, 'a.txt'), 'new');
    expect(readdirSync(home).sort()).toEqual([ofParent, own, foreign, '.mine.tmp', 'a.txt'].sort());
  });
});
