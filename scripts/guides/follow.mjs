/** Follows a guide, command by command, in one terminal: what `declared.mjs` says is done with each. */
import { describe, expect, it } from 'vitest';
import { readCommands } from './commands.mjs';
import { declared } from './declared.mjs';

/**
 * Describes a test for each command of a guide, in its order.
 *
 * @param shell - the terminal.
 * @param placeholders - pairs of what stands in the guide and what is typed for it.
 * @param before - by command: what a person does at that moment that is no command, or does in place of one that cannot run here.
 */
export function describeFollowing(guide, { shell, placeholders, before = {} }) {
  describe(`${guide}, followed to the letter`, () => {
    it.each(readCommands(guide))('%s', async (command) => {
      await before[command]?.();
      await tryCommand(declared[guide][command], placed(command, placeholders), shell);
    });
  });
}

const placed = (command, placeholders) =>
  placeholders.reduce((text, [from, to]) => text.replaceAll(from, () => to), command);

async function tryCommand({ way, expected, ready, seconds, args = '', codes = [0] }, command, shell) {
  if (way === 'serves') {
    await shell.serve(command, ready, seconds);
  }
  if (way === 'runs') {
    const { code, output } = await shell.run(`${command}${args}`, seconds);
    if (!codes.includes(code)) {
      throw new Error(`"${command}${args}" ended with ${code}:\n${output}`);
    }
    expect(output).toMatch(expected);
  }
}
