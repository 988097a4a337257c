import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { publicUrl } from '../provider.fixture.ts';

/** What a page asks a browser. */
interface Asked {
  readonly challenge: string;
  readonly user?: { readonly id: string };
  readonly allowCredentials?: readonly { readonly id: string }[];
}

/** What is otherwise than it should be. */
export interface Wrong {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly id?: string;
  readonly userHandle?: string;
  /** Whether it was not asked for finger, face or PIN. */
  readonly unverified?: boolean;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const flags = { present: 1, verified: 4, attested: 64 };

/** What a page asks for: the form's question, of which the script makes a call to the browser. */
export function askedIn(html: string): Asked {
  const [, text = '{}'] = /data-asked="([^"]+)"/.exec(html) ?? [];
  return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')) as Asked;
}

/** A browser and its authenticator in software: one passkey, ES256. */
export class Authenticator {
  counter = 0;
  readonly id: string = randomBytes(32).toString('base64url');
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #userHandle = '';

  /** Makes the passkey. @returns what the page's script sends. */
  make(asked: Asked, wrong: Wrong = {}): string {
    this.#userHandle = asked.user?.id ?? '';
    const id = Buffer.from(this.id, 'base64url');
    const { x = '', y = '' } = this.#pair.publicKey.export({ format: 'jwk' });
    const coordinates = [x, y].map((each) => new Uint8Array(Buffer.from(each, 'base64url')));
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinates[0]!],
        [-3, coordinates[1]!],
      ]),
    );
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const data = Buffer.concat([this.#data(flags.attested, wrong), Buffer.alloc(16), length, id, key]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data)],
      ]),
    );
    return this.#send({
      clientDataJSON: this.#client('webauthn.create', asked, wrong).toString('base64url'),
      attestationObject: Buffer.from(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Signs a challenge. @returns what the page's script sends. */
  show(asked: Asked, wrong: Wrong = {}): string {
    this.counter += 1;
    const client = this.#client('webauthn.get', asked, wrong);
    const data = this.#data(0, wrong);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#pair.privateKey);
    return this.#send(
      {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: wrong.userHandle ?? this.#userHandle,
      },
      wrong.id,
    );
  }

  #send(response: object, id = this.id): string {
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }

  #client(type: string, asked: Asked, { origin = publicUrl, challenge = asked.challenge }: Wrong): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #data(more: number, { rpId = new URL(publicUrl).hostname, unverified }: Wrong): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const said = flags.present | (unverified ? 0 : flags.verified) | more;
    return Buffer.concat([sha256(rpId), Buffer.from([said]), counter]);
  }
}
