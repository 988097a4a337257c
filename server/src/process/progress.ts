import { SingleBar, Presets } from 'cli-progress';

/** How far something is. */
export interface Progress {
  readonly show: (done: number, all: number) => void;
  readonly end: () => void;
}

const everyMs = 5_000;

/** On a terminal a bar with the time that is left; elsewhere, as in a log, a line now and then. */
export function showProgress(label: string): Progress {
  return process.stderr.isTTY ? bar(label) : lines(label);
}

function bar(label: string): Progress {
  const shown = new SingleBar(
    { format: `${label} {bar} {percentage} %, {eta_formatted} left`, stream: process.stderr, hideCursor: true },
    Presets.shades_classic,
  );
  shown.start(1, 0);
  return {
    show: (done, all) => {
      if (done === 0) {
        return; // nothing to judge by how long it takes
      }
      shown.setTotal(Math.max(1, all));
      shown.update(Math.min(done, all));
    },
    end: () => shown.stop(),
  };
}

function lines(label: string): Progress {
  let next = Date.now() + everyMs;
  return {
    show: (done, all) => {
      if (Date.now() >= next) {
        next = Date.now() + everyMs;
        process.stderr.write(`${label}: ${Math.floor((100 * done) / Math.max(1, all))} %\n`);
      }
    },
    end: () => undefined,
  };
}
