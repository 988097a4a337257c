const backup = 'server/src/backup/command.ts';
const provider = 'server/src/identity/provider/command.ts';
const archive = 'server/src/archive/command.ts';
const importedList = 'server/src/import/command/command.ts';
const programs = {
  backup,
  list: backup,
  verify: backup,
  restore: backup,
  'invite-root': provider,
  'add-gateway': provider,
  'rotate-key': 'server/src/database/keys/rotate-key.ts',
  'check-grants': 'server/src/sync/check-grants.ts',
  export: archive,
  import: archive, // or `importedList`
  user: 'server/src/registry/members/command.ts',
};

/** All that `npx noa` does. */
export const commands = Object.keys(programs);

/** A list for the registry: it is said what it holds, or its name tells that it is no archive. It also tells how both are imported. */
const isList = (args) =>
  args.some(
    (arg) => arg === '--kind' || arg === '--help' || arg.startsWith('--kind=') || /\.(csv|tsv|txt|xlsx)$/i.test(arg),
  );

/** The program behind `npx noa <command> …`; that of backups says how all are used. */
export const programOf = ([command, ...args]) =>
  command === 'import' && isList(args) ? importedList : (new Map(Object.entries(programs)).get(command) ?? backup);
