/** Opens exported workbooks in LibreOffice, which is fetched when it is missing, and compares them with the CSV. */
import { findLibreOffice } from './debian-programs.mjs';
import { run } from './prepare.mjs';

const path = await findLibreOffice();
process.exitCode = path
  ? await run('vitest', ['run', '--project', 'server', 'export/libreoffice'], { env: { LIBREOFFICE_PATH: path } })
  : 1;
