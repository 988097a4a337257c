import { graphql } from '../../api/generated/gql.ts';

export const ContainersDocument = graphql(`
  query Containers(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $filter: ContainerFilter
    $sort: [ContainerSort!]
    $asOf: DateTime
    $seesOrgs: Boolean! = false
    $seesSync: Boolean! = false
  ) {
    containers(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, asOf: $asOf) {
      nodes {
        id
        rowId
        updatedAt
        label
        serialNumber
        wasteStream
        accessMode
        sizeLitres
        volumeControlLitres
        cardCapacity
        fillLevelPct
        fillLevelAt
        addrStreet
        addrNr
        addrBl
        containerGroup {
          id
          label
        }
        sync @include(if: $seesSync) {
          phase
          waitingCards
        }
        org @include(if: $seesOrgs) {
          id
          name
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
      totalCount
    }
  }
`);

export const ContainerDocument = graphql(`
  query Container($id: ID!, $asOf: DateTime, $seesOrgs: Boolean! = false, $seesSync: Boolean! = false) {
    container(id: $id, asOf: $asOf) {
      id
      rowId
      updatedAt
      updatedBy
      label
      serialNumber
      wasteStream
      accessMode
      sizeLitres
      volumeControlLitres
      cardCapacity
      fillLevelPct
      fillLevelAt
      addrStreet
      addrNr
      addrBl
      lat
      lng
      viewerCanUpdate
      viewerCanDelete
      containerGroup {
        id
        label
      }
      sync @include(if: $seesSync) {
        phase
        wantedVersion
        appliedVersion
        askedAt
        waitingCards
        waitingSince
        overBy
        failure
        failureReason
      }
      org @include(if: $seesOrgs) {
        id
        name
      }
    }
  }
`);

export const CreateContainerDocument = graphql(`
  mutation CreateContainer($input: CreateContainerInput!) {
    createContainer(input: $input) {
      id
    }
  }
`);

export const UpdateContainerDocument = graphql(`
  mutation UpdateContainer($id: ID!, $rowId: ID!, $input: UpdateContainerInput!) {
    updateContainer(id: $id, rowId: $rowId, input: $input) {
      id
      rowId
      updatedAt
      updatedBy
      label
      serialNumber
      wasteStream
      accessMode
      sizeLitres
      volumeControlLitres
      cardCapacity
      addrStreet
      addrNr
      addrBl
      lat
      lng
      containerGroup {
        id
        label
      }
    }
  }
`);

export const DeleteContainerDocument = graphql(`
  mutation DeleteContainer($id: ID!, $rowId: ID!) {
    deleteContainer(id: $id, rowId: $rowId)
  }
`);
