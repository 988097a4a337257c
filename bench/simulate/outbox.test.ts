import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Outbox, type Numbered } from './outbox.ts';

/** A server that stores what arrives, each once, and says up to where nothing is missing. */
class Receiver {
  readonly stored = new Map<string, number>();

  receive(reports: readonly Numbered[]): Numbered[] {
    for (const { bootNumber, number } of reports) {
      const key = `${bootNumber}/${number}`;
      this.stored.set(key, (this.stored.get(key) ?? 0) + 1);
    }
    return [...new Set(reports.map(({ bootNumber }) => bootNumber))].map((bootNumber) => {
      let number = 0;
      while (this.stored.has(`${bootNumber}/${number + 1}`)) {
        number += 1;
      }
      return { bootNumber, number };
    });
  }
}

const step = fc.oneof(
  fc.record({ does: fc.constant('add' as const) }),
  fc.record({ does: fc.constant('reboot' as const) }),
  fc.record({
    does: fc.constant('send' as const),
    count: fc.integer({ min: 1, max: 5 }),
    requestLost: fc.boolean(),
    answerLost: fc.boolean(),
  }),
);

describe('what a lock has to report', () => {
  it('arrives whole and without gaps, whichever requests and answers are lost and whenever it reboots', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const receiver = new Receiver();
        let bootNumber = 1;
        const outbox = new Outbox<Numbered>(bootNumber);
        const added: string[] = [];
        const add = () =>
          outbox.add((position) => {
            added.push(`${position.bootNumber}/${position.number}`);
            return position;
          });
        const send = (count: number, lost: boolean) => {
          const answer = receiver.receive(outbox.oldest(count));
          if (!lost) {
            answer.forEach((complete) => outbox.complete(complete));
          }
        };

        for (const each of steps) {
          if (each.does === 'add') {
            add();
          } else if (each.does === 'reboot') {
            bootNumber += 1;
            outbox.reboot(bootNumber);
          } else if (!each.requestLost) {
            send(each.count, each.answerLost);
          }
        }
        while (outbox.size > 0) {
          send(3, false);
        }

        expect([...receiver.stored.keys()].toSorted()).toEqual(added.toSorted());
      }),
    );
  });
});
