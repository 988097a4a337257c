import { describeFailure } from '../../api/failure.ts';
import { keepInTab, keptInTab } from '../../session/keep-in-tab.ts';

/** What was tried to be said, and of which moment; null once it is known to be saved. */
interface Tried {
  readonly said: string;
  readonly at: string;
}

/** By account, beside its form: whoever loads the page again after a lost answer sends the same. */
const keyOf = (accountId: string) => `noa-status-update-tried ${accountId}`;

/**
 * Says something of a container so that it counts once, however often its answer is lost: the server takes the same said of the same moment for
 * the same, and its moment is that of the first try. Where the server finds that moment impossible, as this device's clock is wrong, it is the server's.
 *
 * @param send - tells the server; throws whatever the request throws.
 * @throws whatever `send` throws.
 */
export async function sayOnce<Input extends object>(
  accountId: string,
  input: Input,
  send: (told: Input & { readonly at: string | null }) => Promise<unknown>,
): Promise<void> {
  const said = JSON.stringify(input);
  const before = keptInTab<Tried | null>(keyOf(accountId), null);
  const at = before?.said === said ? before.at : new Date().toISOString();
  keepInTab(keyOf(accountId), JSON.stringify({ said, at } satisfies Tried));
  try {
    await send({ ...input, at });
  } catch (error) {
    if (describeFailure(error).fields['at'] === undefined) {
      throw error;
    }
    await send({ ...input, at: null });
  }
  // Said once more, it is another.
  sessionStorage.removeItem(keyOf(accountId));
}
