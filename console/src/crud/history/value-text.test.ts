import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { container } from '@noa/domain/kinds/container.ts';
import common from '../../../public/locales/ro/common.json' with { type: 'json' };
import { declaredText } from './value-text.ts';

const { t } = await (async () => {
  const i18n = createInstance();
  await i18n.init({ lng: 'ro', resources: { ro: { common } } });
  return i18n;
})();
const text = declaredText(container, t, 'ro');

describe('what a version says of a declared field', () => {
  it.each([
    ['lat', '46.51322', '46,51322'],
    ['lng', '26', '26'],
    ['sizeLitres', '1100', '1.100 l'],
    ['cardCapacity', '10000', '10.000'],
  ])('of %s writes %s as its view does: %s', (field, value, shown) => {
    expect(text(field, value)).toBe(shown);
  });

  it.each([
    ['serialNumber', '4651'],
    ['accessMode', 'open'],
    ['somethingElse', '12.5'],
  ])('leaves %s to its own words', (field, value) => {
    expect(text(field, value)).toBeUndefined();
  });
});
