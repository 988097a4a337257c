import { FetchSource, type RangeResponse } from 'pmtiles';
import { senderHeaders, type OwnToken } from '../../session/own-token.ts';

/** One PMTiles file, served by Noa to who is signed in. */
export interface Streets {
  /** Path of its address. */
  readonly url: string;
  readonly token: OwnToken;
}

/** Says with each request who asks: the token is renewed while the map stands. */
export class SignedInSource extends FetchSource {
  readonly #token: OwnToken;

  constructor({ url, token }: Streets) {
    super(url);
    this.#token = token;
  }

  override async getBytes(offset: number, length: number, signal?: AbortSignal, etag?: string): Promise<RangeResponse> {
    this.setHeaders(new Headers(await senderHeaders(this.#token)));
    return super.getBytes(offset, length, signal, etag);
  }
}
