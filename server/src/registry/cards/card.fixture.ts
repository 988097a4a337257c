import type { Row } from '../../database/tables.ts';
import { asSystem } from '../../testing/harness.ts';

export const Create = /* GraphQL */ `
  mutation ($input: CreateCardInput!) {
    createCard(input: $input) {
      id
      rowId
      kind
      status
      serialNumber
      displaySerialNumber
    }
  }
`;

/** What moves a card from one status to another. */
const move = (mutation: string) => /* GraphQL */ `
  mutation ($id: ID!, $rowId: ID!, $reason: String) {
    ${mutation}(id: $id, rowId: $rowId, reason: $reason) {
      id
      rowId
      status
    }
  }
`;
export const Block = move('blockCard');
export const Unblock = move('unblockCard');
export const Erase = move('eraseCard');

export const One = /* GraphQL */ `
  query ($id: ID!) {
    card(id: $id) {
      id
      status
      viewerCanBlock
      viewerCanErase
    }
  }
`;
export const List = /* GraphQL */ `
  query ($filter: CardFilter, $sort: [CardSort!]) {
    cards(filter: $filter, sort: $sort) {
      totalCount
      nodes {
        serialNumber
      }
    }
  }
`;

/** The card as it stands, as arguments of what changes it. */
export const version = ({ id, row_id: rowId }: Row<'card'>) => ({ id, rowId });

/** Whatever happened to cards with this serial number. */
export const eventsOf = (serialNumber: string) =>
  asSystem((tx) => tx.selectFrom('card_event').selectAll().where('serial_number', '=', serialNumber).execute());
