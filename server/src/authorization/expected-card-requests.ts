import { freshSerial, text, version, type ExpectedOperation } from './expected-operation.ts';

const implementers = 'RI';

/** Who asks for cards that are not registered, and who decides. */
export const cardRequestMutations: Readonly<Record<string, ExpectedOperation>> = {
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
};
