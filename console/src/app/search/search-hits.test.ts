import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../session/viewer.ts';
import { groupHits, guideHits } from './search-hits.ts';

const t = ((key: string, { record } = { record: '' }) => key + record) as unknown as TFunction;

const hit = (kind: string, id: string) => ({ kind, id, label: id, description: null });
const whoMay = (...allowed: string[]) => ({ may: (permission) => allowed.includes(permission) }) as Viewer;
const positionsFor = (viewer: Viewer, ...hits: ReturnType<typeof hit>[]) =>
  groupHits(hits, viewer, t).map(({ label, entries }) => [label, entries.map(({ to }) => to)]);
const positions = (...hits: ReturnType<typeof hit>[]) => positionsFor(whoMay('card:read'), ...hits);

describe('groupHits', () => {
  it('keeps the order of the server: the kind of the first hit comes first', () => {
    expect(positions(hit('container', '1'), hit('apartment', '2'), hit('container', '3'))).toEqual([
      ['menu.containers', ['/containers/1', '/containers/3']],
      ['menu.apartments', ['/apartments/2']],
    ]);
  });

  it('asks below the first cards why they do not open', () => {
    expect(positions(hit('card', '1'), hit('card', '2'), hit('card', '3'))).toEqual([
      ['menu.cards', ['/card/1', '/card/1?tab=opens', '/card/2', '/card/2?tab=opens', '/card/3']],
    ]);
  });

  it('offers below a card and a container what its reader may do with them', () => {
    expect(positionsFor(whoMay('card:read', 'card:block'), hit('card', '1'))).toEqual([
      ['menu.cards', ['/card/1', '/card/1?tab=opens', '/card/1?do=block']],
    ]);
    expect(positionsFor(whoMay('statusUpdate:create'), hit('container', '2'))).toEqual([
      ['menu.containers', ['/containers/2', '/containers/status_update?container=2']],
    ]);
  });

  it('leads below what somebody names to what they are called about', () => {
    expect(positionsFor(whoMay('card:assign'), hit('card', '1'), hit('apartment', '2'))).toEqual([
      ['menu.cards', ['/card/1', '/card/1?do=replace']],
      ['menu.apartments', ['/apartments/2', '/apartments/2?do=handOut']],
    ]);
    expect(positionsFor(whoMay('card:assign', 'apartment:write'), hit('entrance', '3'))).toEqual([
      ['menu.entrances', ['/entrances/3', '/apartments/create?entranceId=3', '/entrances/3/handover']],
    ]);
    expect(positionsFor(whoMay('manager:write'), hit('manager', '4'), hit('org', '5'))).toEqual([
      ['menu.managers', ['/managers/4', '/managers/4/member/add']],
      ['menu.orgs', ['/orgs/5']],
    ]);
    expect(positionsFor(whoMay('cardEvent:read'), hit('container', '6'))).toEqual([
      ['menu.containers', ['/containers/6', '/containers/6?tab=events']],
    ]);
  });

  it('leaves out kinds that have no screen', () => {
    expect(positions(hit('gisNode', '1'))).toEqual([]);
  });
});

describe('guideHits', () => {
  type Reader = Pick<Viewer, 'roles' | 'isStaff'>;
  const found = (viewer: Reader, text: string) =>
    guideHits(viewer, text, t).flatMap(({ entries }) => entries.map(({ to }) => to));

  it('finds guides by their titles, the reader’s own first, and none before something is typed', () => {
    const manager: Reader = { roles: ['manager'], isStaff: true };

    expect(found(manager, 'administrator')).toEqual([
      '/help/administrator-de-bloc',
      '/help/administrator-general',
      '/help/administrator-de-containere',
    ]);
    expect(found(manager, ' ')).toEqual([]);
  });
});
