/** `npm run build`: installs what is locked and builds the console, for a server that is started by something else than `npm start`. */
import { buildConsole, install, program } from './prepare.mjs';

const usage = `npm run build    installs the locked packages and builds the console, where that has not been done yet
`;

await program(
  async () => {
    await install();
    await buildConsole();
  },
  { usage },
);
