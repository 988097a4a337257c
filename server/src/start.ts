import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { startBackground } from './background.ts';
import { readSettings, type Settings } from './config/config.ts';
import { DatabaseMonitor } from './database/connection/monitor.ts';
import type { Db } from './database/database.ts';
import { lockDataFolder } from './database/embedded/data-folder-lock.ts';
import type { IdSealer } from './database/keys/id-sealer.ts';
import type { Keyring } from './database/keys/keyring.ts';
import { gatherStatistics } from './database/schema/gather-statistics.ts';
import type { ReadReplica } from './database/replica/read-replica.ts';
import { Notifications } from './database/connection/notifications.ts';
import { openMap } from './demo/map/open-map.ts';
import { seedDemo } from './demo/seed.ts';
import { createAuthenticate } from './graphql/serving/authenticate.ts';
import { logRefusals } from './graphql/serving/refusals.ts';
import { createGraphqlServer } from './graphql/serving/server.ts';
import { clientNetwork } from './identity/client-network.ts';
import { Drain } from './http/drain.ts';
import { finishRequests } from './http/finish-requests.ts';
import type { MapFile } from './http/map/map-file.ts';
import { StreetMaps, type ServedMaps } from './http/map/street-maps.ts';
import { refuseTakenPort } from './http/port.ts';
import { createHttp } from './http/server.ts';
import { remoteKeys } from './identity/key-source.ts';
import { embedProvider } from './identity/provider/embed.ts';
import type { EmbeddedProvider } from './identity/provider/embedded-provider.ts';
import { mountProvider } from './identity/provider/mount.ts';
import { accountPath } from './identity/provider/paths.ts';
import { createTokenVerifier } from './identity/token.ts';
import { endWhenBroken } from './process/process-end.ts';
import { makeDataFolder } from './process/data-folder.ts';
import { createLogger } from './process/logging.ts';
import { removeLeftFolders } from './process/work-folders.ts';
import { startMqttBridge } from './mqtt/bridge.ts';
import { createAnswer } from './mqtt/requests.ts';
import type { Closers, Lifetime } from './process/lifetime.ts';
import { createOpenFile } from './reports/export/open-file.ts';
import { mapUploads } from './registry/street-map/map-upload.service.ts';
import { openColdStore } from './reports/cold/open-store.ts';
import { openReports } from './reports/open-reports.ts';
import type { Reports } from './reports/reports.ts';
import { openServedDatabase, type ServedDatabase } from './served-database.ts';
import { createReadiness } from './process/readiness.ts';
import { reaching } from './process/start-failure.ts';
import { schema } from './schema.ts';
import { forgetWhoIsDue } from './telemetry/retention/retention.ts';
import { endSpareThread } from './import/reading/spare-thread.ts';
import { openMetrics, startTracing } from './process/watching.ts';

const began = performance.now();

/**
 * Starts the server and says so; `main.ts` does it once.
 *
 * @param lifetime - of the process: the start goes no further than its next step once that is to end.
 * @throws {OperatorError} with one sentence, if it cannot be started as it is set up.
 */
export async function start(lifetime: Lifetime): Promise<void> {
  const settings = readSettings(process.env);
  const logger = createLogger(settings.logLevel);
  endWhenBroken(logger);
  lifetime.push(await startTracing(settings, logger));
  const host = await refuseTakenPort(settings);
  await makeDataFolder(settings.dataDir);
  lifetime.push(await lockDataFolder(settings.dataDir));
  await removeLeftFolders(settings.dataDir).catch((err: unknown) =>
    logger.warn({ err }, 'Folders that a killed server left in DATA_DIR could not be removed'),
  );
  const ground = await openMap(settings);
  const { app, announcement } = await reaching(settings.databaseUrl === null ? null : 'DATABASE_URL', () =>
    build(settings, { logger, lifetime, ground }),
  );
  await app.listen({ port: settings.port, host });
  lifetime.goOn();
  announce(settings, announcement);
}

interface Begun {
  readonly logger: Logger;
  readonly lifetime: Lifetime;
  /** The streets that the operator named. */
  readonly ground: MapFile | null;
}

/** Opens everything in turn. @returns what is to listen, and what is to be told when it does. */
async function build(
  settings: Settings,
  { logger, lifetime, ground }: Begun,
): Promise<{ app: FastifyInstance; announcement: readonly string[] }> {
  const closers: Closers = lifetime;
  const opened = await openServedDatabase(settings, { logger, lifetime });
  const { ownerUrl, logins, db, keys, ids, replica, notifications } = opened;
  await fill(settings, opened, logger, lifetime);
  closers.push(endSpareThread);
  const embedded =
    settings.oidc.authority === null
      ? await embedProvider(settings, { db, providerUrl: logins.provider, keyring: keys, logger, closers })
      : undefined;
  const reportInternal = (err: unknown) => logger.error({ err }, 'A background task failed');
  const coldStore = await openColdStore(db, settings.coldMonths.to);
  const reports = openReports(db, {
    databaseUrl: logins.app,
    dataDir: settings.dataDir,
    eventsUrl: settings.eventsUrl,
    coldStore,
    log: logger,
    notifications,
    keys,
    open: createOpenFile({ db, schema, notifications, keys, ids, reportInternal, elsewhere: replica }),
  });
  closers.push(() => reports.close());
  const maps = await startMaps(settings, { ground, db, notifications, log: logger, closers });
  closers.push(...startBackground(settings, { db, keys, databaseUrl: ownerUrl, coldStore, logger }));
  const app = await compose(settings, {
    ...opened,
    logger,
    provider: embedded?.provider,
    reports,
    drain: new Drain(),
    maps,
    databaseUrl: logins.app,
    closers,
  });
  return { app, announcement: embedded?.announcement ?? [] };
}

