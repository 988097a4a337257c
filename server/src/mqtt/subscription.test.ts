import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startMqttBridge } from './bridge.ts';
import { RefusingBroker } from './refusing-broker.fixture.ts';

async function aBridge(refusals: number) {
  const broker = await RefusingBroker.start(refusals);
  onTestFinished(() => broker.stop());
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const bridge = startMqttBridge({ url: broker.url, answer: () => Promise.resolve(null), log, connections: 1 });
  onTestFinished(() => bridge.close());
  return { broker, log, bridge };
}

describe('a broker that refuses the subscription', () => {
  it('is asked again over the same connection, and told of once', async () => {
    const { broker, log, bridge } = await aBridge(2);

    await bridge.ready;

    expect(broker.asked).toBe(3);
    expect(log.error).toHaveBeenCalledOnce();
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('is asked no more once the bridge is closed', async () => {
    const { broker, log, bridge } = await aBridge(Infinity);
    await vi.waitUntil(() => log.error.mock.calls.length > 0, { timeout: 20_000 });

    await bridge.close();
    await pause(1_500);

    expect(broker.asked).toBe(1);
  });
});
