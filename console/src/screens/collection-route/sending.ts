import { describeFailure, type Failure } from '../../api/failure.ts';
import { OtherAccount } from '../../session/own-token.ts';
import { dropUnsent, noteAnswered, noteTried, type CollectionRoute, type Unsent } from './route.ts';

/** Where the route is kept. */
export interface KeptRoute {
  readonly read: () => CollectionRoute;
  readonly change: (change: (route: CollectionRoute) => CollectionRoute) => void;
}

/** Whether another try may succeed without anybody doing anything. */
const isPassing = ({ code }: Failure) =>
  code === 'Network' || code === 'Server' || code === 'LimitExceeded' || code === 'AuthenticationMalformed';

/** Whether the server has said of this very try that it was not taken; otherwise it may have been. */
const isRead = ({ code }: Failure) => code !== 'Network' && code !== 'Server' && code !== 'LimitExceeded';

/** Locale key of what the server has against it. */
const refusalOf = ({ fields, messageKey }: Failure): string => Object.values(fields)[0] ?? messageKey;

/**
 * Sends what was tapped and not confirmed, oldest first, one at a time. What may have arrived is sent again: the server takes it for
 * the same, as its moment is the same. What it refuses stays, with the reason.
 *
 * @param send - tells the server of one; throws whatever the request throws.
 * @returns whether nothing is left to be sent; false: it is to be tried again later.
 */
export async function sendUnsent(route: KeptRoute, send: (told: Unsent) => Promise<unknown>): Promise<boolean> {
  for (;;) {
    const told = route.read().unsent.find(({ refusal }) => refusal === null);
    if (!told) {
      return true;
    }
    route.change((now) => noteTried(now, told));
    try {
      await send(told);
      route.change((now) => dropUnsent(now, told));
    } catch (error) {
      const failure = describeFailure(error);
      // What is refused before it is sent has not arrived either.
      if (isRead(failure) || error instanceof OtherAccount) {
        const refusal = isPassing(failure) ? null : refusalOf(failure);
        route.change((now) => noteAnswered(now, told, refusal));
      }
      if (isPassing(failure)) {
        return false;
      }
    }
  }
}
