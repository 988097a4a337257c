import { expect, it } from 'vitest';
import { streamTokens } from '@noa/domain/colors/stream-tokens.ts';

const { default: styles } = import.meta.glob<{ default: string }>('../styles.css', { query: '?raw', eager: true })[
  '../styles.css'
] ?? { default: '' };

/** What a variable is in the light scheme, with six digits. */
function lightValueOf(name: string): string | undefined {
  const [, value = ''] = new RegExp(`^ {2}${name}: (.*);$`, 'm').exec(styles) ?? [];
  return /#[\da-f]+/.exec(value)?.[0].replace(/^#([\da-f])([\da-f])([\da-f])$/, '#$1$1$2$2$3$3');
}

it.each(Object.entries(streamTokens))('%s has the same colours in the console as in mails', (_, token) => {
  const variable = `--noa-stream-${token.name}`;
  expect([variable, `${variable}-text`, `${variable}-edge`].map(lightValueOf)).toEqual([
    token.color,
    token.text,
    token.edge,
  ]);
});
