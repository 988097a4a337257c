import { once } from 'node:events';
import { makeDatabase } from '../testing/databases.ts';
import {
  freePort,
  newInstance,
  runServer,
  type Instance,
  type RunningServer,
} from '../testing/running-server.fixture.ts';
import { startProxy } from './proxy.fixture.ts';

/** Seconds for which a server that is told to stop still takes connections: longer than the proxy takes to notice. */
const noticeSeconds = 2;

/** Three servers of one new database, as people run them, behind a proxy; the demonstration town is in it. */
export async function startServers(settings: NodeJS.ProcessEnv) {
  const database = await makeDatabase('empty');
  const port = await freePort();
  const instances = await Promise.all([1, 2, 3].map(newInstance));
  const own: NodeJS.ProcessEnv = {
    DEMO: '1',
    LOG_LEVEL: 'warn',
    PUBLIC_URL: `http://localhost:${port}`,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    DRAIN_NOTICE_SECONDS: String(noticeSeconds),
    ...settings,
  };
  const start = (instance: Instance) => runServer(database.url, own, instance);
  const servers = await Promise.all(instances.map(start));
  const ports = instances.map((instance) => instance.port);
  const proxy = await startProxy(ports, port);
  const logs: Promise<string>[] = [];

  const at = (index: number): RunningServer => {
    const server = servers[index];
    if (!server) {
      throw new Error(`There is no server ${index}`);
    }
    return server;
  };

  return {
    database,
    proxy,
    port,
    origins: ports.map((each) => `http://localhost:${each}`),
    /** Ends one as a deploy does, and starts it again when it has. @returns its exit code, and the seconds until it was ready again. */
    async restart(index: number): Promise<{ code: unknown; stopped: number; ready: number }> {
      const began = performance.now();
      const { child, ended, logged, instance } = at(index);
      logs.push(logged);
      child.kill('SIGTERM');
      const [code] = await ended;
      const stopped = (performance.now() - began) / 1_000;
      servers[index] = await start(instance);
      return { code, stopped, ready: (performance.now() - began) / 1_000 };
    },
    /** Takes one away for good. */
    async lose(index: number): Promise<void> {
      const { child, logged } = at(index);
      logs.push(logged);
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    /** Ends all, and gives what they logged as errors. */
    async end(): Promise<string[]> {
      proxy.close();
      logs.push(...servers.map(({ logged }) => logged));
      await Promise.all(servers.map((server) => server.remove()));
      await database.drop();
      const lines = (await Promise.all(logs)).flatMap((text) => text.split('\n'));
      return lines.filter((line) => /"level":(50|60|"error"|"fatal")/.test(line));
    },
  };
}

export type Servers = Awaited<ReturnType<typeof startServers>>;
