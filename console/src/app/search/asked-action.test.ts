import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import en from '../../../public/locales/en/common.json' with { type: 'json' };
import ro from '../../../public/locales/ro/common.json' with { type: 'json' };
import { paths } from '../../paths.ts';
import type { Viewer } from '../../session/viewer.ts';
import { actionHits, askedAction, askedHits } from './action-hits.ts';

const inWords = ({ search }: { search: { do: object } }): TFunction => {
  const named: [string, unknown][] = [
    ...Object.entries(search),
    ...Object.entries(search.do).map(([name, text]): [string, unknown] => [`do.${name}`, text]),
  ];
  const texts = new Map(named.map(([name, text]) => [`search.${name}`, text]));
  const say = (key: string, { record = '' } = {}) => {
    const text = texts.get(key);
    return typeof text === 'string' ? text.replace('{{record}}', record) : key;
  };
  return say as unknown as TFunction;
};

it.each([
  ['blochează C2M6PUP', ['blockCard'], 'C2M6PUP'],
  ['Blocheaza cardul 04:A2:B1:C3', ['blockCard'], '04:A2:B1:C3'],
  [' înlocuiește  C2M6PUP ', ['replaceCard'], 'C2M6PUP'],
  ['adaugă un membru la Zorilor', ['addMemberOf'], 'Zorilor'],
  ['predă un card la Trifan 2', ['handOutTo'], 'Trifan 2'],
])('%j asks what is to be done, and with what', (text, names, record) => {
  expect(askedAction(text, inWords(ro))).toEqual({ names: expect.arrayContaining(names), record });
});

it.each(['bloc 12', 'blocheaz', 'blochează', 'blochează ', 'Trifan 2', '', 'predeal 4', 'preda 4'])(
  '%j names things alone',
  (text) => {
    expect(askedAction(text, inWords(ro))).toBeNull();
  },
);

it('a tower block in English is not to be blocked; a card is', () => {
  expect(askedAction('block 12', inWords(en))).toBeNull();
  expect(askedAction('block card 04A2B1C3', inWords(en))).toMatchObject({ names: ['blockCard'], record: '04A2B1C3' });
});

const whoMay = (...allowed: string[]) => ({ may: (permission) => allowed.includes(permission) }) as Viewer;

it('who both sends and answers card requests is led there once, by whichever way is looked for', () => {
  const viewer = whoMay('cardRequest:send', 'cardRequest:settle');
  const found = (text: string) => actionHits(viewer, text, inWords(ro)).flatMap(({ entries }) => entries);

  expect(found('').map(({ to }) => to)).toEqual([paths.cards.requests]);
  expect(found('vezi').map(({ label }) => label)).toEqual(['Vezi cererile de carduri…']);
});

it('leads to card requests whoever answers them, and whoever sent them and waits', () => {
  const keys = ((key: string) => key) as TFunction;
  const offered = (...allowed: string[]) =>
    actionHits(whoMay(...allowed), 'requests', keys).flatMap(({ entries }) => entries.map(({ to }) => to));

  expect(offered('cardRequest:read', 'cardRequest:settle')).toEqual([paths.cards.requests]);
  expect(offered('cardRequest:read', 'cardRequest:send')).toEqual([paths.cards.requests]);
  expect(offered()).toEqual([]);
});

it('leads to the dialog of what was found, for whoever may', () => {
  const card = { kind: 'card', id: '1', label: 'C2M6PUP' };
  const asked = { names: ['blockCard'], record: 'C2M6PUP' };
  const hits = [card, { ...card, kind: 'container' }];

  expect(askedHits(asked, hits, whoMay('card:block'), inWords(ro))).toMatchObject([
    { entries: [{ to: '/card/1?do=block', label: 'Blochează cardul C2M6PUP…' }] },
  ]);
  expect(askedHits(asked, hits, whoMay(), inWords(ro))).toEqual([]);
});
