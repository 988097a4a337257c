import { expect, it } from 'vitest';
import { timeZones } from '../time/time-zone.ts';
import { zonesText, zoneText } from './zone-text.ts';

it.each([
  ['Europe/Bucharest', 'ora României', 'Romanian time'],
  ['Europe/Berlin', 'ora Europei Centrale', 'Central European Time'],
  ['Europe/Lisbon', 'ora Europei de Vest', 'Western European Time'],
  ['UTC', 'timpul universal coordonat', 'Coordinated Universal Time'],
])('says %s as people do', (zone, ro, en) => {
  expect(zoneText(zone, 'ro')).toBe(ro);
  expect(zoneText(zone, 'en')).toBe(en);
});

it('says none by its key', () => {
  expect(timeZones.filter((zone) => zoneText(zone, 'ro').includes('/'))).toEqual([]);
});

it('says a name once of zones that share it', () => {
  expect(zonesText(['Europe/Bucharest', 'Europe/Berlin', 'Europe/Paris'], 'ro')).toBe(
    'ora României, ora Europei Centrale',
  );
});
