/**
 * PostGraphile 5 over the tables of Noa, as its documentation starts it, for `npm run bench:lists -- --peer`: run in the scratch folder that
 * it was installed in. `DATABASE_URL` and `PORT` say where; `ready` on standard output that it serves.
 */
import { createServer } from 'node:http';
import { grafserv } from 'postgraphile/grafserv/node';
import { makePgService } from 'postgraphile/adaptors/pg';
import { postgraphile } from 'postgraphile';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

/** Its name for every `id` is `rowId`, which is what our versions are called. */
const versions = {
  name: 'Versions',
  version: '0.0.0',
  inflection: {
    replace: {
      _attributeName: (previous, _options, details) =>
        details.attributeName === 'row_id' ? 'version' : previous(details),
    },
  },
};

const pgl = postgraphile({
  plugins: [versions],
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['public'] })],
  grafserv: { port: Number(process.env.PORT), graphqlPath: '/graphql', graphiql: false },
  grafast: { explain: false },
});
const server = createServer();
await pgl.createServ(grafserv).addTo(server);
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
