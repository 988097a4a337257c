import { describe, expect, it } from 'vitest';
import { cardReasonInput } from './card.ts';
import { parseInput } from './input.ts';
import { createInput } from './kinds/input.ts';
import { containerGroup } from './kinds/container-group.ts';
import { purposeInput } from './personal-data.ts';
import { createStatusUpdateInput } from './status-update.ts';
import { optionalText, requiredText, wholeNumber } from './text.ts';

const pasted = ' prima linie\r\na doua,\tdin tabel\n\nultima\n';
const kept = 'prima linie a doua, din tabel ultima';
const id = '01a0c8a6-4f1b-7c11-8f5e-2a3b4c5d6e7f';

describe('a text that was pasted or typed in several lines', () => {
  it.each([
    ['a required text', requiredText(100), (text: string) => text],
    ['a text that may be empty', optionalText(100), (text: string) => text],
    ['why a card is blocked', cardReasonInput, (reason: string) => ({ reason })],
    ['what personal data is wanted for', purposeInput, (purpose: string) => ({ purpose })],
    [
      'what was seen at a container',
      createStatusUpdateInput,
      (note: string) => ({ containerId: id, kind: 'servicing', note }),
    ],
    ['a name', createInput(containerGroup), (name: string) => ({ itemNumber: '1', name })],
  ] as const)('is one line: %s', (_of, schema, given) => {
    expect(parseInput(schema, given(pasted))).toEqual(given(kept));
  });

  it.each(['\u0000', '\u0007', '\u007f'])('takes no sign that is neither room nor seen: %j', (sign) => {
    expect(optionalText(100).safeParse(`a${sign}b`).error?.issues).toMatchObject([{ message: 'form.badCharacter' }]);
  });
});

it.each(['Petru\u2010Rareș', 'Petru\u2011Rareș'])(
  'a text has the hyphen of the keyboard for those of documents: %s',
  (text) => {
    expect(parseInput(requiredText(100), text)).toBe('Petru-Rareș');
  },
);

describe('a whole number', () => {
  it.each([
    [null, 'form.required'],
    [undefined, 'form.required'],
    [1.5, 'form.notWhole'],
    [Number.NaN, 'form.notWhole'],
    [0, 'form.tooSmall'],
    [11, 'form.tooLarge'],
  ])('says what is wrong with %s', (given, message) => {
    expect(wholeNumber({ min: 1, max: 10 }).safeParse(given).error?.issues[0]?.message).toBe(message);
  });
});
