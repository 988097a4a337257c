import { describe, expect, it } from 'vitest';
import type { Viewer } from '../session/viewer.ts';
import { entryAt, menuFor } from './menu.ts';
import { recordScreens } from './record-screens.tsx';

describe('the menu', () => {
  const entries = menuFor({ isStaff: true, may: () => true } as unknown as Viewer);

  it('gives each entry a letter of its own', () => {
    const keys = entries.map(({ key }) => key);
    expect(new Set(keys).size).toBe(entries.length);
    expect(keys.every((key) => /^[A-Z]$/.test(key))).toBe(true);
  });

  it.each([
    ['/home', 'dashboard'],
    ['/containers', 'containers'],
    ['/containers/status', 'containers'],
    ['/containers/incidents', 'incidents'],
    ['/elsewhere', undefined],
  ])('is at one entry alone: %s', (pathname, name) => {
    expect(entryAt(entries, pathname)?.name).toBe(name);
  });

  it('has every kind that has an icon', () => {
    const withIcon = Object.values(recordScreens).filter(({ icon }) => icon);
    expect(entries).toHaveLength(withIcon.length + 4);
  });
});
