import { freshSerial, text, version, type ExpectedOperation } from './expected-operation.ts';

const implementers = 'RI';
const assigning = { who: 'RIM', because: 'Cards: managers assign' };

/** Who registers cards, blocks them and hands them out, who asks for some that are not registered, and who decides. */
export const cardMutations: Readonly<Record<string, ExpectedOperation>> = {
  createCard: {
    who: implementers,
    because: 'Cards: managers assign, block and unblock, but do not register',
    elsewhere: 'NotFound',
    ask: ({ org }) =>
      `createCard(input: { orgId: ${text(org.id)}, kind: physical, serialNumber: ${text(freshSerial())} })`,
  },
  blockCard: {
    who: 'RIMA',
    because: 'Cards: residents block their own',
    elsewhere: 'NotFound',
    ask: ({ card }) => `blockCard(${version(card)}, reason: "lost")`,
  },
  unblockCard: {
    who: 'RIM',
    because: 'Cards: residents block, and do not unblock',
    elsewhere: 'NotFound',
    ask: ({ blockedCard }) => `unblockCard(${version(blockedCard)})`,
  },
  eraseCard: {
    who: implementers,
    because: 'Cards: root and implementers erase',
    elsewhere: 'NotFound',
    ask: ({ freeCard }) => `eraseCard(${version(freeCard)})`,
  },
  assignCard: {
    ...assigning,
    elsewhere: 'NotFound',
    ask: ({ apartment, freeCard }) => `assignCard(apartmentId: ${text(apartment.id)}, cardId: ${text(freeCard.id)})`,
  },
  handOutCard: {
    ...assigning,
    elsewhere: 'NotFound',
    ask: ({ apartment, freeCard }) =>
      `handOutCard(apartmentId: ${text(apartment.id)}, serialNumber: ${text(freeCard.serial_number)})`,
    judged: true,
  },
  requestCard: {
    who: 'M',
    because: 'Cards: managers do not register, they ask; whoever registers needs not ask',
    elsewhere: 'NotFound',
    ask: ({ apartment }) => `requestCard(apartmentId: ${text(apartment.id)}, serialNumber: ${text(freshSerial())})`,
  },
  acceptCardRequest: {
    who: implementers,
    because: 'Cards: managers assign, block and unblock, but do not register',
    elsewhere: 'NotFound',
    ask: ({ cardRequest }) => `acceptCardRequest(${version(cardRequest)})`,
  },
  refuseCardRequest: {
    who: implementers,
    because: 'Cards: whoever registers them decides',
    elsewhere: 'NotFound',
    ask: ({ cardRequest }) => `refuseCardRequest(${version(cardRequest)}, reason: "not ours")`,
  },
  replaceCard: {
    who: 'RIM',
    because: 'Cards: managers assign and block',
    elsewhere: 'NotFound',
    ask: ({ card, freeCard }) => `replaceCard(${version(card)}, serialNumber: ${text(freeCard.serial_number)})`,
    judged: true,
  },
  unassignCard: {
    ...assigning,
    elsewhere: 'NotFound',
    ask: ({ apartmentCard }) => `unassignCard(${version(apartmentCard)})`,
  },
};