/** What is in the database before anybody is answered: nobody who is due to be forgotten, and the demonstration town where it is asked for. */
async function fill(
  { demo, demoEvents }: Settings,
  { db, keys, ownerUrl }: ServedDatabase,
  logger: Logger,
  { goOn }: Lifetime,
): Promise<void> {
  await forgetWhoIsDue(db).catch((err: unknown) =>
    logger.error({ err }, 'Forgetting who opened before the first answer failed; it is tried again in a minute'),
  );
  if (demo && (await seedDemo({ db, keys, count: demoEvents }, (line) => logger.info(line), goOn)) > 0) {
    await gatherStatistics(ownerUrl);
  }
}

/** Serves the map that was uploaded, unless the operator has named its ground. */
async function startMaps(
  { dataDir, mapFile, mapStyleUrl, mapUploadBytes }: Settings,
  {
    closers,
    ...parts
  }: Pick<ConstructorParameters<typeof StreetMaps>[0], 'ground' | 'db' | 'notifications' | 'log'> & {
    readonly closers: Closers;
  },
): Promise<StreetMaps> {
  const isNamedByOperator = mapFile !== null || mapStyleUrl !== null;
  mapUploads.set(parts.db, { isNamedByOperator, maxBytes: mapUploadBytes });
  const maps = new StreetMaps({ ...parts, dataDir, takesUploads: !isNamedByOperator });
  await maps.start();
  closers.push(() => maps.close());
  return maps;
}

interface Parts {
  readonly db: Db;
  readonly notifications: Notifications;
  readonly logger: Logger;
  readonly provider: EmbeddedProvider | undefined;
  readonly reports: Reports;
  readonly keys: Keyring;
  readonly ids: IdSealer;
  readonly monitor: DatabaseMonitor;
  readonly replica: ReadReplica | undefined;
  readonly drain: Drain;
  readonly maps: ServedMaps;
  /** For the application's login. */
  readonly databaseUrl: string;
  readonly closers: Closers;
}

async function compose(settings: Settings, parts: Parts): Promise<FastifyInstance> {
  const { db, notifications, logger, provider, reports, keys, ids, monitor, replica, drain, maps, closers } = parts;
  const { publicUrl, oidc, production, mapStyleUrl } = settings;
  const authority = provider?.issuer ?? oidc.authority ?? '';
  const verifyToken =
    provider?.verify ??
    createTokenVerifier({ issuer: authority, audience: oidc.audience, keys: remoteKeys(authority) });
  const api = {
    schema,
    authenticate: createAuthenticate({
      db,
      notifications,
      verifyToken,
      keys,
      ids,
      elsewhere: replica,
      reportInternal: (err) => logger.error({ err }, 'A background task failed'),
    }),
    reportInternal: (correlationId: string, err: unknown) => logger.error({ correlationId, err }, 'Internal error'),
  };
  const reportRefusal = logRefusals(logger);
  const graphql = createGraphqlServer({ ...api, reportRefusal });
  if (settings.mqttUrl !== null) {
    const bridge = startMqttBridge({
      url: settings.mqttUrl,
      answer: createAnswer({ ...api, reportRefusal }),
      log: logger,
    });
    closers.push(() => bridge.close());
  }
  const metrics = openMetrics(settings, { ...parts, isDraining: () => drain.isOn });
  closers.push(() => metrics?.close() ?? Promise.resolve());
  const app = createHttp({
    logger,
    trustedProxies: settings.trustedProxies,
    consoleFolder: fileURLToPath(new URL('../../console/dist', import.meta.url)),
    consoleConfig: {
      authority,
      clientId: oidc.clientId,
      graphqlUrl: `${publicUrl}/graphql`,
      production,
      mapStyleUrl,
      accounts: provider ? { url: `${provider.issuer}${accountPath}`, sendsMail: provider.sendsMail } : null,
    },
    graphql: async (request, reply) => {
      reply.hijack();
      await graphql.handle(request.raw, reply.raw, { clientNetwork: clientNetwork(request.ip) });
    },
    map: { maps, verifyToken },
    findDownload: (token, from) => reports.downloads.find(token, from),
    checkHealth: async () => void (await sql`select 1`.execute(db)),
    readiness: createReadiness({
      monitor,
      projection: reports.engine,
      dataDir: settings.dataDir,
      minFreeBytes: settings.minFreeBytes,
      isDraining: () => drain.isOn,
    }),
    drain,
    isDatabaseDown: () => monitor.reachability.downSince !== null,
    metrics,
  });
  if (provider) {
    mountProvider(app, provider);
  }
  closers.push(() => app.close());
  closers.push(() => finishRequests(settings, { drain, notifications, db }));
  return app;
}

function announce({ publicUrl }: Settings, further: readonly string[]): void {
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const lines = [`Noa is ready at ${publicUrl} (after ${seconds} s). Ctrl+C stops it.`, ...further];
  process.stdout.write(`${lines.join('\n')}\n`);
}
