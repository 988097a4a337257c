/** The proxies of docs/operator.md, out of Debian's packages: unpacked into a folder, and not installed. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare.mjs';

/** @returns the path of a program in a package of Debian's; undefined when it cannot be fetched. */
export function unpack(folder, debian, program) {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('apt-get', ['-qq', 'download', debian], { cwd: folder, stdio: 'ignore' });
  } catch (error) {
    console.warn(`SKIPPED: ${debian} could not be fetched (${error.code ?? error.status})`);
    return undefined;
  }
  const file = readdirSync(folder).find((name) => name.startsWith(`${debian}_`));
  execFileSync('dpkg', ['-x', file, '.'], { cwd: folder });
  return existsSync(join(folder, program)) ? join(folder, program) : undefined;
}

/** The configuration that the operator's guide gives in a block of this language. */
export const configOf = (language) =>
  new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'm').exec(readFileSync(join(root, 'docs/operator.md'), 'utf8'))[1];

/** A certificate for `name` that nobody vouches for. @returns the paths of certificate and key. */
export function makeCertificate(folder, name) {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      ...subject,
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  );
  return { certificate, key };
}

/** Starts nginx with server blocks, as its own main configuration would take them. @returns what ends it. */
export function startNginx(program, folder, servers) {
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n');
  writeFileSync(
    file,
    `user root; daemon off; pid ${folder}/pid; error_log stderr;
    events {}
    http { access_log off; ${temporary}\n${servers} }`,
  );
  execFileSync(program, ['-t', '-c', file], { stdio: 'pipe' });
  const child = spawn(program, ['-c', file], { stdio: 'inherit' });
  return () => child.kill('SIGTERM');
}
