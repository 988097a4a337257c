import { describe, expect, it } from 'vitest';
import type { Between, Decision } from './lock.ts';
import { Registry, type Change } from './registry.ts';
import { compareDecisions } from './verdict.ts';

/** One card, one apartment, one container; the entrance belongs to the access group that leads to the container. */
const start = new Registry({
  cards: new Map([['AA', { id: 'card', serialNumber: 'AA', status: 'normal', apartmentId: 'apartment' }]]),
  apartments: new Map([['apartment', 'entrance']]),
  entrances: new Map([['entrance', 'joined']]),
  accessGroups: new Map([
    ['joined', { id: 'joined', open: false, containerGroupIds: new Set(['group']) }],
    ['other', { id: 'other', open: false, containerGroupIds: new Set<string>() }],
  ]),
  containers: new Map([
    [
      'container',
      {
        id: 'container',
        serialNumber: 'C1',
        containerGroupId: 'group',
        opensToAll: false,
        drumLitres: 30,
        sizeLitres: 1_100,
      },
    ],
  ]),
});

const changes: Change[] = [
  { kind: 'card', serialNumber: 'AA', status: 'blocked' },
  { kind: 'card', serialNumber: 'AA', status: 'normal' },
  { kind: 'entrance', entranceId: 'entrance', accessGroupId: 'other' },
  { kind: 'accessGroup', accessGroupId: 'joined', open: true },
  { kind: 'holder', serialNumber: 'AA', apartmentId: null },
];
/** What is right after so many changes. */
const allowed = [true, false, true, false, true, true];

const decision = (granted: boolean, offered: Between | null, decided: Between): Decision => ({
  containerId: 'container',
  serialNumber: 'AA',
  granted,
  litres: 0,
  version: offered && '1',
  offered,
  decided,
});
const at = (state: number): Between => ({ from: state, to: state });

describe('comparing decisions', () => {
  it.each(allowed.map((right, state) => ({ state, right })))(
    'knows what was right after $state changes',
    ({ state, right }) => {
      const last = at(changes.length);

      expect(compareDecisions(start, changes, [decision(right, at(state), last)]).differences).toEqual([]);
      expect(compareDecisions(start, changes, [decision(!right, at(state), last)]).differences).toHaveLength(1);
    },
  );

  it('takes either answer while a change is under way', () => {
    const underWay = { from: 0, to: 1 };

    expect(compareDecisions(start, changes, [decision(true, underWay, at(1))]).differences).toEqual([]);
    expect(compareDecisions(start, changes, [decision(false, underWay, at(1))]).differences).toEqual([]);
  });

  it('counts those that a change had overtaken, and lets nobody in without a list', () => {
    const { title } = compareDecisions(start, changes, [decision(true, at(0), at(1)), decision(true, at(0), at(2))]);

    expect(title).toContain('1 of them by a list that a change had overtaken');
    expect(compareDecisions(start, changes, [decision(true, null, at(0))]).differences).toHaveLength(1);
    expect(compareDecisions(start, changes, [decision(false, null, at(0))]).differences).toEqual([]);
  });
});
