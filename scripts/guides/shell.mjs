/** A person's terminal, for following a guide: what one command sets or where it goes counts for the next. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds between looking whether a command has ended, or a server serves. */
const lookAgainMs = 100;

export class Shell {
  #bash;
  #output = '';
  #served = [];
  #env;

  constructor(folder, env) {
    const { FORCE_COLOR: _colour, ...plain } = env;
    this.#env = { ...plain, NO_COLOR: '1' };
    this.#bash = spawn('bash', ['--norc'], { cwd: folder, env: this.#env, stdio: ['pipe', 'pipe', 'pipe'] });
    for (const stream of [this.#bash.stdout, this.#bash.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (this.#output += text));
    }
  }

  /**
   * Runs a command to its end.
   *
   * @returns its exit code, and what it printed.
   * @throws when it takes longer than its seconds.
   */
  async run(command, seconds = 120) {
    const mark = randomUUID();
    this.#output = '';
    // Nothing to read from, but for what the command is handed by itself: it would read the commands that follow.
    this.#bash.stdin.write(`{ ${command}\n} </dev/null\nprintf '\\n%s %s\\n' ${mark} $?\n`);
    const until = Date.now() + seconds * 1000;
    while (!this.#output.includes(mark)) {
      if (Date.now() > until || this.#bash.exitCode !== null) {
        throw new Error(`"${command}" did not end within ${seconds} s:\n${this.#output}`);
      }
      await wait(lookAgainMs);
    }
    const [output, code] = this.#output.split(`\n${mark} `);
    return { code: Number(code), output };
  }

  /**
   * Starts what runs until it is told to stop, where the terminal stands and with what is exported there.
   *
   * @returns what it printed until it was ready.
   * @throws when it ends before, or is not ready within its seconds.
   */
  async serve(command, ready, seconds) {
    const [folder, exported] = [await this.run('pwd'), await this.run('export -p')];
    const child = spawn('bash', ['-c', `${exported.output}\n${command}`], {
      cwd: folder.output.trim(),
      detached: true,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#served.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    }
    const until = Date.now() + seconds * 1000;
    while (!ready.test(output)) {
      if (Date.now() > until || child.exitCode !== null) {
        throw new Error(`"${command}" did not become ready within ${seconds} s:\n${output}`);
      }
      await wait(lookAgainMs);
    }
    return output;
  }

  /** Ends what was started last, as Ctrl+C does, and waits for its end. */
  async stopServing() {
    const child = this.#served.pop();
    if (child && child.exitCode === null && child.signalCode === null) {
      const closed = once(child, 'close');
      process.kill(-child.pid, 'SIGINT');
      await closed;
    }
  }

  async end() {
    while (this.#served.length > 0) {
      await this.stopServing();
    }
    this.#bash.stdin.end();
    if (this.#bash.exitCode === null) {
      await once(this.#bash, 'exit');
    }
  }
}
