import { expect, it } from 'vitest';
import type { TFunction } from 'i18next';
import { actorName } from './actor.ts';

const key = ((text: string) => text) as TFunction;

it.each([
  ['a person, by the address', 'ana@primaria.ro', 'ana@primaria.ro'],
  ['the server, by its name', 'system', 'Noa'],
  ['an account without an address, by no id', '0190c2a4-7d4e-7000-8000-1234567890ab', 'common:somebody'],
  ['the client of the lock network, by no client', 'noa-gateway', 'common:lockNetwork'],
])('calls %s', (_who, actor, name) => {
  expect(actorName(actor, key)).toBe(name);
});

it('is asked wherever the API says who: an id says nothing to anybody', () => {
  const screens = import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true });
  const who = String.raw`(?:\w+\.)?(?:acknowledged|created|deleted|kept|requested|updated|uploaded)By`;
  const bare = new RegExp(String.raw`\b(?:name|person|who): ${who}\b(?! \?)|[^$=]\{${who}\}`);

  expect(Object.keys(screens).filter((file) => bare.test(screens[file] ?? ''))).toEqual([]);
});
