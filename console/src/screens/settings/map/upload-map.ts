import type { ApolloClient } from '@apollo/client';
import { AddMapUploadPartDocument } from '../../../api/mutations/generated/add-map-upload-part.graphql.ts';
import { FinishMapUploadDocument } from '../../../api/mutations/generated/finish-map-upload.graphql.ts';
import { StartMapUploadDocument } from '../../../api/mutations/generated/start-map-upload.graphql.ts';
import { sendFile } from '../../../api/send-file.ts';

interface MapToSend {
  readonly file: File;
  /** Told how much is there, from 0 to 1; with 1 the server begins to look through it. */
  readonly onSent: (share: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a map part by part, so that a slow line or another server in between costs a part and no more, and has it looked through.
 *
 * @throws what the server refuses; what the network throws; the reason of `signal`, after the part that is on its way.
 */
export async function uploadMap(client: ApolloClient, { file, onSent, signal }: MapToSend): Promise<void> {
  const { data } = await client.mutate({
    mutation: StartMapUploadDocument,
    variables: { name: file.name, bytes: file.size },
  });
  const { id = '', partBytes = file.size } = data?.startMapUpload ?? {};
  for (let number = 0; number * partBytes < file.size; number += 1) {
    signal.throwIfAborted();
    onSent((number * partBytes) / file.size);
    const part = new File([file.slice(number * partBytes, (number + 1) * partBytes)], file.name);
    await sendFile(client, { query: AddMapUploadPartDocument, variables: { id, number, part } });
  }
  signal.throwIfAborted();
  onSent(1);
  await client.mutate({ mutation: FinishMapUploadDocument, variables: { id } });
}
