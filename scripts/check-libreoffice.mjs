/** Opens exported workbooks and templates of imports in LibreOffice, which is fetched when it is missing, and compares them with what was written. */
import { findLibreOffice } from './debian-programs.mjs';
import { run } from './prepare.mjs';

const path = await findLibreOffice();
process.exitCode = path
  ? await run('vitest', ['run', '--project', 'server', 'libreoffice'], { env: { LIBREOFFICE_PATH: path } })
  : 1;
