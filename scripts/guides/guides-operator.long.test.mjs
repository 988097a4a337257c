/** docs/operator.md, followed from an empty folder on a PostgreSQL 15 as Debian sets it, with nginx before the server. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { missingForCluster, startCluster } from './cluster.mjs';
import { describeFollowing } from './follow.mjs';
import { freePorts, makeFolder, makeRepository } from './scratch.mjs';
import { configOf, makeCertificate, startNginx, unpack } from './proxy.mjs';
import { Shell } from './shell.mjs';

const missing = missingForCluster();
if (missing) {
  console.warn(`SKIPPED: the operator's guide. ${missing}`);
}

const host = 'noa.example.ro';
const password = randomBytes(12).toString('hex');

describe.skipIf(missing)('a town of its own', async () => {
  const folder = makeFolder();
  const [port, providerPort, postgresPort, httpPort, httpsPort] = await freePorts(5);
  const at = (...names) => join(folder, ...names);
  makeRepository(at('published'));
  mkdirSync(at('etc/systemd/system'), { recursive: true });
  mkdirSync(at('opt'));
  const cluster = missing ? { env: {}, stop: () => undefined } : startCluster(folder, postgresPort);
  const { DATABASE_URL: _url, DATA_DIR: _dir, NODE_ENV: _env, ...env } = process.env;
  const shell = new Shell(folder, { ...env, ...cluster.env });
  let stopNginx = () => undefined;
  afterAll(async () => {
    await shell.end();
    stopNginx();
    cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 600_000);

  const placeholders = [
    ['https://example.org/noa.git', at('published')],
    ['a password of yours', password],
    ['noa:password@127.0.0.1/', `noa:${password}@127.0.0.1:${postgresPort}/`],
    ['setpriv --reuid noa --regid noa --init-groups ', ''], // there is no such user where tests run
    ['/opt/noa', at('opt/noa')],
    ['/etc/', at('etc/')],
    ['/var/lib/noa', at('var/lib/noa')],
    ['/mnt/backups', at('backups')],
  ];
  const placed = (text) => placeholders.reduce((result, [from, to]) => result.replaceAll(from, () => to), text);

  const values = {
    PORT: port,
    OIDC_AUTHORITY: `http://localhost:${providerPort}/realms/dev`,
    DATA_KEY: randomBytes(32).toString('base64'),
  };

  /** "Fill in /etc/noa/noa.env": line by line, as its comments say. */
  const fillIn = () => {
    const lines = readFileSync(at('etc/noa/noa.env'), 'utf8').split('\n');
    const filled = lines.map((line) => {
      const [name] = line.split('=');
      return name in values ? `${name}=${values[name]}` : placed(line);
    });
    writeFileSync(at('etc/noa/noa.env'), filled.join('\n'));
  };

  /** What systemd does with the unit that was installed: its settings, its folder, its program. */
  const startAsTheUnitSays = async (more = '') => {
    const unit = placed(readFileSync(at('etc/systemd/system/noa.service'), 'utf8'));
    const said = (name) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)[1];
    mkdirSync(at('var/lib/noa'), { recursive: true, mode: 0o700 });
    const settings = `set -a; . ${said('EnvironmentFile')}; set +a; export ${said('Environment')} ${more}`;
    const command = `cd ${said('WorkingDirectory')}; ${settings}; exec ${said('ExecStart')}`;
    return shell.serve(command, /Noa is ready/, 300);
  };

  const orgs = { data: { orgs: { nodes: [{ name: 'Orașul nostru' }] } } };
  const ask = async (query, token) => {
    const response = await fetch(`http://localhost:${port}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer oidc~${token}` },
      body: JSON.stringify({ query }),
    });
    return response.json();
  };

  /** An OpenID provider of its own: another Noa, which has one for trying it out. */
  const fetchToken = async () => {
    const form = {
      grant_type: 'password',
      client_id: 'noa-cli',
      username: 'root@noa.test',
      password: 'noa-demo',
      scope: 'openid',
    };
    const url = `http://localhost:${providerPort}/realms/dev/protocol/openid-connect/token`;
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
    return (await response.json()).access_token;
  };

  describeFollowing('docs/operator.md', {
    shell,
    placeholders,
    before: {
      'systemctl daemon-reload': () => {
        fillIn();
        if (existsSync(at('etc/systemd/system/noa.service.d'))) {
          cpSync(at('etc/systemd/system/noa.service.d'), at('noa.service.d'), { recursive: true });
        }
        const unit = at('etc/systemd/system/noa.service');
        const text = readFileSync(unit, 'utf8').replace('/opt/noa/node_modules/.bin/node', '/bin/true');
        writeFileSync(at('noa.service'), text);
        expect(execFileSync('systemd-analyze', ['verify', at('noa.service')], { encoding: 'utf8' })).toBe('');
      },
      'systemctl enable --now noa': async () => {
        const settings = `PORT=${providerPort} DATA_DIR=${at('provider')} NODE_ENV=development`;
        await shell.serve(`cd ${at('opt/noa')}; ${settings} npm start`, /Noa is ready/, 300);
        await startAsTheUnitSays();
        await ask('mutation { createOrg(input: { name: "Orașul nostru" }) { id } }', await fetchToken());
      },
    },
  });

  it('serves who has a token of the provider, and nobody else', async () => {
    expect(await ask('{ orgs(first: 1) { nodes { name } } }', await fetchToken())).toEqual(orgs);
    expect((await ask('{ orgs(first: 1) { nodes { name } } }', 'x')).errors[0].extensions.code).toBe(
      'AuthenticationMalformed',
    );
  });

  const nginx = missing ? undefined : unpack(at('debian'), 'nginx', 'usr/sbin/nginx');
  it.skipIf(!nginx)('is reached by TLS through nginx as the guide sets it, with files of 50 MB', async () => {
    mkdirSync(at('nginx'));
    const { certificate, key } = makeCertificate(at('nginx'), host);
    const replaced = configOf('nginx')
      .replace('/etc/ssl/noa/fullchain.pem', certificate)
      .replace('/etc/ssl/noa/privkey.pem', key)
      .replace('listen 80', `listen ${httpPort}`)
      .replace('listen 443', `listen ${httpsPort}`)
      .replace('127.0.0.1:8080', `127.0.0.1:${port}`);
    stopNginx = startNginx(nginx, at('nginx'), replaced);
    const to = `--connect-to ${host}:443:127.0.0.1:${httpsPort} --connect-to ${host}:80:127.0.0.1:${httpPort} --cacert ${certificate}`;
    const curl = async (args) => (await shell.run(`curl -sS ${to} ${args}`)).output;
    const status = (args) => curl(`-o /dev/null -w '%{http_code} %{redirect_url}' ${args}`);

    await vi.waitFor(async () => expect(await status(`https://${host}/readyz`)).toMatch(/^200/), 20_000);
    expect(await curl(`-I https://${host}/`)).toMatch(/strict-transport-security: max-age=31536000/);
    expect(await status(`http://${host}/entrances?x=1`)).toBe(`301 https://${host}/entrances?x=1`);
    expect(await status(`-d '{}' http://${host}/graphql`)).toMatch(/^403/);
    // As long a file as an import takes comes through whole; it is of no kind, so that nothing more is done with it.
    writeFileSync(at('large.csv'), Buffer.alloc(50 * 1024 * 1024, 'a'));
    const query = 'mutation ($file: Upload!) { startImport(kind: "nothing", file: $file) { id } }';
    const form = `-F 'operations=${JSON.stringify({ query, variables: { file: null } })}' -F 'map={"0":["variables.file"]}'`;
    const token = await fetchToken();
    const upload = `-H 'authorization: Bearer oidc~${token}' ${form} -F 0=@${at('large.csv')} https://${host}/graphql`;
    expect(await curl(upload)).toMatch(/"code":"ValidationFailed"/);
  });

  const caddy = missing ? undefined : unpack(at('debian'), 'caddy', 'usr/bin/caddy');
  it.skipIf(!caddy)('has configurations that Caddy takes', () => {
    writeFileSync(at('Caddyfile'), configOf('caddy'));
    const validate = (file, more = {}) =>
      execFileSync(caddy, ['validate', '--adapter', 'caddyfile', '--config', file], {
        env: { ...process.env, HOME: folder, ...more },
        stdio: 'pipe',
      });
    validate(at('Caddyfile'));
    validate(at('opt/noa/deploy/compose/Caddyfile'), { NOA_HOST: host, ID_HOST: 'id.example.ro' });
  });

  it('goes on in the database that was restored, when the settings lead there', async () => {
    await shell.stopServing();
    const url = placed('postgres://noa:password@127.0.0.1/noa_restored');
    expect(await startAsTheUnitSays(`DATABASE_URL=${url}`)).toMatch(/"cameBack":"a backup"/);
    // What reports are counted from is made anew meanwhile.
    const isReady = async () => (await fetch(`http://localhost:${port}/readyz`)).status;
    await vi.waitFor(async () => expect(await isReady()).toBe(200), 60_000);
    const token = await fetchToken();
    expect(await ask('{ orgs(first: 1) { nodes { name } } }', token)).toEqual(orgs);
    const audit = await ask('{ auditEntries(first: 1) { nodes { action } } auditChain { sound } }', token);
    expect(audit.data).toEqual({
      auditEntries: { nodes: [{ action: 'restore_database' }] },
      auditChain: { sound: true },
    });
    expect(readFileSync(at('postgresql/log'), 'utf8')).not.toMatch(/FATAL|PANIC/);
  });
});
