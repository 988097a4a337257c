import { expect, it } from 'vitest';
import { durationText } from './duration-text.ts';

it.each([
  [45, '45 de minute', '45 minutes'],
  [60, '1 oră', '1 hour'],
  [300, '5 ore', '5 hours'],
  [1_440, '1 zi', '1 day'],
  [28_800, '20 de zile', '20 days'],
])('says %d minutes in the greatest unit that counts them whole', (minutes, ro, en) => {
  expect(durationText(minutes, 'ro')).toBe(ro);
  expect(durationText(minutes, 'en')).toBe(en);
});
