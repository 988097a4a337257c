/**
 * What is done with each command of the guides by the long tests beside, which follow them from an empty folder. A command that a
 * guide says and that stands nowhere here fails `npm test`.
 */

/** Run as it stands; it must end well and print what is expected of it. */
const runs = (expected = /(?:)/, { seconds = 120, ...more } = {}) => ({ way: 'runs', expected, seconds, ...more });

/** Run with arguments that make it short. */
const shortened = (args, expected) => runs(expected, { args: ` -- ${args}`, seconds: 900 });

/** So, too; what it measures it also judges, by seconds that a machine with other work does not keep: what it printed counts here. */
const measures = (args, expected) => ({ ...shortened(args, expected), codes: [0, 1] });

/** Started as it stands, and left running until the guide ends. */
const serves = (ready, seconds) => ({ way: 'serves', ready, seconds });

/** Cannot be run in a test, for this reason. */
const notHere = (reason) => ({ way: 'not here', reason });

/** Run whole by something else: this file, in these words. */
const elsewhere = (file, words) => ({ way: 'elsewhere', file, words });

const ofTests = notHere('it runs these tests');
const ofMachine = notHere('it would change the machine that tests run on');
const ofSystemd = notHere('no systemd runs here; the unit is verified, and what it starts is started as it says');
const ofContainers = notHere('no container engine is here; scripts/deploy.test.mjs checks the files');
const ofClusters = notHere('no cluster is here; scripts/deploy.test.mjs renders the chart where there is a helm');

const ofTheWorld = notHere(
  'it reads the map of the whole earth from a host that is not asked here; server/src/http/map tries what is made of it',
);

const ofKeycloak = notHere('it needs Java and a Keycloak of 160 MB; npm run check:keycloak does the same by its API');

const fetchToken = `curl -d 'grant_type=password&client_id=noa-cli&username=root@noa.test&password=noa-demo&scope=openid' \\
  http://localhost:8080/realms/dev/protocol/openid-connect/token`;

const preparePostgres = `su postgres -c psql <<'SQL'
create role noa login createrole password 'a password of yours';
create database noa owner noa encoding 'UTF8' template template0;
alter system set log_min_messages = fatal;
alter system set log_min_error_statement = panic;
alter system set log_error_verbosity = terse;
alter system set log_parameter_max_length = 0;
alter system set log_parameter_max_length_on_error = 0;
select pg_reload_conf();
SQL`;

const dryRun = "npx noa import containere.xlsx --kind containers --org 'Primăria Lunca Mare'";
const addUser = "npx noa user add ana@primaria.ro --role local_implementer --org 'Primăria Lunca Mare'";
const importsList = elsewhere('server/src/import/command/command.test.ts', 'imports the good rows');
const movesOrg = elsewhere(
  'server/src/archive/command.test.ts',
  'an org goes from one database into another by its name',
);

const readme = {
  'npm start': serves(/Noa is ready/, 900),
  'npm test': ofTests,
  'npm run test:long': ofTests,
  [fetchToken]: runs(/"access_token"/),
  'npm run simulate -- --containers 240 --rate 200 --minutes 5': runs(/./, { seconds: 600 }),
  [dryRun]: importsList,
  [`${dryRun} --apply`]: importsList,
  [addUser]: runs(/ana@primaria.ro is a member of[^]*http/),
  "npx noa export 'Primăria Lunca Mare' town.zip": runs(/is in town.zip/, { seconds: 300 }),
  'npx noa import town.zip': movesOrg,
  'npx noa backup --to /mnt/backups': runs(/as of/),
  'npx noa verify /mnt/backups/latest': runs(/is sound/, { seconds: 300 }),
  'DATA_DIR=/srv/new npx noa restore /mnt/backups/latest': runs(/is restored/, { seconds: 300 }),
  'NEW_DATA_KEY=$(openssl rand -base64 32)': runs(),
  'DATABASE_URL=… DATA_KEY=… NEW_DATA_KEY=$NEW_DATA_KEY npm run rotate-key': runs(/The new key is in/, {
    seconds: 300,
  }),
};

