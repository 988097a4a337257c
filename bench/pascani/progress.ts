/** Prints a line. */
export const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Runs `work` over all items, a few at a time, with a line of progress now and then. */
export async function forAll<Item>(
  what: string,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const began = Date.now();
  const queue = [...items];
  let done = 0;
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      await work(item);
      done += 1;
      if (done % 2_000 === 0) {
        say(`  ${what}: ${done} of ${items.length}`);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  say(`${what}: ${items.length} in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}
