import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { displaySerialNumber } from '@noa/domain/codes/card-code.ts';
import type { Role } from '@noa/domain/vocabulary.ts';
import { getRow } from '../database/statements.ts';
import type { Row } from '../database/tables.ts';
import { inviteAccount } from '../identity/account.queries.ts';
import { IdNumberVault } from '../registry/apartments/id-number-vault.ts';
import { ClaimCodeVault } from '../registry/claim-codes/claim-code-vault.ts';
import * as given from '../testing/factories.ts';
import { asSystem, dataKeys, signIn, signInGateway, together, type Caller } from '../testing/harness.ts';
import { anAlert, type WorldAlert } from './world-alerts.ts';
import { aKeptReport, approveOurDomain, aReportSchedule } from './world-reports.ts';
import { aBulkJob, anImportJob, tellOfContainer } from './world-rows.ts';

/** An org with one record of every kind, all tied together; each name carries the org's mark. */
export interface World {
  readonly mark: string;
  readonly org: Row<'org'>;
  readonly settings: Row<'org_settings'>;
  /** An account that belongs to both the org and the manager. */
  readonly memberId: string;
  readonly manager: Row<'manager'>;
  readonly accessGroup: Row<'access_group'>;
  readonly towerBlock: Row<'tower_block'>;
  readonly entrance: Row<'entrance'>;
  readonly apartment: Row<'apartment'>;
  readonly containerGroup: Row<'container_group'>;
  readonly container: Row<'container'>;
  /** Handed to the apartment. */
  readonly card: Row<'card'>;
  readonly apartmentCard: Row<'apartment_card'>;
  readonly araCard: Row<'ara_card'>;
  /** Nobody holds it. */
  readonly freeCard: Row<'card'>;
  readonly blockedCard: Row<'card'>;
  /** Live, and of the apartment. */
  readonly claimCode: Row<'claim_code'>;
  /** Waits, for the apartment. */
  readonly cardRequest: Row<'card_request'>;
  /** Serves nothing yet. */
  readonly operator: Row<'org'>;
  /** Another operator that serves the apartment. */
  readonly apartmentOrg: Row<'apartment_org'>;
  /** Nothing depends on any of these. */
  readonly unused: {
    readonly manager: Row<'manager'>;
    readonly accessGroup: Row<'access_group'>;
    readonly entrance: Row<'entrance'>;
    readonly apartment: Row<'apartment'>;
    readonly containerGroup: Row<'container_group'>;
    readonly container: Row<'container'>;
    readonly sharedView: Row<'saved_view'>;
  };
  /** A view of containers that the org shares. */
  readonly sharedView: Row<'saved_view'>;
  readonly importJobId: string;
  /** Of somebody else, but for those who are at home, who made it their own. */
  readonly reportScheduleId: string;
  /** At the container's group. */
  readonly alert: WorldAlert;
  /** Of a map that is being sent. */
  readonly mapUploadId: string;
  /** Kept by somebody else, but for those who are at home, who made it their own. */
  readonly keptReportId: string;
  /** Wait to be worked on; started by somebody else, but for the manager, who made the one over cards their own. */
  readonly bulkJobIds: { readonly card: string; readonly container: string };
}

export const aWorld = (word: string): Promise<World> => together(() => makeWorld(word));

