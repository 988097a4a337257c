import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { notifyFailure } from '../../api/notify-failure.ts';
import { RecordStatusUpdatesDocument } from '../../api/mutations/generated/record-status-updates.graphql.ts';
import { ContainerStatusFields } from './ContainerStatusFields.tsx';
import { useExchange } from './exchange.ts';
import { useGateway } from './gateway.ts';
import { KnownToLocksDocument } from './playground.graphql.ts';
import { cryptoRandom } from './batches/random-input.ts';
import { ReportForm } from './ReportForm.tsx';
import { randomUpdate, updateOf, type StatusUpdateValues } from './batches/status-update-batch.ts';

const first: StatusUpdateValues = {
  containerId: null,
  bootNumber: 1,
  updateNumber: 1,
  kind: 'fill_level_pct',
  value: '',
  level: null,
  at: '',
};

/** Reports the state of a container as its lock does, through its gateway. */
export function Component() {
  const client = useApolloClient();
  const gateway = useGateway();
  const [values, setValues] = useState(first);
  const { exchange, waiting, send } = useExchange(RecordStatusUpdatesDocument, gateway.sender);

  function submit(sent: StatusUpdateValues) {
    // A lock goes on counting; whoever wants to send the same again has "repeat".
    setValues({ ...sent, updateNumber: (sent.updateNumber ?? 0) + 1 });
    void send({ updates: [updateOf(sent, new Date())] });
  }
  async function handleRandom() {
    try {
      const { data } = await client.query({ query: KnownToLocksDocument, variables: { seesCards: false } });
      submit(randomUpdate(data?.containers.nodes.map(({ id }) => id) ?? [], cryptoRandom));
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
      <ContainerStatusFields values={values} onChange={setValues} />
    </ReportForm>
  );
}
