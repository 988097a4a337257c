import { everything } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { db, signIn, signInGateway } from '../../testing/harness.ts';

export const Record = /* GraphQL */ `
  mutation ($updates: [StatusUpdateInput!]!) {
    recordStatusUpdates(updates: $updates) {
      results {
        index
        outcome
        reason
      }
      completeUpTo {
        containerId
        bootNumber
        number
      }
    }
  }
`;

export const List = /* GraphQL */ `
  query ($filter: StatusUpdateFilter, $first: Int, $after: String) {
    statusUpdates(filter: $filter, first: $first, after: $after) {
      totalCount
      nodes {
        id
        kind
        level
        value
        note
        actor
        occurredAt
        deviceAt
        clockCorrected
        container {
          id
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

export async function aReportingContainer() {
  const org = await anOrg();
  const container = await aContainer({ org_id: org.id });
  const orgIds = [org.id];
  return {
    org,
    container,
    gateway: await signInGateway(orgIds),
    implementer: await signIn(['local_implementer'], { orgIds }),
  };
}

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

export const update = (containerId: string, updateNumber: number, over: object = {}) => ({
  containerId,
  updateNumber,
  kind: 'battery_life_pct',
  value: '80',
  at: minutesAgo(0),
  ...over,
});

export const stored = (containerId: string) =>
  read(db, everything, (tx) =>
    tx
      .selectFrom('status_update')
      .selectAll()
      .where('container_id', '=', containerId)
      .orderBy('update_number')
      .execute(),
  );

export const StatusOf = /* GraphQL */ `
  query ($id: ID!) {
    container(id: $id) {
      rowId
      fillLevelPct
      status {
        id
        level
        heardAt
        isSilent
        readings {
          kind
          level
          value
          isStale
        }
      }
    }
  }
`;
