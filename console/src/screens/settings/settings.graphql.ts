import { graphql } from '../../api/generated/gql.ts';

graphql(`
  fragment OrgSettingsValues on OrgSettings {
    identityDays
    payByUse
    identityPurpose
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
`);

export const OrgSettingsDocument = graphql(`
  query OrgSettings($orgId: ID!) {
    orgSettings(orgId: $orgId) {
      id
      rowId
      updatedAt
      updatedBy
      ...OrgSettingsValues
      viewerCanUpdate
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
