import { mapPartBytes } from '@noa/domain/map/street-map.ts';
import { server, type Answer, type Caller } from '../../testing/harness.ts';
import { finishUpload, startUpload } from './map.fixture.ts';

/** Sends a part of a file, as the GraphQL multipart request specification has it. */
export async function sendPart({ token }: Caller, id: string, number: number, part: Uint8Array): Promise<Answer> {
  const form = new FormData();
  const query = `mutation ($part: Upload!) { addMapUploadPart(id: ${JSON.stringify(id)}, number: ${number}, part: $part) { id } }`;
  form.set('operations', JSON.stringify({ query, variables: { part: null } }));
  form.set('map', JSON.stringify({ 0: ['variables.part'] }));
  form.set('0', new File([new Uint8Array(part)], 'part'));
  const headers = { authorization: `Bearer oidc~${token}` };
  const response = await server.fetch('http://noa.test/graphql', { method: 'POST', headers, body: form });
  const { data, errors } = (await response.json()) as {
    data: unknown;
    errors?: { message: string; extensions: { code: string } }[];
  };
  return { data, errors: errors?.map(({ message, extensions }) => ({ message, ...extensions })) };
}

/** Sends a file whole, and has it looked through. */
export async function uploadMap(caller: Caller, file: Buffer, name?: string): Promise<Answer> {
  const { data } = await startUpload(caller, file.length, name);
  for (let number = 0; number * mapPartBytes < file.length; number += 1) {
    await sendPart(
      caller,
      data.startMapUpload.id,
      number,
      file.subarray(number * mapPartBytes, (number + 1) * mapPartBytes),
    );
  }
  return finishUpload(caller, data.startMapUpload.id);
}
