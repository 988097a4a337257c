import { it } from 'vitest';
import { tryOrders } from '../../testing/replica/orders-of-reads.fixture.ts';
import { withReplica } from '../../testing/replica/replicated-api.fixture.ts';

const api = withReplica();

it('whoever reads sees nothing older than what anybody has seen or written', { timeout: 1_800_000 }, () =>
  tryOrders(api, 150),
);
