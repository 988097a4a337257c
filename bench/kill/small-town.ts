import pg from 'pg';
import type { Client } from '../client.ts';

/**
 * An org put into an empty database before the demonstration looks: it then leaves the database alone but for accounts. It keeps who opened, so
 * that what is stored of an event can be compared with all that was sent.
 */
export async function makeOrg(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`
      select set_config('noa.actor', 'kills', false);
      insert into org (name) values ('Orașul căderilor');
      update org_settings set identity_days = 90, identity_purpose = 'Căderi', legal_basis = 'HCL 12/2026';
    `);
  } finally {
    await client.end();
  }
}

/** Gives the org a gateway, containers that all its cards open, and cards. */
export async function furnish(root: Client, containers: number, cards: number): Promise<void> {
  const { orgs } = await root.run<{ orgs: { nodes: { id: string }[] } }>('{ orgs(first: 1) { nodes { id } } }');
  const orgId = orgs.nodes[0]?.id ?? '';
  await root.run('mutation ($orgId: ID!) { bindGateway(orgId: $orgId, clientId: "noa-gateway") { id } }', { orgId });
  const containerGroup = await create(root, 'ContainerGroup', { orgId, itemNumber: 'P-1' });
  await create(root, 'AccessGroup', {
    orgId,
    name: 'Toți',
    accessMode: 'open',
    containerGroupIds: [containerGroup],
  });
  for (let index = 1; index <= containers; index += 1) {
    await create(root, 'Container', {
      containerGroupId: containerGroup,
      serialNumber: `C-${String(index).padStart(3, '0')}`,
      wasteStream: 'residual',
      sizeLitres: 1_100,
      volumeControlLitres: 20 + (index % 3) * 10,
    });
  }
  for (let index = 1; index <= cards; index += 1) {
    const serialNumber = (0x10_00_00_00 + index * 0x1_03_07).toString(16).toUpperCase();
    await create(root, 'Card', { orgId, kind: 'physical', serialNumber });
  }
}

async function create(root: Client, kind: string, input: Record<string, unknown>): Promise<string> {
  const { made } = await root.run<{ made: { id: string } }>(
    `mutation ($input: Create${kind}Input!) { made: create${kind}(input: $input) { id } }`,
    { input },
  );
  return made.id;
}
