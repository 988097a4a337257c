import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Debian's mosquitto, or the one of MOSQUITTO_PATH; undefined when there is none (`npm test` gets it where it may). */
export const mosquittoPath = [process.env['MOSQUITTO_PATH'], '/usr/sbin/mosquitto'].find(
  (path) => path !== undefined && existsSync(path),
);

/** A real broker on a port of its own. */
export class Broker {
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;
  #process: ChildProcess | null = null;

  private constructor(port: number, folder: string) {
    this.#port = port;
    this.#folder = folder;
    this.url = `mqtt://127.0.0.1:${port}`;
  }

  static async start(): Promise<Broker> {
    const broker = new Broker(await freePort(), await mkdtemp(join(tmpdir(), 'noa-broker-')));
    await broker.start();
    return broker;
  }

  /** Starts it, also after it was stopped: on the same port, remembering nothing. */
  async start(): Promise<void> {
    const file = join(this.#folder, 'mosquitto.conf');
    await writeFile(
      file,
      `listener ${this.#port} 127.0.0.1\nallow_anonymous true\nuser ${process.getuid?.() === 0 ? 'root' : ''}\n`,
    );
    this.#process = spawn(mosquittoPath ?? 'mosquitto', ['-c', file], { stdio: 'ignore' });
    while (!(await accepts(this.#port))) {
      if (this.#process.exitCode !== null) {
        throw new Error(`mosquitto ended with ${this.#process.exitCode}`);
      }
      await pause(10);
    }
  }

  async stop(): Promise<void> {
    if (this.#process && this.#process.exitCode === null) {
      this.#process.kill();
      await once(this.#process, 'exit');
    }
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (accepted: boolean) => {
      socket.destroy();
      resolve(accepted);
    };
    socket.on('connect', () => settle(true)).on('error', () => settle(false));
  });
