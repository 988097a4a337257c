/** The commands that the guides tell people to type, as they stand there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare.mjs';

/** Guides whose commands are all tried: in fenced blocks of `sh`, and in the first column of CONTRIBUTING.md's table. */
export const guides = ['README.md', 'docs/operator.md', 'CONTRIBUTING.md', 'SECURITY.md'];

/**
 * @returns the commands of a guide in their order, without comments; one that hands over text (`<<'SQL'`) with its text.
 */
export function readCommands(guide, text = readFileSync(join(root, guide), 'utf8')) {
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block]) => commandsOf(block));
  return [...blocks, ...(guide === 'CONTRIBUTING.md' ? commandsOfTable(text) : [])];
}

function commandsOf(block) {
  const commands = [];
  const lines = block.split('\n');
  while (lines.length > 0) {
    let command = lines.shift();
    const end = /<<'(\w+)'/.exec(command)?.[1];
    while (end ? command.split('\n').at(-1) !== end : command.endsWith('\\')) {
      command += `\n${lines.shift()}`;
    }
    // A comment stands at the beginning, or after two spaces: a sign within a word is none.
    const said = end ? command : command.replace(/(^|\s{2,})#.*$/, '').trim();
    if (said !== '') {
      commands.push(said);
    }
  }
  return commands;
}

/** What stands in backticks in a first column and begins as a command does. */
function commandsOfTable(text) {
  const cells = [...text.matchAll(/^\| (`[^|]*`) \|/gm)].map(([, cell]) => cell);
  const spans = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, span]) => span));
  return spans.filter((span) => /^(?:[A-Z_]+=\S+ )*np[mx] /.test(span));
}
