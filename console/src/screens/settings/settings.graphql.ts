import { graphql } from '../../api/generated/gql.ts';

export const OrgSettingsDocument = graphql(`
  query OrgSettings($orgId: ID!) {
    orgSettings(orgId: $orgId) {
      id
      rowId
      updatedAt
      updatedBy
      identityDays
      payByUse
      legalBasis
      eventRetentionMonths
      personalDataRetentionMonths
      claimCodeDays
      silenceWarningHours
      silenceErrorHours
      batteryWarningPct
      batteryErrorPct
      fillWarningPct
      fillErrorPct
      mailDomains
      viewerCanUpdate
    }
  }
`);

export const UpdateOrgSettingsDocument = graphql(`
  mutation UpdateOrgSettings($orgId: ID!, $rowId: ID!, $input: UpdateOrgSettingsInput!) {
    updateOrgSettings(orgId: $orgId, rowId: $rowId, input: $input) {
      id
      rowId
      updatedAt
      updatedBy
      identityDays
      payByUse
      legalBasis
      eventRetentionMonths
      personalDataRetentionMonths
      claimCodeDays
      silenceWarningHours
      silenceErrorHours
      batteryWarningPct
      batteryErrorPct
      fillWarningPct
      fillErrorPct
      mailDomains
    }
  }
`);

export const FirstOrgDocument = graphql(`
  query FirstOrg {
    orgs(first: 2) {
      nodes {
        id
        name
      }
    }
  }
`);
