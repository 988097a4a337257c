import { displaySerialNumber } from '@noa/domain/codes/card-code.ts';
import {
  aContainer,
  aContainerGroup,
  aManager,
  anAccessGroup,
  anApartment,
  anEntrance,
  anOrg,
  aTowerBlock,
  unique,
} from '../testing/factories.ts';
import { inviteAccount } from '../identity/account.queries.ts';
import { asSystem } from '../testing/harness.ts';
import { describePages, pick } from '../testing/pages-contract.ts';
import { accessGroups } from './access-groups/access-group.queries.ts';
import { apartmentCards } from './apartment-cards/apartment-card.queries.ts';
import { apartments } from './apartments/apartment.queries.ts';
import { araCards } from './ara-cards/ara-card.queries.ts';
import { cards } from './cards/card.queries.ts';
import { containerGroups } from './container-groups/container-group.queries.ts';
import { containers } from './containers/container.queries.ts';
import { entrances } from './entrances/entrance.queries.ts';
import { gisNodes } from './gis/gis-node.queries.ts';
import { managers } from './managers/manager.queries.ts';
import { orgs } from './orgs/org.queries.ts';
import { towerBlocks } from './tower-blocks/tower-block.queries.ts';

/** What ties in many rows, and what Romanian order and natural numbers have to say about. */
const texts = ['Str. Ștefan 2', 'Str. Ștefan 10', 'Aleea Țepeș', 'aleea tudor', '', 'Zorilor'] as const;

async function aCard(org_id: string, index: number) {
  const serial_number = (0x04_00_00_00 + Number(unique('')) * 7_919).toString(16).toUpperCase().padStart(8, '0');
  return asSystem((tx) =>
    tx
      .insertInto('card')
      .values({
        org_id,
        kind: pick(['physical', 'virtual'], index),
        status: pick(['normal', 'normal', 'blocked', 'erased'], index),
        serial_number,
        display_serial_number: displaySerialNumber(serial_number),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
}

async function anApartmentCard(org_id: string, index: number) {
  const [apartment, card] = [await anApartment({ org_id }), await aCard(org_id, index)];
  const created_at = new Date(Date.UTC(2026, 0, 1 + (index % 3)));
  await asSystem((tx) =>
    tx
      .insertInto('apartment_card')
      .values({ org_id, apartment_id: apartment.id, card_id: card.id, active: index % 3 > 0, created_at })
      .execute(),
  );
}

async function anAraCard(org_id: string, index: number) {
  const card = await aCard(org_id, index);
  const created_at = new Date(Date.UTC(2026, 0, 1 + (index % 3)));
  await asSystem(async (tx) =>
    tx
      .insertInto('ara_card')
      .values({ org_id, card_id: card.id, account_id: await inviteAccount(tx, `${card.id}@noa.test`), created_at })
      .execute(),
  );
}

async function aReportingContainer(org_id: string, index: number) {
  const container = await aContainer({
    org_id,
    waste_stream: pick(['glass', 'residual'], index),
    access_mode: pick(['controlled', 'open'], index),
    size_litres: pick([120, 1_100], index),
    volume_control_litres: pick([10, 20, 30], index),
    addr_street: pick(texts, index),
    addr_nr: pick(['2', '10', ''], index),
    addr_bl: pick(['A', 'B1'], index),
  });
  if (index % 3 > 0) {
    await asSystem((tx) =>
      tx
        .insertInto('container_status')
        .values({
          org_id,
          container_id: container.id,
          kind: 'fill_level_pct',
          level: 'ok',
          value: pick(['0', '9', '80.5'], index),
          occurred_at: new Date(),
          status_update_id: index,
        })
        .execute(),
    );
  }
}

async function aLinkedEntrance(org_id: string, index: number) {
  const block = await aTowerBlock({ org_id, addr_street: pick(texts, index) || 'Fără nume' });
  await anEntrance({
    org_id,
    tower_block_id: block.id,
    addr_sc: pick(['A', 'B', '2', '10'], index),
    access_group_id: index % 2 > 0 ? (await anAccessGroup({ org_id })).id : null,
    manager_id: index % 3 > 0 ? (await aManager({ org_id })).id : null,
  });
}

const aGisNode = (index: number) =>
  asSystem((tx) =>
    tx
      .insertInto('gis_node')
      .values({
        id: unique('node-'),
        kind: 'county',
        name: pick(texts, index) || 'Iași',
        lat: null,
        lng: null,
        parent_id: null,
        siruta: null,
      })
      .execute(),
  );

describePages(accessGroups, (org_id, i) => anAccessGroup({ org_id, access_mode: pick(['controlled', 'open'], i) }));
describePages(apartmentCards, anApartmentCard);
describePages(apartments, (org_id, i) =>
  anApartment({
    org_id,
    occupier_kind: pick(['domestic', 'business', 'unknown'], i),
    occupier_name: pick(texts, i) || null,
    occupier_first_name: pick(['Ana', 'Șerban'], i),
    occupier_id_number_mask: pick(['1••••••••••23', '2••••••••••07'], i),
  }),
);
describePages(araCards, anAraCard);
describePages(cards, aCard);
describePages(containerGroups, (org_id, i) =>
  aContainerGroup({
    org_id,
    access_mode: pick(['controlled', 'open'], i),
    addr_street: pick(texts, i),
    addr_nr: pick(['2', '10'], i),
    addr_bl: pick(['A', ''], i),
  }),
);
describePages(containers, aReportingContainer);
describePages(entrances, aLinkedEntrance);
describePages(gisNodes, (_org, i) => aGisNode(i));
describePages(managers, (org_id) => aManager({ org_id }));
describePages(orgs, (_org, i) => anOrg({ addr: pick(texts, i), enabled: i % 2 > 0 }));
describePages(towerBlocks, (org_id, i) => aTowerBlock({ org_id, addr_street: pick(texts, i) || 'Fără nume' }));
