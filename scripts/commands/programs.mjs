const backup = 'server/src/backup/command.ts';
const provider = 'server/src/identity/provider/command.ts';
const archive = 'server/src/archive/command.ts';
const list = 'server/src/import/command/command.ts';
const programs = {
  'invite-root': provider,
  'add-gateway': provider,
  export: archive,
  import: archive,
  user: 'server/src/registry/members/command.ts',
};

/** A list for the registry: it is said what it holds, or its name tells that it is no archive. It also tells how both are imported. */
const isList = (args) =>
  args.some(
    (arg) => arg === '--kind' || arg === '--help' || arg.startsWith('--kind=') || /\.(csv|tsv|txt|xlsx)$/i.test(arg),
  );

/** The program behind `npx noa <command> …`; that of backups says how all are used. */
export const programOf = ([command, ...args]) =>
  command === 'import' && isList(args) ? list : (programs[command] ?? backup);