const operator = {
  'apt-get install -y postgresql git': ofMachine,
  [preparePostgres]: runs(/CREATE DATABASE/),
  'git clone https://example.org/noa.git /opt/noa && cd /opt/noa': runs(),
  'npm run build': runs(/Building the console/, { seconds: 900 }),
  'useradd --system --home-dir /var/lib/noa --shell /usr/sbin/nologin noa': ofMachine,
  'install -d -m 0750 /etc/noa': runs(),
  'install -m 0600 deploy/systemd/noa.env.example /etc/noa/noa.env': runs(),
  'install -m 0644 deploy/systemd/noa.service /etc/systemd/system/noa.service': runs(),
  'install -d -o noa -g noa -m 0700 /mnt/backups': ofMachine,
  'install -D -m 0644 deploy/systemd/places.conf /etc/systemd/system/noa.service.d/places.conf': runs(),
  'systemctl daemon-reload': ofSystemd,
  'systemctl enable --now noa': ofSystemd,
  'journalctl -u noa -f': ofSystemd,
  'cd deploy/compose': ofContainers,
  'cp noa.env.example noa.env': ofContainers,
  'docker compose --env-file noa.env up -d': ofContainers,
  'docker compose --env-file noa.env --profile monitoring up -d': ofContainers,
  'docker compose --env-file noa.env exec noa noa --help': ofContainers,
  'docker compose --env-file noa.env exec noa noa backup --to /var/backups/noa': ofContainers,
  'docker compose --env-file noa.env exec -e TMPDIR=/var/backups/noa noa noa verify /var/backups/noa/latest':
    ofContainers,
  'docker compose --env-file noa.env cp containere.xlsx noa:/var/backups/noa/': ofContainers,
  "docker compose --env-file noa.env exec -w /var/backups/noa noa noa import containere.xlsx --kind containers --org 'Primăria Lunca Mare'":
    ofContainers,
  'docker compose --env-file noa.env stop noa': ofContainers,
  'docker compose --env-file noa.env exec db createdb -U postgres --owner noa --encoding UTF8 --template template0 noa_restored':
    ofContainers,
  'docker compose --env-file noa.env run --rm --entrypoint noa -e DATABASE_URL=postgres://noa:password@db/noa_restored noa restore /var/backups/noa/latest':
    ofContainers,
  'kubectl exec noa-0 -- noa backup --to s3://backups/noa': ofClusters,
  'kubectl exec noa-0 -- env TMPDIR=/var/lib/noa noa verify s3://backups/noa/latest': ofClusters,
  'kubectl exec noa-0 -- env DATABASE_URL=postgres://noa:password@db/noa_restored DATA_DIR=/tmp noa restore s3://backups/noa/latest':
    ofClusters,
  'kubectl create secret generic noa --from-literal=DATABASE_URL=… --from-literal=DATA_KEY=…': ofClusters,
  'helm install noa deploy/helm/noa --set existingSecret=noa,settings.PUBLIC_URL=https://noa.example.ro,settings.OIDC_AUTHORITY=https://id.example.ro/realms/dev,settings.TRUSTED_PROXIES=10.0.0.0/8':
    ofClusters,
  'npx noa invite-root': elsewhere(
    'server/src/identity/provider/accounts/accounts.test.ts',
    'is led by the newest link only',
  ),
  'npx noa add-gateway gateway-north': elsewhere(
    'server/src/identity/provider/accounts/accounts.test.ts',
    'gateways have clients of their own',
  ),
  'mkdir -p data/import && cp /opt/noa/deploy/keycloak/*-realm.json data/import/': ofKeycloak,
  'NOA_PUBLIC_URL=https://noa.example.ro bin/kc.sh start --import-realm --hostname=https://id.example.ro …': ofKeycloak,
  'bin/kcadm.sh config credentials --server http://localhost:8080 --realm master --user admin': ofKeycloak,
  'bin/kcadm.sh create users -r dev -s username=ana@example.ro -s email=ana@example.ro -s emailVerified=true -s firstName=Ana -s lastName=Pop -s enabled=true':
    ofKeycloak,
  "bin/kcadm.sh set-password -r dev --username ana@example.ro --new-password 'a password of 12 or more' --temporary":
    ofKeycloak,
  'bin/kcadm.sh add-roles -r dev --uusername ana@example.ro --rolename root': ofKeycloak,
  [`bin/kcadm.sh create clients -r dev -s clientId=gateway-north -s publicClient=false -s serviceAccountsEnabled=true -s standardFlowEnabled=false -s fullScopeAllowed=false -s 'defaultClientScopes=["basic","locks"]'`]:
    ofKeycloak,
  'ID=$(bin/kcadm.sh get clients -r dev -q clientId=gateway-north --fields id --format csv --noquotes)': ofKeycloak,
  'bin/kcadm.sh get clients/$ID/client-secret -r dev --fields value': ofKeycloak,
  'ID=$(bin/kcadm.sh get users -r dev -q username=ana@example.ro --fields id --format csv --noquotes)': ofKeycloak,
  'bin/kcadm.sh update users/$ID -r dev -s enabled=false': ofKeycloak,
  'bin/kcadm.sh create users/$ID/logout -r dev': ofKeycloak,
  'pmtiles extract https://build.protomaps.com/20261122.pmtiles pascani.pmtiles --bbox=26.64,47.20,26.80,47.30 --maxzoom=15':
    ofTheWorld,
  'pmtiles show pascani.pmtiles': ofTheWorld,
  'git clone https://github.com/protomaps/basemaps && cd basemaps/tiles && mvn clean package -DskipTests': ofTheWorld,
  'java -jar target/*-with-deps.jar --download --force --area=romania --output=romania.pmtiles': ofTheWorld,
  'pmtiles extract romania.pmtiles pascani.pmtiles --bbox=26.64,47.20,26.80,47.30 --maxzoom=15': ofTheWorld,
  'NEW_DATA_KEY=$(openssl rand -base64 32); echo "$NEW_DATA_KEY"': runs(/.{44}/),
  'NEW_DATA_KEY=$NEW_DATA_KEY npm run rotate-key': runs(/Set DATA_KEY to the new key/, { seconds: 300 }),
  'cd /opt/noa': runs(),
  'set -a; . /etc/noa/noa.env; DATA_DIR=/var/lib/noa; NODE_ENV=production; set +a': runs(),
  [addUser]: elsewhere('server/src/registry/members/command.test.ts', 'makes an account of an org with its roles'),
  [dryRun]: importsList,
  [`${dryRun} --apply`]: importsList,
  "npx noa export 'Primăria Lunca Mare' town.zip --purpose 'moves to its own server'": movesOrg,
  "npx noa import town.zip --purpose 'came from the shared server'": movesOrg,
  'noa() { setpriv --reuid noa --regid noa --init-groups node_modules/.bin/node scripts/noa.mjs "$@"; }': runs(),
  'noa backup --to /mnt/backups': runs(/as of/),
  'noa list --to /mnt/backups': runs(/^noa-\d{8}/m),
  'noa verify /mnt/backups/latest': runs(/is sound/, { seconds: 300 }),
  "su postgres -c 'createdb --owner noa --encoding UTF8 --template template0 noa_restored'": runs(),
  'DATABASE_URL=postgres://noa:password@127.0.0.1/noa_restored noa restore /mnt/backups/latest': runs(
    /is restored[^]*is the right one/,
    { seconds: 300 },
  ),
};

