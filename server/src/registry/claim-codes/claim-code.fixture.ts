import { aManager, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';

export const Create = /* GraphQL */ `
  mutation ($apartmentId: ID!, $replaces: ID) {
    createClaimCode(apartmentId: $apartmentId, replaces: $replaces) {
      id
      rowId
      code
      state
      expiresAt
      createdAt
      viewerCanRevoke
      apartment {
        id
      }
    }
  }
`;
export const CreateMissing = /* GraphQL */ `
  mutation ($entranceId: ID!) {
    createMissingClaimCodes(entranceId: $entranceId)
  }
`;
export const Revoke = /* GraphQL */ `
  mutation ($id: ID!, $rowId: ID!) {
    revokeClaimCode(id: $id, rowId: $rowId) {
      id
      rowId
      state
      code
    }
  }
`;
export const Redeem = /* GraphQL */ `
  mutation ($code: String!) {
    redeemClaimCode(code: $code) {
      id
      kind
      status
      serialNumber
      displaySerialNumber
      viewerCanBlock
      apartmentCards {
        active
        apartment {
          id
          label
        }
      }
    }
  }
`;
export const Codes = /* GraphQL */ `
  query ($id: ID!) {
    apartment(id: $id) {
      liveClaimCode {
        id
        code
      }
      claimCodes {
        id
        code
        state
      }
    }
  }
`;

/** What every code is answered that gives nothing, whatever the reason. */
export const refusal = { code: 'ValidationFailed', fields: { code: 'form.claimCodeRefused' } };

/** An apartment without a code, who may give it one, and who wants to claim it. */
export async function aHomeToClaim() {
  const org = await anOrg();
  const manager = await aManager({ org_id: org.id });
  const entrance = await anEntrance({ org_id: org.id, manager_id: manager.id });
  const apartment = await anApartment({ org_id: org.id, entrance_id: entrance.id });
  const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
  const resident = await signIn(['ara_user']);
  const issue = async (of: { id: string } = apartment) =>
    (await implementer.run(Create, { apartmentId: of.id })).data.createClaimCode as {
      id: string;
      rowId: string;
      code: string;
    };
  const codesOf = async ({ id }: { id: string }) => (await implementer.run(Codes, { id })).data.apartment;
  return { org, manager, entrance, apartment, implementer, resident, issue, codesOf };
}
