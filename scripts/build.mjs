/** `npm run build`: installs what is locked and builds the console, for a server that is started by something else than `npm start`. */
import { buildConsole, install, program } from './prepare.mjs';

await program(async () => {
  await install();
  await buildConsole();
});
