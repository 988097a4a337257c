import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Reading } from '@noa/domain/codes/card-code.ts';
import { MemoryRegistry } from './memory-registry.fixture.ts';
import { Workbench, type WorkbenchSettings } from './workbench.ts';

const apartments = Array.from({ length: 6 }, (_, index) => ({ id: `id ${index + 1}`, addrAp: String(index + 1) }));
const card = (number: number) => `04:00:00:0${number}`;

let registry: MemoryRegistry;
let bench: Workbench;
const settings: WorkbenchSettings = { apartments, cardsEach: 1, reader: null, registers: false, mayRequest: false };

const start = (given: Partial<WorkbenchSettings> = {}) =>
  new Workbench({ registry, position: 'id 1', steps: [], ...settings, ...given });

/** The readings that the open question is about. */
function asked(): readonly Reading[] {
  const { question } = bench.getState();
  return question?.kind === 'ambiguous' ? question.readings : question ? [question.reading] : [];
}

beforeEach(() => {
  registry = new MemoryRegistry();
  bench = start();
});

describe('the workbench', () => {
  it('gives each card to the apartment that is on, and goes on to the next', async () => {
    await bench.scan(card(1));
    await bench.scan(card(2));

    expect(registry.holders.get(card(1))?.apartmentId).toBe('id 1');
    expect(registry.holders.get(card(2))?.apartmentId).toBe('id 2');
    expect(bench.getState()).toMatchObject({
      position: 'id 3',
      feedback: { tone: 'done', key: 'assigned', card: 'ACAAAAC', apartment: '2' },
    });
  });

  it('stays until an apartment has as many cards as each gets', async () => {
    bench = start({ cardsEach: 2 });

    await bench.scan(card(1));
    expect(bench.getState().position).toBe('id 1');
    await bench.scan(card(2));

    expect(registry.cardsOf('id 1')).toEqual([card(1), card(2)]);
    expect(bench.getState().position).toBe('id 2');
  });

  it('keeps the order of cards that are scanned faster than the server answers', async () => {
    const release = registry.holdBack();
    const scans = [1, 2, 3].map((number) => bench.scan(card(number)));
    release();
    await Promise.all(scans);

    expect([1, 2, 3].map((number) => registry.holders.get(card(number))?.apartmentId)).toEqual([
      'id 1',
      'id 2',
      'id 3',
    ]);
  });

  it('gives nothing of what waited behind a refusal to the wrong apartment, and says so', async () => {
    registry.blocked.add(card(1));
    const release = registry.holdBack();
    const scans = [1, 2, 3].map((number) => bench.scan(card(number)));
    release();
    await Promise.all(scans);

    expect(registry.holders.size).toBe(0);
    expect(bench.getState()).toMatchObject({
      position: 'id 1',
      feedback: { tone: 'trouble', key: 'blocked', card: 'ACAAAAB', dropped: 2 },
    });
  });

  it.each(['request', 'answer'] as const)('gives a card once when the network loses the %s', async (lost) => {
    registry.offline = lost;
    await bench.scan(card(1));
    expect(bench.getState()).toMatchObject({ position: 'id 1', feedback: { key: 'network' } });

    registry.offline = null;
    await bench.scan(card(1));

    expect(registry.cardsOf('id 1')).toEqual([card(1)]);
    expect(bench.getState().position).toBe('id 2');
  });

  it('takes a reader that fires twice for no trouble', async () => {
    await bench.scan(card(1));
    await bench.scan(card(1));

    expect(bench.getState()).toMatchObject({ position: 'id 2', feedback: { tone: 'known', key: 'justGiven' } });
  });

  it('names the apartment that holds the card, and stays', async () => {
    await bench.scan(card(1));
    await bench.scan(card(2));
    await bench.scan(card(1));

    expect(bench.getState()).toMatchObject({
      position: 'id 3',
      feedback: { tone: 'trouble', key: 'assignedTo', apartment: 'bl. A, id 1' },
    });
  });

  it('undoes a card, then the way to it', async () => {
    bench.skip();
    await bench.scan(card(1));

    await bench.undo();
    expect(registry.holders.size).toBe(0);
    expect(bench.getState()).toMatchObject({ position: 'id 2', feedback: { key: 'takenBack', apartment: '2' } });
    await bench.undo();

    expect(bench.getState()).toMatchObject({ position: 'id 1', steps: [] });
  });

  it('keeps what could not be undone for another try', async () => {
    await bench.scan(card(1));
    registry.offline = 'answer';
    await bench.undo();
    expect(bench.getState()).toMatchObject({ position: 'id 2', feedback: { key: 'undoNetwork' } });

    registry.offline = null;
    await bench.undo();

    expect(bench.getState()).toMatchObject({ position: 'id 1', feedback: { key: 'alreadyTakenBack' }, steps: [] });
  });

  it('asks which card is meant, and hands out the one that is chosen', async () => {
    await bench.scan('0077771203');
    expect(bench.getState().position).toBe('id 1');

    await bench.answer(asked()[1] as Reading);

    expect(registry.holders.get('04:A2:B1:C3')?.apartmentId).toBe('id 1');
    expect(bench.getState()).toMatchObject({ position: 'id 2', question: null });
  });

  it('registers an erased card again only when told to', async () => {
    registry.erased.add(card(1));
    await bench.scan(card(1));
    expect(registry.holders.size).toBe(0);

    await bench.answer(asked()[0] as Reading);

    expect(registry.cardsOf('id 1')).toEqual([card(1)]);
  });

  it('registers a card that is not known once that is confirmed, and drops what was scanned behind it', async () => {
    registry.unknown.add(card(1));
    const release = registry.holdBack();
    const scans = [1, 2].map((number) => bench.scan(card(number)));
    release();
    await Promise.all(scans);
    expect(registry.holders.size).toBe(0);
    expect(bench.getState()).toMatchObject({ position: 'id 1', feedback: { key: 'unregistered', dropped: 1 } });

    await bench.answer(asked()[0] as Reading);

    expect(registry.cardsOf('id 1')).toEqual([card(1)]);
    expect(bench.getState()).toMatchObject({ position: 'id 2', question: null });
  });

  it('registers cards that are not known without a question when told so', async () => {
    [1, 2].forEach((number) => registry.unknown.add(card(number)));
    bench = start({ registers: true });

    await bench.scan(card(1));
    await bench.scan(card(2));

    expect(registry.holders.size).toBe(2);
  });

  it.each([false, true])(
    'sends a request for a card that the user may not register, and goes on; to confirm: %s',
    async (mayRequest) => {
      registry.unknown.add(card(1));
      registry.mayRegister = false;
      bench = start({ mayRequest });

      await bench.scan(card(1));
      expect(bench.getState()).toMatchObject({
        position: 'id 1',
        question: mayRequest ? { kind: 'unrequested' } : null,
        feedback: { key: mayRequest ? 'unrequested' : 'unknown' },
      });
      expect(registry.requests).toEqual([]);
      if (mayRequest) {
        registry.offline = 'answer';
        await bench.answer(asked()[0] as Reading);
        expect(bench.getState()).toMatchObject({ position: 'id 1', feedback: { key: 'requestNetwork' } });
        registry.offline = null;
        await bench.scan(card(1));
        await bench.answer(asked()[0] as Reading);
      }

      expect(new Set(registry.requests)).toEqual(new Set(mayRequest ? [`id 1 ${card(1)}`] : []));
      expect(bench.getState().position).toBe(mayRequest ? 'id 2' : 'id 1');
      expect(registry.holders.size).toBe(0);
    },
  );

  it('goes to an apartment by its number, and takes an empty line for nothing', async () => {
    await bench.scan('4');
    await bench.scan('   ');
    expect(bench.getState().position).toBe('id 4');
    await bench.scan('40');

    expect(bench.getState()).toMatchObject({ position: 'id 4', feedback: { key: 'noApartment' } });
  });

  it('stops at either end', async () => {
    bench.back();
    expect(bench.getState()).toMatchObject({ position: 'id 1', steps: [] });
    await bench.scan('6');
    await bench.scan(card(1));

    expect(bench.getState().position).toBe('id 6');
  });

  it('leaves nothing behind when everything is undone, whatever was done', async () => {
    const line = fc.oneof(
      fc.integer({ min: 1, max: 9 }).map(card),
      fc.integer({ min: 1, max: 7 }).map(String),
      fc.constantFrom('skip', 'back', 'undo', '', 'nonsense in a line'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 25 }), fc.constantFrom(1, 2), async (lines, cardsEach) => {
        registry = new MemoryRegistry();
        bench = start({ cardsEach });
        for (const each of lines) {
          if (each === 'skip' || each === 'back') {
            bench[each]();
          } else {
            await (each === 'undo' ? bench.undo() : bench.scan(each));
          }
        }
        while (bench.getState().steps.length > 0) {
          await bench.undo();
        }
        expect(registry.holders.size).toBe(0);
        expect(bench.getState().position).toBe('id 1');
      }),
    );
  });
});
