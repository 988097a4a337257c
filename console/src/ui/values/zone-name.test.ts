import { describe, expect, it } from 'vitest';
import { zoneName } from './ZoneName.tsx';

describe('zoneName', () => {
  it.each([
    ['Europe/Bucharest', 'ro', 'ora României'],
    ['Europe/Bucharest', 'en', 'Romanian time'],
    ['Europe/Chisinau', 'ro', 'ora Europei de Est (Chisinau)'],
    ['America/New_York', 'en', 'Eastern Time (New York)'],
    ['UTC', 'ro', 'timpul universal coordonat'],
  ])('says %s in %s as "%s"', (zone, language, expected) => {
    expect(zoneName(zone, language)).toBe(expected);
  });
});
