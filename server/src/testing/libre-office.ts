import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Set by `npm run check:libreoffice`, which fetches the program: too large to be fetched for every run of the tests. */
export const libreOffice = process.env['LIBREOFFICE_PATH'];

/** Settings of a user in Romania: cells are shown with a decimal comma. */
const romanian = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
  <item oor:path="/org.openoffice.Setup/L10N">
    <prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>ro-RO</value></prop>
  </item>
</oor:items>`;

/**
 * What LibreOffice makes of a workbook that it opens.
 *
 * @param filter - as its `--convert-to` takes it: `xlsx`, or `csv:` with settings.
 */
export async function throughLibreOffice(workbook: Buffer, filter: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'noa-libreoffice-'));
  try {
    await writeFile(join(folder, 'file.xlsx'), workbook);
    await mkdir(join(folder, 'profile/user'), { recursive: true });
    await writeFile(join(folder, 'profile/user/registrymodifications.xcu'), romanian);
    await promisify(execFile)(libreOffice ?? '', [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      '--convert-to',
      filter,
      '--outdir',
      join(folder, 'saved'),
      join(folder, 'file.xlsx'),
    ]);
    const [name = 'none'] = await readdir(join(folder, 'saved'));
    return await readFile(join(folder, 'saved', name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
