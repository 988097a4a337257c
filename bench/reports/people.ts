import pg from 'pg';
import { Client } from '../client.ts';

async function once<Row extends object>(url: string, text: string): Promise<Row | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(text);
    return rows[0];
  } finally {
    await client.end();
  }
}

/** Lets the demonstration's reporter see every org. */
export async function admitReporter(origin: string, url: string): Promise<void> {
  const reporter = await Client.person(origin, 'reporter@noa.test');
  await reporter.run('{ reports { name } }'); // has an account from now on
  await once(
    url,
    `insert into org_member (org_id, account_id) select o.id, a.id from org o, account a where a.email = 'reporter@noa.test'
    on conflict do nothing`,
  );
}

/** Lets the demonstration's gateway report for every org. */
export const bindGateway = (url: string): Promise<unknown> =>
  once(url, `insert into gateway_client (client_id, org_id) select 'noa-gateway', id from org on conflict do nothing`);

export const findBiggestOrg = async (url: string): Promise<string> =>
  (
    await once<{ id: string }>(
      url,
      'select org_id as id from container group by org_id order by count(*) desc, org_id limit 1',
    )
  )?.id ?? '';
