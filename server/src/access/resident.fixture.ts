import type { AccessMode } from '@noa/domain/vocabulary.ts';
import type { Row } from '../database/tables.ts';
import {
  aCard,
  aContainer,
  aContainerGroup,
  aManager,
  anAccessGroup,
  anApartment,
  anEntrance,
  anOrg,
} from '../testing/factories.ts';
import { asSystem, signIn } from '../testing/harness.ts';

/** A container whose group is joined to an access group. */
export async function aJoinedContainer(accessGroup: Row<'access_group'>, groupMode: AccessMode = 'controlled') {
  const group = await aContainerGroup({ org_id: accessGroup.org_id, access_mode: groupMode });
  await asSystem((tx) =>
    tx
      .insertInto('access_group_container_group')
      .values({ org_id: accessGroup.org_id, access_group_id: accessGroup.id, container_group_id: group.id })
      .execute(),
  );
  return aContainer({ org_id: accessGroup.org_id, container_group_id: group.id });
}

/** Somebody at home with a card and the container that it opens, and who lives next door. */
export async function aResident() {
  const org = await anOrg();
  const [group, manager] = [await anAccessGroup({ org_id: org.id }), await aManager({ org_id: org.id })];
  const entrance = await anEntrance({ org_id: org.id, access_group_id: group.id, manager_id: manager.id });
  const behind = { org_id: org.id, entrance_id: entrance.id };
  const home = await anApartment({ ...behind, addr_ap: '12', occupier_name: 'Țurcanu' });
  return {
    org,
    home,
    nextDoor: await anApartment({ ...behind, occupier_name: 'Vecinescu' }),
    card: await aCard({ org_id: org.id, apartment: home }),
    container: await aJoinedContainer(group),
    resident: await signIn(['ara_user'], { apartments: [home] }),
  };
}