async function makeWorld(word: string): Promise<World> {
  const mark = given.unique(word);
  const org = await given.anOrg({ name: `${mark} org`, addr: `${mark} street` });
  await approveOurDomain(org.id);
  const own = { org_id: org.id };
  const manager = await given.aManager({ ...own, name: `${mark} manager` });
  const accessGroup = await given.anAccessGroup({ ...own, name: `${mark} access group` });
  const towerBlock = await given.aTowerBlock({ ...own, addr_street: `${mark} street` });
  const entrance = await given.anEntrance({
    ...own,
    tower_block_id: towerBlock.id,
    access_group_id: accessGroup.id,
    manager_id: manager.id,
  });
  const apartmentId = randomUUID();
  const apartment = await given.anApartment({
    ...own,
    id: apartmentId,
    entrance_id: entrance.id,
    occupier_kind: 'domestic',
    occupier_name: `${mark} occupier`,
    occupier_first_name: mark,
    occupier_id_number_mask: '1••••••••••23',
    occupier_id_number_cipher: new IdNumberVault(dataKeys).seal('1800101221144', { org_id: org.id, id: apartmentId })
      .cipher,
  });
  const containerGroup = await given.aContainerGroup({ ...own, name: `${mark} container group` });
  const container = await given.aContainer({
    ...own,
    container_group_id: containerGroup.id,
    serial_number: `${mark} container`,
    lat: 46,
    lng: 27,
  });
  const held = await given.aCard(own);
  const serving = await given.anOrg({ name: `${mark} serving org` });
  const joined = await asSystem(async (tx) => {
    await tx
      .insertInto('access_group_container_group')
      .values({ ...own, access_group_id: accessGroup.id, container_group_id: containerGroup.id })
      .execute();
    const apartmentCard = await tx
      .insertInto('apartment_card')
      .values({ ...own, apartment_id: apartment.id, card_id: held.id })
      .returningAll()
      .executeTakeFirstOrThrow();
    const apartmentOrg = await tx
      .insertInto('apartment_org')
      .values({ ...own, apartment_id: apartment.id, serving_org_id: serving.id })
      .returningAll()
      .executeTakeFirstOrThrow();
    const { hash: code_hash, cipher: code_cipher } = new ClaimCodeVault(dataKeys).draw(apartment);
    const claimCode = await tx
      .insertInto('claim_code')
      .values({
        ...own,
        apartment_id: apartment.id,
        code_hash,
        code_cipher,
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const serial_number = given.aSerial();
    const cardRequest = await tx
      .insertInto('card_request')
      .values({
        ...own,
        apartment_id: apartment.id,
        serial_number,
        display_serial_number: displaySerialNumber(serial_number),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await tellOfContainer(tx, { mark, card: held, entrance, apartment, container });
    const settings = await getRow<Row<'org_settings'>>(tx)`select * from org_settings where org_id = ${org.id}`;
    const account_id = await inviteAccount(tx, `${mark}@noa.test`);
    const araCard = await tx
      .insertInto('ara_card')
      .values({ ...own, card_id: held.id, account_id })
      .returningAll()
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('org_member')
      .values({ ...own, account_id })
      .execute();
    await tx
      .insertInto('manager_member')
      .values({ ...own, manager_id: manager.id, account_id })
      .execute();
    await tx
      .insertInto('gateway_client')
      .values({ ...own, client_id: `${mark}-gateway` })
      .execute();
    return {
      apartmentCard,
      araCard,
      apartmentOrg,
      claimCode,
      cardRequest,
      importJobId: await anImportJob(tx, org.id, mark),
      settings,
      memberId: account_id,
    };
  });
  const bulkJobIds = {
    card: await aBulkJob(held, mark, 'block_cards', {}),
    container: await aBulkJob(container, mark, 'change_container_access_mode', { accessMode: 'open' }),
  };
  return {
    mark,
    org,
    manager,
    accessGroup,
    towerBlock,
    entrance,
    apartment,
    containerGroup,
    container,
    card: held,
    freeCard: await given.aCard(own),
    blockedCard: await given.aCard({ ...own, status: 'blocked' }),
    operator: await given.anOrg({ name: `${mark} operator` }),
    ...joined,
    bulkJobIds,
    mapUploadId: await aMapUpload(mark),
    reportScheduleId: await aReportSchedule(org.id, mark),
    alert: await anAlert(container, mark),
    keptReportId: await aKeptReport(org.id, mark),
    unused: {
      manager: await given.aManager({ ...own, name: `${mark} unused manager` }),
      accessGroup: await given.anAccessGroup({ ...own, name: `${mark} unused access group` }),
      entrance: await given.anEntrance({ ...own, tower_block_id: towerBlock.id }),
      apartment: await given.anApartment({ ...own, entrance_id: entrance.id }),
      containerGroup: await given.aContainerGroup(own),
      container: await given.aContainer({ ...own, container_group_id: containerGroup.id }),
      sharedView: await aSharedView(own, `${mark} unused view`),
    },
    sharedView: await aSharedView(own, `${mark} view`),
  };
}

const aMapUpload = (name: string) =>
  asSystem(async (tx) => {
    const file = tx.insertInto('map_file').values({ name, bytes: 1_000 });
    return (await file.returning('id').executeTakeFirstOrThrow()).id;
  });

const aSharedView = (own: { org_id: string }, name: string) =>
  asSystem((tx) =>
    tx
      .insertInto('saved_view')
      .values({ ...own, kind: 'container', name, search: '', hidden_columns: [] })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

export const callerLabels = ['R', 'I', 'L', 'M', 'C', 'A', 'G'] as const;
export type CallerLabel = (typeof callerLabels)[number];

const roleOf: Readonly<Record<Exclude<CallerLabel, 'G'>, Role>> = {
  R: 'root',
  I: 'local_implementer',
  L: 'local_reporter',
  M: 'manager',
  C: 'container_admin',
  A: 'ara_user',
};

/** Somebody of each kind, at home in the world. */
export async function atHome(label: CallerLabel, world: World): Promise<Caller> {
  const caller = await signInAt(label, world);
  if (['R', 'I', 'L'].includes(label)) {
    const { data } = await caller.run('{ viewer { id } }');
    await asSystem((tx) =>
      sql`update report_schedule set owner_id = ${data.viewer.id} where id = ${world.reportScheduleId}`.execute(tx),
    );
  }
  if (label === 'M') {
    // Others' jobs reach over whole orgs, which a manager does not.
    const { data } = await caller.run('{ viewer { id } }');
    await asSystem((tx) =>
      sql`update bulk_job set starter_id = ${data.viewer.id} where id = ${world.bulkJobIds.card}`.execute(tx),
    );
  }
  return caller;
}

const signInAt = (label: CallerLabel, { org, manager, apartment }: World): Promise<Caller> =>
  label === 'G'
    ? signInGateway([org.id])
    : signIn(
        [roleOf[label]],
        {
          R: {},
          I: { orgIds: [org.id] },
          L: { orgIds: [org.id] },
          C: { orgIds: [org.id] },
          M: { managers: [manager] },
          A: { apartments: [apartment] },
        }[label],
      );

/** Somebody of each kind who belongs nowhere. */
export const withoutMembership = (label: CallerLabel): Promise<Caller> =>
  label === 'G' ? signInGateway([]) : signIn([roleOf[label]]);
