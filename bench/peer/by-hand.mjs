/**
 * One SQL statement written by hand, prepared, over HTTP and the same driver, for `npm run bench:lists -- --nested`: access groups of an org with
 * their entrances and the apartments of these, each list as long as a page of them. No token, no scope, no row-level security.
 * `DATABASE_URL`, `PORT` and `ORG_ID` say where; `ready` on standard output that it serves.
 */
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

const text = `
  select json_build_object('data', json_build_object('accessGroups', json_build_object('nodes', json_agg(g))))::text as answer from (
    select g.id, g.name, json_build_object('nodes', coalesce(e.nodes, '[]')) as entrances
    from access_group g
    left join lateral (
      select json_agg(e) as nodes from (
        select e.id, e.addr_sc as "addrSc", json_build_object('nodes', coalesce(a.nodes, '[]')) as apartments
        from entrance e
        left join lateral (
          select json_agg(a) as nodes from (
            select a.id, a.addr_ap as "addrAp" from apartment a
            where a.org_id = e.org_id and a.entrance_id = e.id
            order by a.addr_ap_key, a.id limit 10) a) a on true
        where e.org_id = g.org_id and e.access_group_id = g.id
        order by e.address_key, e.id limit 10) e) e on true
    where g.org_id = $1
    order by g.name_key, g.id limit 10) g`;

async function answer(response) {
  const { rows } = await pool.query({ name: 'nested', text, values: [process.env.ORG_ID] });
  const body = rows[0].answer;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
}

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => void answer(response));
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