/** Those that a step of `npm test` runs whole. */
const ofStep = (words) => elsewhere('scripts/test.mjs', words);

const contributing = {
  'npm start': elsewhere('scripts/guides/declared.mjs', "'npm start': serves("),
  'npm run build': elsewhere('scripts/guides/declared.mjs', "'npm run build': runs("),
  'npm run dev -w @noa/console': serves(/Local:/, 120),
  'npm test': ofTests,
  'npm run test:long': ofTests,
  'npx vitest run --project server registry/entrances': runs(/Tests .*passed/, { seconds: 600 }),
  'TEST_THOROUGH=1 npx vitest run --project server reports/catalogue': elsewhere(
    'scripts/testing/test-long.mjs',
    "TEST_THOROUGH: '1'",
  ),
  'TEST_EVENTS=clickhouse CHDB_PATH=node_modules/.cache/noa-programs/chdb-core-26.9.0 npx vitest run --config vitest.events.config.ts':
    elsewhere('scripts/testing/test-long.mjs', 'vitest.events.config.ts'),
  'TEST_SEED=… npx vitest run --project server hostile/hostile': runs(/Tests .*passed/, { seconds: 600 }),
  'npm run e2e': ofStep('Browser journeys'),
  'npm run schema': runs(),
  'npm run tables': runs(),
  'npm run format': runs(),
  'npm run lint': ofStep("'oxlint', '--type-aware', '--deny-warnings'"),
  'npm run typecheck': ofStep("'tsc', '-b'"),
  'npm run check:budgets': runs(),
  'npx noa backup': runs(/as of/),
  'npm run rotate-key': runs(/The new key is in/),
  'npm run check:grants': runs(),
  'npm run check:keycloak': notHere(
    'it is a run of a quarter of an hour of its own, which CI starts where there is Java',
  ),
  'npm run release': runs(/v\d+\.\d+\.\d+ is made/, { seconds: 900 }),
  'npm run guide:screenshots': runs(/The pictures are in /, { seconds: 600 }),
  'npm run bench:attack': measures('--seconds 3 --attackers 4', /sent by 4 attackers: +\d/),
  'npm run bench:grants': measures('--cards 10000', / 0 differences[^]*opening and closing an access group/),
  'npm run bench:console': measures('--only heap --navigations 16', /heap, growth a navigation/),
  'npm run bench:import': notHere(
    'it fills towns on each PostgreSQL for a quarter of an hour; linear-import.long.test.ts holds its result',
  ),
  'npm run bench:ingest': shortened('--batches 8 --rounds 1', /ratio/),
  'npm run bench:reports': shortened('--events 20000 --rounds 1', /./),
  'npm run bench:replica': shortened('--cards 5000 --rounds 1', /of the primary/),
  'npm run bench:export': shortened('--rows 5000', /./),
  'npm run bench:lists': shortened('--cards 5000', /orders: /),
  'npm run bench:bulk': shortened('--cards 200', /./),
  'npm run simulate': elsewhere('scripts/guides/declared.mjs', "'npm run simulate -- "),
  'npm run soak:kill': shortened('--kills 2', /./),
  'npm run pascani': runs(/./, { seconds: 900 }),
};

const security = {
  'npm sbom --omit=dev --sbom-format=cyclonedx': runs(/"bomFormat": "CycloneDX"/),
  'npm audit --omit=dev': notHere('the registry answers with what is known today: whoever releases asks it'),
};

/** By guide and command. */
export const declared = {
  'README.md': readme,
  'docs/operator.md': operator,
  'CONTRIBUTING.md': contributing,
  'SECURITY.md': security,
};
