import { describe, expect, it } from 'vitest';
import { followKeys } from './single-keys.ts';

const pressed = (key: string, timeStamp: number, repeat = false) => ({ key, timeStamp, repeat });

describe('single keys', () => {
  it('go by a letter soon after G, with Shift in between or not', () => {
    const follow = followKeys();

    expect(follow(pressed('g', 0), true)).toEqual({ key: 'G', goes: false });
    expect(follow(pressed('Shift', 100), false)).toBeNull();
    expect(follow(pressed('K', 200), true)).toEqual({ key: 'K', goes: true });
    expect(follow(pressed('k', 300), true)).toEqual({ key: 'K', goes: false });
    expect(follow(pressed('g', 1_000), true)).toEqual({ key: 'G', goes: false });
    expect(follow(pressed('k', 4_000), true)).toEqual({ key: 'K', goes: false });
  });

  it('are meant once when they are held: G and A held would add a record on the list that they led to', () => {
    const follow = followKeys();

    follow(pressed('g', 0), true);
    expect(follow(pressed('g', 500, true), true)).toBeNull();
    expect(follow(pressed('a', 600), true)).toEqual({ key: 'A', goes: true });
    expect(follow(pressed('a', 1_100, true), true)).toBeNull();
  });

  it('wait for no letter any more once something is typed into a field', () => {
    const follow = followKeys();

    follow(pressed('g', 0), true);
    expect(follow(pressed('c', 100), false)).toBeNull();
    expect(follow(pressed('k', 200), true)).toEqual({ key: 'K', goes: false });
  });
});
