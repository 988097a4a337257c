import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { notifyFailure } from '../../api/notify-failure.ts';
import { RecordCardEventsDocument } from '../../api/mutations/generated/record-card-events.graphql.ts';
import { useViewer } from '../../session/viewer.ts';
import { batchOf, randomValues, type CardEventValues } from './batches/card-event-batch.ts';
import { CardEventFields } from './CardEventFields.tsx';
import { useExchange } from './exchange.ts';
import { useGateway } from './gateway.ts';
import { KnownToLocksDocument } from './playground.graphql.ts';
import { cryptoRandom } from './batches/random-input.ts';
import { ReportForm } from './ReportForm.tsx';

const first: CardEventValues = {
  containerId: null,
  bootNumber: 1,
  eventNumber: 1,
  count: 1,
  kind: 'full_use',
  at: '',
  serialNumber: '',
  listVersion: '',
};

/** Reports card events as a lock does, through its gateway. */
export function Component() {
  const viewer = useViewer();
  const client = useApolloClient();
  const gateway = useGateway();
  const [values, setValues] = useState(first);
  const { exchange, waiting, send } = useExchange(RecordCardEventsDocument, gateway.sender);

  function submit(sent: CardEventValues) {
    const events = batchOf(sent, new Date());
    // A lock goes on counting; whoever wants to send the same again has "repeat".
    setValues({ ...sent, eventNumber: (sent.eventNumber ?? 0) + events.length });
    void send({ events });
  }
  async function handleRandom() {
    try {
      const { data } = await client.query({
        query: KnownToLocksDocument,
        variables: { seesCards: viewer.may('card:read') },
      });
      const containerIds = data?.containers.nodes.map(({ id }) => id) ?? [];
      const serialNumbers = data?.cards?.nodes.map(({ serialNumber }) => serialNumber) ?? [];
      submit(randomValues({ containerIds, serialNumbers }, cryptoRandom));
    } catch (failure) {
      notifyFailure(failure);
    }
  }

  return (
    <ReportForm
      gateway={gateway}
      exchange={exchange}
      waiting={waiting}
      onSubmit={() => submit(values)}
      onRandom={() => void handleRandom()}
      onRepeat={(variables) => void send(variables)}
    >
      <CardEventFields values={values} onChange={setValues} />
    </ReportForm>
  );
}
